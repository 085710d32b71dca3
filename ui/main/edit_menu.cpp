#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/plots/plot_board.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/style/icons.h"

namespace noiseloom {

void addEditMenu(MainWindow& window) {
  QMenu& edit = *window.menuBar()->addMenu(MainWindow::tr("&Edit"));
  QUndoStack& stack = window.document().undoStack();
  QAction* undo = stack.createUndoAction(&window, MainWindow::tr("Undo"));
  undo->setShortcut(QKeySequence::Undo);
  undo->setIcon(symbolicIcon(QStringLiteral("undo")));
  QAction* redo = stack.createRedoAction(&window, MainWindow::tr("Redo"));
  redo->setShortcuts({QKeySequence(QKeySequence::Redo), QKeySequence(MainWindow::tr("Ctrl+Y"))});
  redo->setIcon(symbolicIcon(QStringLiteral("redo")));
  edit.addActions({undo, redo});
  edit.addSeparator();
  addEntry(edit, window, QStringLiteral("cancel"), MainWindow::tr("Cancel solving"), QKeySequence(Qt::Key_Escape),
           [&window] {
             window.solver().cancel();
             window.plots().cancelWork();
           });
  edit.addSeparator();
  addEntry(edit, window, QStringLiteral("preferences"), MainWindow::tr("Preferences …"),
           QKeySequence(MainWindow::tr("Ctrl+,")), [&window] {
             auto* dialog = new PreferencesDialog(&window);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->show();
           });
}

}  // namespace noiseloom
