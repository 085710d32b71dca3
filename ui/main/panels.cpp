#include "ui/main/panels.h"

#include <QCoreApplication>

#include "ui/document/claim_state.h"
#include "ui/plots/coefficients_panel.h"
#include "ui/plots/noise_lab_panel.h"
#include "ui/plots/plot_board.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/rmse_panel.h"
#include "ui/plots/strategy_panel.h"

namespace noiseloom {

void addPanels(PlotBoard& board, ScenarioDocument& document) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("Panels", text); };
  board.addPanel(new StrategyPanel(document), BoardCell::TopLeft, tr("Strategy"));
  board.addPanel(new RmsePanel(document), BoardCell::TopRight, tr("RMSE"));
  board.addPanel(new CoefficientsPanel(document), BoardCell::BottomLeft, tr("Coefficients"));
  board.addPanel(new NoiseLabPanel(document), BoardCell::BottomRight, tr("Noise"));
  for (PlotPanel* panel : board.panels()) panel->setWatermark([&document] { return figureMark(document); });
}

}  // namespace noiseloom
