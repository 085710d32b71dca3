#include <QMenu>
#include <QMenuBar>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/plots/plot_board.h"
#include "ui/plots/strategy_panel.h"

namespace noiseloom {

void addViewMenu(MainWindow& window) {
  QMenu& view = *window.menuBar()->addMenu(MainWindow::tr("&View"));
  view.addMenu(&window.appearanceMenu());
  view.addSeparator();
  addEntry(view, window, QStringLiteral("reset-view"), MainWindow::tr("Reset views"),
           QKeySequence(MainWindow::tr("Ctrl+0")), [&window] { window.plots().resetViews(); });
  addEntry(view, window, QString(), MainWindow::tr("Go to row …"), QKeySequence(MainWindow::tr("Ctrl+G")), [&window] {
    auto* panel = window.plots().findChild<StrategyPanel*>();
    if (!panel) return;
    window.plots().bringForward(panel);
    panel->openGoToRow();
  });
}

}  // namespace noiseloom
