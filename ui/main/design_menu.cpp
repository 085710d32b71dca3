#include <QMenu>
#include <QMenuBar>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/shelf_panel.h"

namespace noiseloom {

void addDesignMenu(MainWindow& window) {
  QMenu& design = *window.menuBar()->addMenu(MainWindow::tr("&Design"));
  addEntry(design, window, QStringLiteral("search"), MainWindow::tr("Recommend …"),
           QKeySequence(MainWindow::tr("Ctrl+R")), [&window] { window.showRecommend(); });
  design.addSeparator();
  ShelfPanel& shelf = window.shelf();
  shelf.pinAction().setShortcut(QKeySequence(MainWindow::tr("Ctrl+D")));
  design.addAction(&shelf.pinAction());
  design.addSeparator();
  // These have their keys only in the table, and act on what is selected there.
  design.addActions({&shelf.useAction(), &shelf.renameAction(), &shelf.shownAction(), &shelf.baselineAction(),
                     &shelf.recalibrateAction(), &shelf.removeAction()});
  design.addSeparator();
  addEntry(design, window, QStringLiteral("claim"), MainWindow::tr("Privacy claim …"),
           QKeySequence(MainWindow::tr("Ctrl+I")), [&window] { window.showClaim(); });
}

}  // namespace noiseloom
