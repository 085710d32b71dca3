#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include "ui/document/scenario_document.h"
#include "ui/export/copy_as.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/plots/plot_board.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

/// Edit > Copy as. Nothing of an older scenario is copied: the entries say why they wait.
void addCopyAs(QMenu& edit, MainWindow& window) {
  QMenu& menu = *edit.addMenu(symbolicIcon(QStringLiteral("copy")), MainWindow::tr("Copy as"));
  menu.setObjectName(QStringLiteral("copyAsMenu"));
  menu.setToolTipsVisible(true);
  for (const CopyAs what : kCopyAs) {
    if (what == CopyAs::Value) menu.addSeparator();
    const QKeySequence keys = what == CopyAs::Command ? QKeySequence(MainWindow::tr("Ctrl+Shift+C")) : QKeySequence();
    QAction* action = addEntry(menu, window, {}, copyAsName(what), keys, [&window, what] {
      if (const auto design = window.document().design())
        QGuiApplication::clipboard()->setText(copyAsText(*design, what));
    });
    action->setObjectName(copyAsObjectName(what));
    const auto refresh = [&window, action, what] {
      const ScenarioDocument& document = window.document();
      const QString reason = document.whyNotExportable();
      action->setEnabled(reason.isEmpty());
      const auto design = document.design();
      action->setToolTip(!reason.isEmpty() ? reason : design ? copyAsNeeds(*design, what) : QString());
    };
    QObject::connect(&window.document(), &ScenarioDocument::changed, action, [refresh](DocumentChange change) {
      if (change != DocumentChange::Sweep) refresh();
    });
    refresh();
  }
}

}  // namespace

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
  addCopyAs(edit, window);
  edit.addSeparator();
  addEntry(edit, window, QStringLiteral("cancel"), MainWindow::tr("Cancel solving"), QKeySequence(Qt::Key_Escape),
           [&window] {
             window.solver().cancel();
             window.scenarioPanel().cancelWork();
             window.plots().cancelWork();
             window.shelf().cancelWork();
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
