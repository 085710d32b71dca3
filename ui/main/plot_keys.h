#pragma once

namespace noiseloom {

class MainWindow;

/// Registers the keys of a window's sliders and plots for the sheet of shortcuts.
void registerPlotKeys(MainWindow& window);

}  // namespace noiseloom
