#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/dialogs/recommend_dialog.h"
#include "ui/lessons/lesson_player.h"
#include "ui/main/start_page.h"
#include "ui/main/when_shown.h"
#include "ui/style/look.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

class StartPages : public WindowTest {
 protected:
  StartPage& page() { return window->startPage(); }
  QAbstractButton* door(const char* name) { return page().findChild<QAbstractButton*>(QLatin1String(name)); }
  QAction* newSession() {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->shortcut() == QKeySequence(QKeySequence::New)) return action;
    }
    return nullptr;
  }
};

TEST_F(StartPages, ANewSessionOffersWaysToBegin) {
  EXPECT_TRUE(page().isHidden()) << "only run() shows it at a first start";
  newSession()->trigger();
  EXPECT_TRUE(page().isVisible());
  QTest::keyClick(door("recommendDoor"), Qt::Key_Escape);
  EXPECT_TRUE(page().isHidden());
  page().open();
  QTest::mouseClick(&page(), Qt::LeftButton, {}, QPoint(3, 3));
  EXPECT_TRUE(page().isHidden());
}

TEST_F(StartPages, ACommandThatGoesToWhatIsBehindClosesIt) {
  window->activateWindow();
  newSession()->trigger();
  ASSERT_TRUE(waitFor([&] { return door("recommendDoor")->hasFocus(); }));
  window->findChild<QAction*>(QStringLiteral("goTo.strategyPanel"))->trigger();
  EXPECT_TRUE(waitFor([&] { return page().isHidden(); }));
}

TEST_F(StartPages, DoorsHaveTheTypeOfTheWindow) {
  newSession()->trigger();
  const int before = door("learnDoor")->height();
  setPresenting(true);
  EXPECT_TRUE(waitFor([&] { return door("learnDoor")->height() > 1.3 * before; }))
      << door("learnDoor")->height() << " after " << before;
  setPresenting(false);
  EXPECT_TRUE(waitFor([&] { return door("learnDoor")->height() == before; })) << door("learnDoor")->height();
  // Also by the key, which arranges the window anew.
  QAction* presenter = nullptr;
  for (QAction* action : window->findChildren<QAction*>()) {
    if (action->shortcuts().contains(QKeySequence(Qt::Key_F5))) presenter = action;
  }
  ASSERT_TRUE(presenter);
  presenter->trigger();
  EXPECT_TRUE(page().isVisible());
  EXPECT_TRUE(waitFor([&] { return door("learnDoor")->height() > 1.3 * before; }, 5'000))
      << door("learnDoor")->height() << " after " << before;
  presenter->trigger();
}

TEST(FirstWindow, FitsTheScreenWithItsTitleBar) {
  ScenarioDocument document;
  LiveSolver solver(document);
  for (const QSize screen : {QSize(1024, 640), QSize(1366, 768), QSize(1536, 864), QSize(3840, 2160)}) {
    MainWindow window(document, solver);
    const QSize before = window.size();
    fitInto(window, screen);
    EXPECT_LE(window.width(), screen.width());
    EXPECT_LT(window.height(), screen.height());
    if (screen.width() > 2000) {
      EXPECT_EQ(window.size(), QSize(1760, 1100));
    } else {
      EXPECT_EQ(window.width(), std::min(before.width(), screen.width()));
    }
  }
}

TEST_F(StartPages, ItsDoorsLeadSomewhere) {
  page().open();
  QTest::keyClick(door("recommendDoor"), Qt::Key_Return);
  EXPECT_TRUE(page().isHidden());
  auto* dialog = window->findChild<RecommendDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->isVisible());
  dialog->close();

  page().open();
  door("exampleDoor")->click();
  auto* examples = window->findChild<QMenu*>(QStringLiteral("examples"));
  EXPECT_TRUE(examples->isVisible());
  examples->close();
  examples->actions().back()->trigger();
  EXPECT_TRUE(page().isHidden()) << "an example is open";

  page().open();
  door("learnDoor")->click();
  EXPECT_TRUE(page().isHidden());
  EXPECT_TRUE(window->lessonPlayer().lesson());
  window->lessonPlayer().leave();
}

TEST_F(StartPages, TheKeyboardStaysOnIt) {
  window->activateWindow();
  page().open();
  for (int i = 0; i < 12; ++i) {
    QTest::keyClick(QApplication::focusWidget(), i < 6 ? Qt::Key_Tab : Qt::Key_Backtab);
    ASSERT_TRUE(page().isAncestorOf(QApplication::focusWidget())) << i;
  }
  page().dismiss();
  EXPECT_FALSE(page().isAncestorOf(QApplication::focusWidget()));
}

TEST_F(StartPages, ListsFilesThatAreThere) {
  const QTemporaryDir folder;
  RecentFiles& recent = window->workspace().recent();
  recent.clear();
  const auto names = [this] {
    QStringList names;
    for (const QToolButton* button : page().findChildren<QToolButton*>()) names += button->text();
    names.removeAll(QString());
    return names;
  };
  for (const char* name : {"one.noiseloom", "gone.noiseloom", "t&wo.noiseloom"}) {
    const QString path = folder.filePath(QLatin1String(name));
    QFile(path).open(QIODevice::WriteOnly);
    recent.add(path);
  }
  QFile::remove(folder.filePath(QStringLiteral("gone.noiseloom")));
  // What became a folder cannot be opened either.
  const QString folderNow = folder.filePath(QStringLiteral("folder.noiseloom"));
  QDir().mkpath(folderNow);
  recent.add(folderNow);
  EXPECT_TRUE(RecentFiles::problemOf(folderNow).contains(QStringLiteral("is a folder")));
  page().open();
  EXPECT_EQ(names(), QStringList({QStringLiteral("t&&wo.noiseloom"), QStringLiteral("one.noiseloom")}));
  for (int i = 0; i < 4; ++i) {
    const QString path = folder.filePath(QStringLiteral("%1.noiseloom").arg(i));
    QFile(path).open(QIODevice::WriteOnly);
    recent.add(path);
  }
  page().open();
  EXPECT_EQ(names().size(), 5) << "the four newest, and a way to the others";
  recent.clear();
}

TEST_F(StartPages, FitsIntoTheWindow) {
  for (const bool large : {false, true}) {
    setPresenting(large);
    window->resize(1024, 640);
    page().open();
    QTest::qWait(30);
    auto* card = page().findChild<QScrollArea*>();
    EXPECT_TRUE(page().rect().contains(card->geometry())) << large;
    page().dismiss();
  }
  setPresenting(false);
}

}  // namespace
}  // namespace noiseloom
