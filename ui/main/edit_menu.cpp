#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include "core/base/errors.h"
#include "core/snippet/scenario_link.h"
#include "ui/dialogs/history_dialog.h"
#include "ui/document/field.h"
#include "ui/document/scenario_document.h"
#include "ui/export/copy_as.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/shelf_panel.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/style/icons.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

/// Edit > Copy as. Nothing of an older scenario is copied: the entries then say why they are disabled.
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

/// Edit > Copy link and Open copied link. What no link can hold says so on its entry.
void addLinks(QMenu& edit, MainWindow& window) {
  QAction* copy =
      addEntry(edit, window, {}, MainWindow::tr("Copy link"), QKeySequence(MainWindow::tr("Ctrl+Shift+K")), [&window] {
        window.document().takeOverEntries();
        try {
          QGuiApplication::clipboard()->setText(QString::fromStdString(scenarioLink(window.document().scenario())));
          window.workspace().notice().tell(
              MainWindow::tr("The link is copied. Who opens it sees this scenario; no file or data goes with it."));
        } catch (const InvalidArgument& problem) {
          window.workspace().notice().warn(
              NoticeBar::Problem::Past,
              MainWindow::tr("There is no link to this scenario. %1").arg(refusalText(problem)));
        }
      });
  copy->setObjectName(QStringLiteral("copyLink"));
  copy->setStatusTip(
      MainWindow::tr("A line that opens the same scenario in another window, or in noiseloom-cli design"));
  addEntry(edit, window, {}, MainWindow::tr("Open copied link"), QKeySequence(MainWindow::tr("Ctrl+Shift+V")),
           [&window] {
             const QString text = QGuiApplication::clipboard()->text().trimmed();
             if (isLink(text)) return window.workspace().open(text);
             window.workspace().notice().warn(
                 NoticeBar::Problem::Past,
                 MainWindow::tr("What was copied last is no link. A link begins with noiseloom://scenario/."));
           })
      ->setObjectName(QStringLiteral("openLink"));
}

/// "Undo mechanism" for the step "mechanism".
QString stepText(const QString& what, const QString& withStep, QString step) {
  return step.isEmpty() ? what : withStep.arg(step.replace(QLatin1Char('&'), QStringLiteral("&&")));
}

/// Adds undo and redo, which name their step. An unusable entry is not a step, and is undone before any step; text
/// still being typed is the newest of all.
void addUndo(QMenu& edit, MainWindow& window) {
  QUndoStack& stack = window.document().undoStack();
  QAction* undo =
      addEntry(edit, window, QStringLiteral("undo"), MainWindow::tr("&Undo"), QKeySequence::Undo, [&window, &stack] {
        window.document().takeOverEntries();
        if (!window.scenarioPanel().discardNewestEntry()) stack.undo();
      });
  QAction* redo = addEntry(edit, window, QStringLiteral("redo"), MainWindow::tr("&Redo"), {}, [&window, &stack] {
    window.document().takeOverEntries();
    stack.redo();
  });
  redo->setShortcuts({QKeySequence(QKeySequence::Redo), QKeySequence(MainWindow::tr("Ctrl+Y"))});
  undo->setObjectName(QStringLiteral("undo"));
  redo->setObjectName(QStringLiteral("redo"));
  // Lists of shortcuts name the action, not the step.
  undo->setIconText(MainWindow::tr("Undo"));
  redo->setIconText(MainWindow::tr("Redo"));
  const auto refresh = [&window, &stack, undo, redo] {
    const std::optional<Field> entry = window.document().newestEntry();
    undo->setEnabled(entry || stack.canUndo());
    redo->setEnabled(stack.canRedo());
    undo->setText(
        stepText(MainWindow::tr("&Undo"), MainWindow::tr("&Undo %1"), entry ? fieldLabel(*entry) : stack.undoText()));
    redo->setText(stepText(MainWindow::tr("&Redo"), MainWindow::tr("&Redo %1"), stack.redoText()));
  };
  QObject::connect(&stack, &QUndoStack::indexChanged, undo, refresh);
  QObject::connect(&stack, &QUndoStack::undoTextChanged, undo, refresh);
  QObject::connect(&stack, &QUndoStack::redoTextChanged, undo, refresh);
  QObject::connect(&window.document(), &ScenarioDocument::changed, undo, [refresh](DocumentChange change) {
    if (change == DocumentChange::Problems || change == DocumentChange::Scenario) refresh();
  });
  refresh();
}

/// Edit > Flip, whose text names the state that it shows: "Flip to B: epsilon 5 to 8".
void addFlip(QMenu& edit, MainWindow& window) {
  StateFlip& flip = window.document().flip();
  QAction* action = addEntry(edit, window, {}, MainWindow::tr("&Flip to the other state"), QKeySequence(Qt::Key_F9),
                             [&flip] { flip.flip(); });
  action->setObjectName(QStringLiteral("flip"));
  // As of undo, lists of shortcuts name the action, not the step.
  action->setIconText(MainWindow::tr("Flip to the other state"));
  action->setCheckable(true);
  const auto refresh = [&window, &flip, action] {
    const Scenario* other = flip.other();
    action->setEnabled(other != nullptr);
    action->setChecked(flip.isFlipped());
    QString change = other ? changeText(window.document().scenario(), *other) : QString();
    const QString text = flip.isFlipped() ? MainWindow::tr("&Flip back to A: %1") : MainWindow::tr("&Flip to B: %1");
    action->setText(change.isEmpty() ? MainWindow::tr("&Flip to the other state")
                                     : text.arg(change.replace(QLatin1Char('&'), QStringLiteral("&&"))));
  };
  QObject::connect(&flip, &StateFlip::changed, action, refresh);
  QObject::connect(&window.document().undoStack(), &QUndoStack::indexChanged, action, refresh);
  // Qt toggles an action that is triggered, whatever comes of it.
  QObject::connect(action, &QAction::triggered, action, refresh);
  refresh();
}

}  // namespace

void addEditMenu(MainWindow& window) {
  QMenu& edit = *window.menuBar()->addMenu(MainWindow::tr("&Edit"));
  addUndo(edit, window);
  addEntry(edit, window, QStringLiteral("recent"), MainWindow::tr("Timeline and snapshots …"),
           QKeySequence(MainWindow::tr("Ctrl+H")),
           [&window] {
             window.document().takeOverEntries();
             auto* dialog = new HistoryDialog(window.document(), &window);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->show();
           })
      ->setObjectName(QStringLiteral("timeline"));
  addFlip(edit, window);
  edit.addSeparator();
  addCopyAs(edit, window);
  addLinks(edit, window);
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
             QObject::connect(dialog, &PreferencesDialog::restartWanted, &window, &MainWindow::restart);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->show();
           });
}

}  // namespace noiseloom
