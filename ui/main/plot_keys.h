#pragma once

namespace noiseloom {

class MainWindow;

/// Registers the keys of sliders and plots of a window for the sheet of shortcuts.
void registerPlotKeys(MainWindow& window);

}  // namespace noiseloom
