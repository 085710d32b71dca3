#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/main/start_page.h"
#include "ui/style/file_chooser.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/workspace/loaded_file.h"
#include "ui/workspace/recent_files.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

QString folderToStartIn(MainWindow& window) {
  if (!window.workspace().file().isEmpty()) return QFileInfo(window.workspace().file()).absolutePath();
  const QStringList recent = window.workspace().recent().paths();
  const QString last = recent.isEmpty() ? QString() : QFileInfo(recent.front()).absolutePath();
  return !last.isEmpty() && QFileInfo::exists(last) ? last : QDir::homePath();
}

constexpr int kWidestName = 400;  // in pixels of the usual font

/// The text of an entry for a path, no wider than a menu should be; an ampersand in the path is not a mnemonic.
QString entryOf(int number, const QString& path, const QMenu& menu) {
  QString name =
      menu.fontMetrics().elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle, widthIn(menu.font(), kWidestName));
  return MainWindow::tr("&%1 %2").arg(number).arg(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
}

void fillRecent(QMenu& menu, MainWindow& window) {
  menu.clear();
  int number = 0;
  for (const QString& path : window.workspace().recent().paths()) {
    const QString problem = RecentFiles::problemOf(path);
    QAction* action =
        menu.addAction(entryOf(++number, path, menu), &window, [&window, path] { window.workspace().open(path); });
    action->setEnabled(problem.isEmpty());
    action->setToolTip(problem.isEmpty() ? QDir::toNativeSeparators(path) : problem);
  }
  if (number == 0) menu.addAction(MainWindow::tr("No file was opened or saved yet"))->setEnabled(false);
  menu.addSeparator();
  QAction* clear =
      menu.addAction(MainWindow::tr("Clear this list"), &window, [&window] { window.workspace().recent().clear(); });
  clear->setEnabled(number > 0);
}

// File dialogs are non-modal.

void chooseFileToOpen(MainWindow& window) {
  auto* dialog = newFileChooser(&window, MainWindow::tr("Open"), folderToStartIn(window), openableFilter());
  dialog->setObjectName(QStringLiteral("openDialog"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                   [&window](const QString& path) { window.workspace().open(path); });
  dialog->open();
}

void chooseSessionName(MainWindow& window) {
  auto* dialog = newFileChooser(&window, MainWindow::tr("Save session as"), folderToStartIn(window),
                                MainWindow::tr("Sessions (*.noiseloom)"));
  dialog->setObjectName(QStringLiteral("saveDialog"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("noiseloom"));
  const QString now = window.workspace().file();
  dialog->selectFile(now.isEmpty() ? suggestedFileName(window.document().scenario()) + QStringLiteral(".noiseloom")
                                   : now);
  QObject::connect(dialog, &QFileDialog::fileSelected, &window,
                   [&window](const QString& path) { window.workspace().saveAs(path); });
  dialog->open();
}

}  // namespace

void addSessionEntries(QMenu& menu, MainWindow& window) {
  addEntry(menu, window, QStringLiteral("new"), MainWindow::tr("New session"), QKeySequence::New, [&window] {
    window.workspace().startNew();
    window.startPage().open();
  });
  addEntry(menu, window, QStringLiteral("folder-open"), MainWindow::tr("Open …"), QKeySequence::Open,
           [&window] { chooseFileToOpen(window); });
  QMenu* recent = menu.addMenu(symbolicIcon(QStringLiteral("recent")), MainWindow::tr("Recent files"));
  recent->setObjectName(QStringLiteral("recentFiles"));
  recent->setToolTipsVisible(true);
  // The files are checked for existence only when the menu opens.
  QObject::connect(recent, &QMenu::aboutToShow, &window, [recent, &window] { fillRecent(*recent, window); });
  QAction* last = addEntry(menu, window, {}, MainWindow::tr("Bring the last session back"), {},
                           [&window] { window.workspace().bringLastBack(); });
  last->setObjectName(QStringLiteral("bringLastBack"));
  last->setToolTip(MainWindow::tr("The work before this session, with its pinned designs"));
  QObject::connect(&menu, &QMenu::aboutToShow, last,
                   [last, &window] { last->setEnabled(window.workspace().canBringLastBack()); });
  menu.addSeparator();
  addEntry(menu, window, QStringLiteral("save"), MainWindow::tr("Save session"), QKeySequence::Save, [&window] {
    if (window.workspace().file().isEmpty()) {
      chooseSessionName(window);
    } else {
      window.workspace().save();
    }
  });
  addEntry(menu, window, {}, MainWindow::tr("Save session as …"), QKeySequence(MainWindow::tr("Ctrl+Shift+S")),
           [&window] { chooseSessionName(window); })
      ->setObjectName(QStringLiteral("saveAs"));
}

}  // namespace noiseloom
