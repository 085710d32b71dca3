#include "ui/main/panels.h"

#include "ui/dialogs/save_picture_dialog.h"
#include "ui/document/claim_state.h"
#include "ui/export/copy_picture.h"
#include "ui/plots/coefficients/coefficients_panel.h"
#include "ui/plots/convergence/convergence_panel.h"
#include "ui/plots/cost/cost_panel.h"
#include "ui/plots/noise_laboratory/noise_lab_panel.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/pareto/pareto_panel.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/plots/training/training_panel.h"
#include "ui/style/core_text.h"

namespace noiseloom {

void addPanels(PlotBoard& board, ScenarioDocument& document) {
  board.addPanel(new StrategyPanel(document), BoardPlace::Upper, tr("Strategy"));
  board.addPanel(new RmsePanel(document), BoardPlace::Hero, tr("RMSE"));
  board.addPanel(new CoefficientsPanel(document), BoardPlace::Hero, tr("Coefficients"));
  board.addPanel(new StepErrorPanel(document), BoardPlace::Lower, tr("Error"));
  board.addPanel(new NoiseLabPanel(document), BoardPlace::Hero, tr("Noise"));
  board.addPanel(new ConvergencePanel(document), BoardPlace::Hero, tr("Convergence"));
  board.addPanel(new CostPanel(document), BoardPlace::Hero, tr("Cost"));
  board.addPanel(new ParetoPanel(document), BoardPlace::Hero, tr("Pareto"));
  board.addPanel(new TrainingPanel(document), BoardPlace::Hero, tr("Training"));
  for (PlotPanel* panel : board.panels()) {
    panel->setWatermark([&document] { return pictureMark(document); });
    panel->setPictureActions(
        {[&document, panel](const Picture& picture, const PictureStyle& style, const std::function<void()>& copied) {
           copyPicture(picture, style, document, *panel, copied);
         },
         [&document, panel](const Picture& picture) {
           SavePictureDialog::openFor(picture, document, *panel->window());
         }});
  }
}

}  // namespace noiseloom
