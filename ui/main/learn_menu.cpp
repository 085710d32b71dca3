#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include "ui/document/scenario_document.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {

void addLearnMenu(MainWindow& window) {
  QMenu& learn = *window.menuBar()->addMenu(MainWindow::tr("&Learn"));
  learn.setObjectName(QStringLiteral("learnMenu"));
  learn.setToolTipsVisible(true);
  LessonPlayer& player = window.lessonPlayer();
  const auto starts = [&player](const QString& id) { return [&player, id] { player.start(shippedLesson(id)); }; };
  const QStringList ids = lessonIds();
  QAction* first = addEntry(learn, window, QStringLiteral("lesson"), MainWindow::tr("New here? Start the first lesson"),
                            {}, starts(ids.front()));
  first->setObjectName(QStringLiteral("firstLesson"));
  learn.addSeparator();
  int number = 0;
  for (const QString& id : ids) {
    const auto lesson = shippedLesson(id);
    QAction* action =
        addEntry(learn, window, {}, MainWindow::tr("%1. %2").arg(++number).arg(lesson->title), {}, starts(id));
    action->setObjectName(QStringLiteral("lesson.%1").arg(id));
    const QString about = MainWindow::tr("%1 About %n minutes.", nullptr, lesson->minutes).arg(lesson->summary);
    action->setToolTip(about);
    action->setStatusTip(about);
  }
  learn.addSeparator();
  QAction* next = addEntry(learn, window, QStringLiteral("forward"), MainWindow::tr("Next step"),
                           QKeySequence(MainWindow::tr("Alt+Right")), [&player] { player.next(); });
  QAction* back = addEntry(learn, window, QStringLiteral("back"), MainWindow::tr("Step before"),
                           QKeySequence(MainWindow::tr("Alt+Left")), [&player] { player.back(); });
  QAction* again = addEntry(learn, window, QStringLiteral("step-back"), MainWindow::tr("Start the lesson again"), {},
                            [&player] { player.restart(); });
  QAction* leave = addEntry(learn, window, QStringLiteral("cancel"), MainWindow::tr("Leave the lesson"),
                            QKeySequence(MainWindow::tr("Ctrl+Shift+L")), [&player] { player.leave(); });
  next->setObjectName(QStringLiteral("nextStep"));
  back->setObjectName(QStringLiteral("stepBefore"));
  again->setObjectName(QStringLiteral("restartLesson"));
  leave->setObjectName(QStringLiteral("leaveLesson"));
  const auto refresh = [&player, next, back, again, leave] {
    next->setEnabled(player.canGoOn());
    back->setEnabled(player.canGoBack());
    again->setEnabled(player.lesson() != nullptr);
    leave->setEnabled(player.lesson() != nullptr);
  };
  QObject::connect(&player, &LessonPlayer::stepChanged, leave, refresh);
  QObject::connect(&player, &LessonPlayer::left, leave, refresh);
  refresh();
}

}  // namespace noiseloom
