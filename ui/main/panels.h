#pragma once

namespace noiseloom {

class PlotBoard;
class ScenarioDocument;

/// Puts every plot panel of the window in its place on the board.
void addPanels(PlotBoard& board, ScenarioDocument& document);

}  // namespace noiseloom
