// A slider that plays by itself, and a key that is held: paced like a drag, and one undo step.

#include "ui/panels/slider_player.h"

#include <gtest/gtest.h>

#include <QMenu>
#include <QMenuBar>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <set>

#include "tests/ui/window_fixture.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/settings/preferences.h"

namespace noiseloom {
namespace {

class Playing : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    before = document->scenario();
    steps = document->undoStack().count();
    player().setSpeed(SliderPlayer::Speed::Fast);
    // As a plain Fusion style without a desktop has it.
    preferences().lessMotion.set(false);
    window->activateWindow();
    field().edit().setFocus();
  }
  void TearDown() override {
    player().stop();
    preferences().lessMotion.reset();
    WindowTest::TearDown();
  }
  SliderPlayer& player() { return window->scenarioPanel().player(); }
  NumberField& field() { return number(Field::Epsilon); }
  QToolButton& button() { return *field().findChild<QToolButton*>(QStringLiteral("playSlider")); }
  bool waitForValue() {
    return waitFor([this] { return document->scenario().epsilon != before.epsilon; });
  }

  Scenario before;
  int steps = 0;
};

TEST_F(Playing, F8PlaysAndAClickLeavesTheValueAsOneStep) {
  QTest::keyClick(&field().edit(), Qt::Key_F8);
  ASSERT_EQ(player().field(), &field());
  ASSERT_TRUE(waitForValue());
  const double first = document->scenario().epsilon;
  EXPECT_GT(first, before.epsilon);
  ASSERT_TRUE(waitFor([&] { return document->scenario().epsilon > first; }));
  QTest::mouseClick(window->menuBar(), Qt::LeftButton, {}, {window->menuBar()->width() - 2, 2});
  EXPECT_EQ(player().field(), nullptr);
  const double left = document->scenario().epsilon;
  EXPECT_GT(left, first);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(document->scenario().epsilon, left);
  EXPECT_FALSE(design().estimated);
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario(), before);
}

TEST_F(Playing, EscapeTakesThePlayBack) {
  player().toggle(field());
  ASSERT_TRUE(waitForValue());
  QTest::keyClick(&field().edit(), Qt::Key_Escape);
  EXPECT_EQ(player().field(), nullptr);
  EXPECT_EQ(document->scenario(), before);
  EXPECT_EQ(document->undoStack().count(), steps);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(field().edit().text(), QStringLiteral("2"));
}

TEST_F(Playing, AnyOtherEditEndsIt) {
  player().toggle(field());
  ASSERT_TRUE(waitForValue());
  type(Field::Bands, QStringLiteral("4"));
  EXPECT_EQ(player().field(), nullptr);
  EXPECT_EQ(document->scenario().bands, 4);
  EXPECT_EQ(document->undoStack().count(), steps + 2);
}

// There and back ends where it began, exactly, though 2.2 is no value of the slider.
TEST_F(Playing, ThereAndBackComesHomeWithoutAStep) {
  NumberField& buffers = number(Field::Epochs);
  type(Field::Epochs, QStringLiteral("7"));
  ASSERT_TRUE(waitUntilSolved());
  const Scenario home = document->scenario();
  const int count = document->undoStack().count();
  buffers.setScale(SliderScale({2, 4, 8, 16}));
  std::set<Index> seen;
  QObject context;
  QObject::connect(document.get(), &ScenarioDocument::changed, &context,
                   [&] { seen.insert(document->scenario().effectiveParticipations()); });
  player().toggle(buffers);
  ASSERT_TRUE(waitFor([&] { return !player().field(); }));
  EXPECT_EQ(document->scenario(), home);
  EXPECT_EQ(document->undoStack().count(), count);
  EXPECT_EQ(seen, (std::set<Index>{2, 4, 7, 8, 16}));
}

TEST_F(Playing, OnceEndsAtTheEnd) {
  player().setOnce(true);
  field().setScale(SliderScale({1, 2, 3, 4}));
  player().toggle(field());
  ASSERT_TRUE(waitFor([&] { return !player().field(); }));
  EXPECT_EQ(document->scenario().epsilon, 4);
  EXPECT_EQ(document->undoStack().count(), steps + 1);
}

TEST_F(Playing, NothingQueues) {
  FramePacer& pacer = FramePacer::instance();
  bool shown = false;
  QWidget elsewhere;
  elsewhere.show();
  pacer.follow(elsewhere, [&] { return shown; });
  player().toggle(field());
  ASSERT_TRUE(waitFor([&] { return pacer.holds(field()); }));
  const QString waits = field().edit().text();
  // Ticks go by, and the slider stands until its picture is there.
  QTest::qWait(5 * player().interval());
  EXPECT_EQ(field().edit().text(), waits);
  EXPECT_EQ(document->scenario(), before);
  shown = true;
  EXPECT_TRUE(waitForValue());
}

TEST_F(Playing, LessMotionGoesAStepASecondAtMost) {
  player().toggle(field());
  EXPECT_LT(player().interval(), 200);
  preferences().lessMotion.set(true);
  EXPECT_GE(player().interval(), 1000);
}

TEST_F(Playing, TheButtonComesWithTheFocusAndTheMenuHasItAll) {
  EXPECT_TRUE(waitFor([&] { return button().isVisible(); }));
  EXPECT_EQ(button().accessibleName(), QStringLiteral("Play the slider of Epsilon"));
  number(Field::Epochs).edit().setFocus();
  EXPECT_TRUE(waitFor([&] { return button().isHidden() || field().underMouse(); }));
  QMenu menu;
  field().addEntries(menu);
  EXPECT_TRUE(menu.findChild<QAction*>(QStringLiteral("playSlider")));
  menu.findChild<QAction*>(QStringLiteral("playSlider"))->trigger();
  EXPECT_EQ(player().field(), &field());
  EXPECT_TRUE(button().isVisible());
  EXPECT_TRUE(button().accessibleName().contains(QStringLiteral("Stop")));
  button().click();
  EXPECT_EQ(player().field(), nullptr);
}

TEST_F(Playing, AHeldArrowKeyIsPaced) {
  FramePacer& pacer = FramePacer::instance();
  bool shown = true;
  QWidget elsewhere;
  elsewhere.show();
  pacer.follow(elsewhere, [&] { return shown; });
  QTest::keyClick(&field().edit(), Qt::Key_Up);
  const double first = document->scenario().epsilon;
  EXPECT_GT(first, before.epsilon);
  shown = false;
  for (int i = 0; i < 5; ++i) QTest::keyClick(&field().edit(), Qt::Key_Up);
  // What is on the screen is the design of the first; the newest waits, and the text says where it stands.
  EXPECT_EQ(document->scenario().epsilon, first);
  EXPECT_TRUE(pacer.moving());
  const double wanted = field().edit().text().toDouble();
  EXPECT_GT(wanted, first);
  shown = true;
  ASSERT_TRUE(waitFor([&] { return document->scenario().epsilon == wanted; }));
  EXPECT_EQ(document->undoStack().count(), steps + 1);
}

}  // namespace
}  // namespace noiseloom
