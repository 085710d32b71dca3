#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/plots/plot_board.h"
#include "ui/plots/strategy_panel.h"
#include "ui/style/icons.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

/// Checked while large type and thick lines are on.
void addPresenterMode(QMenu& view, MainWindow& window) {
  QAction* action = view.addAction(symbolicIcon(QStringLiteral("presenter")), MainWindow::tr("Presenter mode"));
  action->setObjectName(QStringLiteral("presenterMode"));
  action->setCheckable(true);
  action->setChecked(presenting());
  action->setShortcuts({QKeySequence(MainWindow::tr("F5")), QKeySequence(MainWindow::tr("Ctrl+Shift+P"))});
  action->setToolTip(MainWindow::tr("Large type, thick lines and markers, for a projector"));
  QObject::connect(action, &QAction::toggled, &window, [](bool on) { setPresenting(on); });
}

}  // namespace

void addViewMenu(MainWindow& window) {
  QMenu& view = *window.menuBar()->addMenu(MainWindow::tr("&View"));
  view.addMenu(&window.appearanceMenu());
  addPresenterMode(view, window);
  view.addSeparator();
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
