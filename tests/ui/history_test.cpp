// Edit > Timeline: states with their words and errors, going to any of them, snapshots, and the flip between two.

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/dialogs/history_dialog.h"
#include "ui/main/main_window.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/workspace/workspace.h"

namespace noiseloom {
namespace {

class History : public WindowTest {
 protected:
  HistoryDialog& open() {
    window->findChild<QAction*>(QStringLiteral("timeline"))->trigger();
    return *window->findChild<HistoryDialog*>(QStringLiteral("historyDialog"));
  }
  static void click(QListWidget& list, int row) {
    list.scrollToItem(list.item(row));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(row)).center());
  }
  double epsilon() { return document->scenario().epsilon; }
  void flip() { window->findChild<QAction*>(QStringLiteral("flip"))->trigger(); }
};

TEST_F(History, AClickGoesToAnyStepInOneChange) {
  const double first = epsilon();
  const Mechanism* mechanism = document->scenario().mechanism;
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("3"));
  chooseMechanism(*mechanismFromName("dp-sgd"));
  HistoryDialog& dialog = open();
  QListWidget& steps = dialog.steps();
  ASSERT_EQ(steps.count(), 4);
  EXPECT_EQ(steps.item(0)->text(), QStringLiteral("As it was opened"));
  EXPECT_EQ(steps.item(1)->text(), QStringLiteral("epsilon: 2 to 4"));
  EXPECT_EQ(steps.item(2)->text(), QStringLiteral("epsilon: 4 to 3"));
  EXPECT_EQ(steps.item(3)->text(), QStringLiteral("mechanism: Banded Toeplitz to DP-SGD"));
  int changes = 0;
  const auto counted = QObject::connect(document.get(), &ScenarioDocument::changed, [&](DocumentChange change) {
    changes += change == DocumentChange::Scenario ? 1 : 0;
  });
  click(steps, 1);
  EXPECT_EQ(epsilon(), 4);
  EXPECT_EQ(document->scenario().mechanism, mechanism);
  EXPECT_EQ(changes, 1);
  click(steps, 3);
  EXPECT_EQ(epsilon(), 3);
  EXPECT_EQ(document->scenario().mechanism, *mechanismFromName("dp-sgd"));
  EXPECT_EQ(changes, 2);
  QObject::disconnect(counted);
  click(steps, 0);
  EXPECT_EQ(epsilon(), first);
  EXPECT_TRUE(waitUntilSolved());
}

TEST_F(History, StatesThatWereSolvedShowTheirErrors) {
  ASSERT_TRUE(waitUntilSolved());
  type(Field::Epsilon, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  type(Field::Epsilon, QStringLiteral("0"));  // nothing is solved with it
  document->undoStack().undo();
  QListWidget& steps = open().steps();
  ASSERT_TRUE(waitFor([&] { return !steps.item(1)->data(Qt::UserRole).toString().isEmpty(); }));
  EXPECT_FALSE(steps.item(0)->data(Qt::UserRole).toString().isEmpty());
  EXPECT_NE(steps.item(0)->data(Qt::UserRole).toString(), steps.item(1)->data(Qt::UserRole).toString());
  const KnownState* known = document->known(document->scenario());
  ASSERT_TRUE(known);
  EXPECT_EQ(known->error, design().objectiveError());
  ASSERT_EQ(std::ssize(known->lags), KnownStates::kLags);
  EXPECT_EQ(known->lags.front(), 1) << "the first entry is the largest of an optimum's";
}

TEST_F(History, AFlipIsNoStepAndKeepsWhatCanBeRedone) {
  ASSERT_TRUE(waitUntilSolved());
  QAction& action = *window->findChild<QAction*>(QStringLiteral("flip"));
  EXPECT_FALSE(action.isEnabled()) << "there is one state only";
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("5"));
  document->undoStack().undo();
  EXPECT_EQ(epsilon(), 4);
  flip();
  EXPECT_EQ(epsilon(), 5) << "the state that was left last";
  EXPECT_TRUE(action.isChecked());
  const auto* inRow = window->findChild<QToolButton*>(QStringLiteral("row_flip"));
  EXPECT_EQ(inRow->text(), QStringLiteral("B"));
  EXPECT_EQ(action.iconText(), QStringLiteral("Flip to the other state")) << "the list of shortcuts names it so";
  EXPECT_TRUE(document->undoStack().canRedo());
  EXPECT_EQ(document->undoStack().index(), 1);
  flip();
  EXPECT_EQ(epsilon(), 4);
  EXPECT_FALSE(action.isChecked());
  document->undoStack().redo();
  EXPECT_EQ(epsilon(), 5);
  flip();
  EXPECT_EQ(epsilon(), 4);
  document->undoStack().undo();
  EXPECT_EQ(epsilon(), 4) << "an undo is of the last step, from 5 back to 4";
  EXPECT_FALSE(document->flip().isFlipped());
}

TEST_F(History, EveryPlotFollowsAFlipToADesignThatIsKnown) {
  type(Field::Bands, QStringLiteral("1"));
  ASSERT_TRUE(waitUntilSolved());
  type(Field::Bands, QStringLiteral("4"));
  ASSERT_TRUE(waitUntilSolved());
  const auto* strategy = window->findChild<HeatMapView*>();
  const auto follow = [&](Index bands) {
    return waitFor([&] {
      return strategy->strategy() && strategy->strategy()->bands() == bands && document->design()->bands == bands &&
             std::ranges::none_of(window->plots().panels(),
                                  [](const PlotPanel* panel) { return panel->isVisible() && panel->isStale(); });
    });
  };
  ASSERT_TRUE(follow(4));
  for (const Index bands : {1, 4, 1}) {
    flip();
    EXPECT_EQ(document->designState(), DesignState::Current) << "it was solved before";
    EXPECT_TRUE(follow(bands)) << bands;
  }
}

TEST_F(History, TheTimelineNamesBothStatesWhileTheOtherIsShown) {
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("5"));
  HistoryDialog& dialog = open();
  QTest::keyClick(&dialog, Qt::Key_F9);
  EXPECT_EQ(epsilon(), 4);
  QListWidget& steps = dialog.steps();
  ASSERT_TRUE(waitFor([&] { return steps.item(2)->text().startsWith(QStringLiteral("A: ")); }));
  EXPECT_EQ(steps.item(1)->text(), QStringLiteral("B: epsilon: 2 to 4"));
  EXPECT_EQ(steps.item(0)->text(), QStringLiteral("As it was opened"));
}

TEST_F(History, AnEditAtTheOtherStateKeepsBothBehindIt) {
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("5"));
  flip();
  ASSERT_EQ(epsilon(), 4);
  type(Field::Epochs, QStringLiteral("2"));
  EXPECT_EQ(epsilon(), 4);
  EXPECT_FALSE(document->flip().isFlipped());
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epochs, smallScenario().epochs);
  EXPECT_EQ(epsilon(), 4);
  document->undoStack().undo();
  EXPECT_EQ(epsilon(), 5) << "the flip became a step";
}

TEST_F(History, AMarkedStateIsTheOtherOne) {
  type(Field::Epsilon, QStringLiteral("4"));
  type(Field::Epsilon, QStringLiteral("5"));
  type(Field::Epsilon, QStringLiteral("6"));
  document->flip().mark(document->scenarioAt(1));
  flip();
  EXPECT_EQ(epsilon(), 4);
  flip();
  EXPECT_EQ(epsilon(), 6);
  document->flip().mark(std::nullopt);
  flip();
  EXPECT_EQ(epsilon(), 5);
  document->reset(document->scenario());
  EXPECT_FALSE(document->flip().other());
}

TEST_F(History, SnapshotsAreSavedRestoredRenamedAndDeleted) {
  ASSERT_TRUE(waitUntilSolved());
  HistoryDialog& dialog = open();
  type(Field::Epsilon, QStringLiteral("4"));
  document->undoStack().undo();
  dialog.findChild<QLineEdit*>(QStringLiteral("snapshotName"))->setText(QStringLiteral("loose"));
  dialog.findChild<QPushButton*>(QStringLiteral("saveSnapshot"))->click();
  EXPECT_TRUE(document->undoStack().canRedo()) << "to save a state forgets nothing";
  EXPECT_FALSE(window->workspace().isUntouched());
  document->undoStack().redo();
  document->snapshots().add(QStringLiteral("loose"), document->scenario());
  ASSERT_EQ(dialog.snapshots().count(), 2);
  EXPECT_EQ(dialog.snapshots().item(1)->text(), QStringLiteral("loose (2)"));
  const int steps = document->undoStack().count();
  click(dialog.snapshots(), 0);
  EXPECT_EQ(epsilon(), smallScenario().epsilon);
  EXPECT_EQ(document->undoStack().count(), steps + 1);
  document->undoStack().undo();
  EXPECT_EQ(epsilon(), 4);
  dialog.snapshots().item(1)->setText(QStringLiteral("tight"));
  EXPECT_EQ(document->snapshots().all()[1].name, "tight");
  dialog.snapshots().setCurrentRow(0);
  dialog.findChild<QPushButton*>(QStringLiteral("deleteSnapshot"))->click();
  ASSERT_EQ(document->snapshots().all().size(), 1U);
  EXPECT_EQ(document->snapshots().all()[0].name, "tight");
  dialog.findChild<QPushButton*>(QStringLiteral("bringSnapshotBack"))->click();
  ASSERT_EQ(document->snapshots().all().size(), 2U);
  EXPECT_EQ(document->snapshots().all()[0].name, "loose");
}

}  // namespace
}  // namespace noiseloom
