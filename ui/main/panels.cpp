#include "ui/main/panels.h"

#include <QCoreApplication>

#include "ui/dialogs/save_figure_dialog.h"
#include "ui/document/claim_state.h"
#include "ui/export/copy_figure.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/convergence/convergence_panel.h"
#include "ui/plots/cost/cost_panel.h"
#include "ui/plots/noise_laboratory/noise_lab_panel.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {

void addPanels(PlotBoard& board, ScenarioDocument& document) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("noiseloom", text); };
  board.addPanel(new StrategyPanel(document), BoardCell::TopLeft, tr("Strategy"));
  board.addPanel(new RmsePanel(document), BoardCell::TopRight, tr("RMSE"));
  board.addPanel(new CoefficientsPanel(document), BoardCell::BottomLeft, tr("Coefficients"));
  board.addPanel(new StepErrorPanel(document), BoardCell::BottomRight, tr("Error"));
  board.addPanel(new NoiseLabPanel(document), BoardCell::BottomRight, tr("Noise"));
  board.addPanel(new ConvergencePanel(document), BoardCell::BottomRight, tr("Convergence"));
  board.addPanel(new CostPanel(document), BoardCell::BottomRight, tr("Cost"));
  for (PlotPanel* panel : board.panels()) {
    panel->setWatermark([&document] { return figureMark(document); });
    panel->setPictures(
        {[&document, panel](const Figure& figure, const FigureStyle& style, const std::function<void()>& copied) {
           copyPicture(figure, style, document, *panel, copied);
         },
         [&document, panel](const Figure& figure) { SaveFigureDialog::openFor(figure, document, *panel->window()); }});
  }
}

}  // namespace noiseloom
