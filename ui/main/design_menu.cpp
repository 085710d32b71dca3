#include <QMenu>
#include <QMenuBar>

#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {

void addDesignMenu(MainWindow& window) {
  QMenu& design = *window.menuBar()->addMenu(MainWindow::tr("&Design"));
  addEntry(design, window, QStringLiteral("claim"), MainWindow::tr("Privacy claim …"),
           QKeySequence(MainWindow::tr("Ctrl+I")), [&window] { window.showClaim(); });
}

}  // namespace noiseloom
