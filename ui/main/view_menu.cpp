#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <array>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/scenario_map/scenario_map_view.h"
#include "ui/plots/strategy/strategy_panel.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

/// Adds presenter mode: checked while large type and thick lines are on.
void addPresenterMode(QMenu& view, MainWindow& window) {
  QAction* action = view.addAction(symbolicIcon(QStringLiteral("presenter")), MainWindow::tr("Presenter mode"));
  action->setObjectName(QStringLiteral("presenterMode"));
  action->setCheckable(true);
  action->setChecked(presenting());
  action->setShortcuts({QKeySequence(MainWindow::tr("F5")), QKeySequence(MainWindow::tr("Ctrl+Shift+P"))});
  action->setToolTip(
      MainWindow::tr("Large type, thick lines and markers, for a projector; one plot without the inputs"));
  QObject::connect(action, &QAction::toggled, &window, [&window, before = QSize()](bool on) mutable {
    if (on) before = window.size();
    setPresenting(on);
    window.present(on);
    // Larger type may have enlarged the window.
    const bool own = before.isValid() && !window.isMaximized() && !window.isFullScreen();
    if (!on && own) QTimer::singleShot(0, &window, [&window, before] { window.resize(before); });
  });
}

/// View > Errors in: one choice for plots, tables, the shelf and reports. A unit that the scenario lacks says why; the
/// unit shown instead is checked meanwhile.
void addErrorUnits(QMenu& view, MainWindow& window) {
  QMenu& menu = *view.addMenu(MainWindow::tr("Errors in"));
  menu.setObjectName(QStringLiteral("errorUnitMenu"));
  menu.setToolTipsVisible(true);
  auto* group = new QActionGroup(&menu);
  ScenarioDocument& document = window.document();
  for (const ErrorUnitInfo& info : errorUnits()) {
    QAction* action = menu.addAction(coreText(info.name));
    action->setObjectName(QStringLiteral("errorUnit.") + QString::fromLatin1(toString(info.unit)));
    action->setCheckable(true);
    group->addAction(action);
    const auto refresh = [action, unit = info.unit, &document] {
      const Text problem = unitProblem(unit, document.scenario());
      action->setEnabled(problem.empty());
      action->setToolTip(problem.empty() ? errorUnitMeaning(unit) : coreText(problem));
      action->setChecked(document.errors().unit() == unit);
    };
    QObject::connect(action, &QAction::triggered, &document,
                     [&document, unit = info.unit] { document.errors().choose(unit); });
    QObject::connect(&document.errors(), &ErrorReadings::changed, action, refresh);
    QObject::connect(&document, &ScenarioDocument::changed, action, [refresh](DocumentChange change) {
      if (change == DocumentChange::Scenario) refresh();
    });
    refresh();
  }
}

/// Focuses the plot itself, so that arrow keys read it at once; if no plot is visible, shows the panel's message.
void goTo(PlotBoard& board, PlotPanel& panel) {
  board.bringForward(&panel);
  panel.showTable(false);
  for (QWidget* child : panel.findChildren<QWidget*>()) {
    const bool isPlot =
        qobject_cast<HeatMapView*>(child) || qobject_cast<LinePlot*>(child) || qobject_cast<ScenarioMapView*>(child);
    if (!isPlot || !child->isVisibleTo(&panel)) continue;
    child->setFocus(Qt::ShortcutFocusReason);
    return;
  }
  panel.setFocus(Qt::ShortcutFocusReason);
}

/// View > Go to plot: every plot by its name and shortcut, including those behind others.
void addPlots(QMenu& view, MainWindow& window) {
  QMenu& menu = *view.addMenu(MainWindow::tr("Go to plot"));
  menu.setObjectName(QStringLiteral("plotsMenu"));
  const std::array plots{std::pair("strategyPanel", MainWindow::tr("Strategy matrix")),
                         std::pair("rmsePanel", MainWindow::tr("RMSE curves and map")),
                         std::pair("coefficientsPanel", MainWindow::tr("Coefficients")),
                         std::pair("stepErrorPanel", MainWindow::tr("Error of each step")),
                         std::pair("noiseLabPanel", MainWindow::tr("Noise laboratory")),
                         std::pair("convergencePanel", MainWindow::tr("Convergence of the optimiser")),
                         std::pair("costPanel", MainWindow::tr("Cost of the noise")),
                         std::pair("paretoPanel", MainWindow::tr("Pareto front")),
                         std::pair("trainingPanel", MainWindow::tr("Training"))};
  int number = 0;
  for (const auto& [name, text] : plots) {
    auto* panel = window.plots().findChild<PlotPanel*>(QLatin1String(name));
    if (!panel) continue;
    QAction* action = addEntry(menu, window, {}, text, QKeySequence(MainWindow::tr("Ctrl+%1").arg(++number)),
                               [&window, panel] { goTo(window.plots(), *panel); });
    action->setObjectName(QStringLiteral("goTo.") + QLatin1String(name));
  }
}

}  // namespace

void addViewMenu(MainWindow& window) {
  QMenu& view = *window.menuBar()->addMenu(MainWindow::tr("&View"));
  view.addMenu(&window.appearanceMenu());
  addPresenterMode(view, window);
  addErrorUnits(view, window);
  view.addSeparator();
  addPlots(view, window);
  QAction* inputs = view.addAction(MainWindow::tr("Inputs"));
  inputs->setObjectName(QStringLiteral("showInputs"));
  inputs->setCheckable(true);
  inputs->setShortcut(QKeySequence(MainWindow::tr("F7")));
  inputs->setToolTip(MainWindow::tr("The scenario beside the plots"));
  QObject::connect(&view, &QMenu::aboutToShow, inputs, [inputs, &window] { inputs->setChecked(window.showsInputs()); });
  // By its key it has not been looked at before.
  QObject::connect(inputs, &QAction::triggered, &window, [&window] { window.showInputs(!window.showsInputs()); });
  QAction* whatIf = view.addAction(MainWindow::tr("What if"));
  whatIf->setObjectName(QStringLiteral("whatIf"));
  whatIf->setCheckable(true);
  whatIf->setToolTip(
      MainWindow::tr("What one change of the job would bring, below the plots of a window that is high enough"));
  QObject::connect(&view, &QMenu::aboutToShow, whatIf, [whatIf, &window] { whatIf->setChecked(window.wantsWhatIf()); });
  QObject::connect(whatIf, &QAction::triggered, &window, &MainWindow::showWhatIf);
  addEntry(view, window, QStringLiteral("reset-view"), MainWindow::tr("Reset views"),
           QKeySequence(MainWindow::tr("Ctrl+0")), [&window] { window.resetViews(); });
  addEntry(view, window, QStringLiteral("go-to-row"), MainWindow::tr("Go to row …"),
           QKeySequence(MainWindow::tr("Ctrl+G")), [&window] {
             auto* panel = window.plots().findChild<StrategyPanel*>();
             if (!panel) return;
             window.plots().bringForward(panel);
             panel->openGoToRow();
           });
}

}  // namespace noiseloom
