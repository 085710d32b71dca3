#include <QMenu>
#include <QMenuBar>

#include "ui/dialogs/help_dialogs.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {

void addHelpMenu(MainWindow& window) {
  QMenu& help = *window.menuBar()->addMenu(MainWindow::tr("&Help"));
  addEntry(help, window, {}, MainWindow::tr("Keyboard shortcuts"), QKeySequence::HelpContents,
           [&window] { showShortcuts(&window); });
  addEntry(help, window, {}, MainWindow::tr("About Noiseloom"), {}, [&window] { showAbout(&window); });
}

}  // namespace noiseloom
