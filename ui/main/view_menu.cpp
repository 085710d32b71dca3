#include <QMenu>
#include <QMenuBar>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {

void addViewMenu(MainWindow& window) {
  QMenu& view = *window.menuBar()->addMenu(MainWindow::tr("&View"));
  view.addMenu(&window.appearanceMenu());
  view.addSeparator();
  addEntry(view, window, QStringLiteral("reset-view"), MainWindow::tr("Reset views"),
           QKeySequence(MainWindow::tr("Ctrl+0")), [&window] { window.resetViews(); });
}

}  // namespace noiseloom
