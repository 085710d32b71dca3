#include <gtest/gtest.h>

#include <QAction>
#include <QTest>
#include <algorithm>

#include "core/batching/list.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/lessons/lesson_catalogue.h"
#include "ui/lessons/lesson_player.h"
#include "ui/panels/what_if_strip.h"
#include "ui/style/bar_list.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

class WhatIfWindow : public WindowTest {
 protected:
  WhatIfStrip& strip() { return window->whatIf(); }
  bool waitForBars() {
    return waitUntilSolved() && waitFor([this] { return strip().isComplete(); });
  }
  BarRow* row(const QString& label) {
    const auto found = std::ranges::find(strip().bars().rows(), label, [](const BarRow* row) { return row->text(); });
    return found == strip().bars().rows().end() ? nullptr : *found;
  }
};

TEST_F(WhatIfWindow, ABarMakesItsChange) {
  window->resize(1366, 740);
  document->adopt(smallScenario(), QStringLiteral("small"));
  ASSERT_TRUE(waitForBars());
  EXPECT_EQ(strip().note(), QString());
  EXPECT_TRUE(strip().bars().isVisible());
  EXPECT_GE(strip().bars().rows().size(), 5);
  BarRow* larger = row(QStringLiteral("epsilon 3"));
  ASSERT_TRUE(larger);
  EXPECT_TRUE(larger->content().value.startsWith(QStringLiteral("−"))) << larger->content().value.toStdString();
  const int height = strip().height();
  QTest::mouseClick(larger, Qt::LeftButton);
  EXPECT_EQ(document->scenario().epsilon, 3);
  // What stands there is of the scenario before, and makes no change.
  EXPECT_FALSE(strip().bars().isEnabled());
  EXPECT_EQ(strip().height(), height);
  ASSERT_TRUE(waitForBars());
  EXPECT_TRUE(row(QStringLiteral("epsilon 4")));
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, 2);
  // Nor does what stands beside an entry that cannot be used.
  ASSERT_TRUE(waitForBars());
  document->setEntryProblem(Field::Epsilon, QStringLiteral("Epsilon cannot be read"));
  EXPECT_FALSE(strip().bars().isEnabled());
  document->clearEntryProblem(Field::Epsilon);
  EXPECT_TRUE(strip().bars().isEnabled());
}

TEST_F(WhatIfWindow, SaysWhyNothingStandsThere) {
  window->resize(1366, 740);
  EXPECT_EQ(strip().bars().rows().size(), 0);
  EXPECT_NE(strip().note(), QString()) << "before anything is solved";
  // Noise that depends on the strategy takes long to account for in so many steps, and so does every change.
  document->adopt(with(smallScenario(), {.iterations = 4096, .batching = &batchings::cyclicPoissonRandom}),
                  QStringLiteral("long"));
  ASSERT_TRUE(waitForBars());
  EXPECT_TRUE(strip().bars().rows().isEmpty());
  EXPECT_TRUE(strip().note().startsWith(QStringLiteral("No change is compared"))) << strip().note().toStdString();
}

TEST_F(WhatIfWindow, ItsSpaceBelongsToThePlotsWhereThereIsLittle) {
  window->resize(1366, 740);
  EXPECT_TRUE(strip().isVisible());
  window->resize(1024, 640);
  EXPECT_TRUE(waitFor([this] { return !strip().isVisible(); }));
  window->resize(1366, 740);
  EXPECT_TRUE(waitFor([this] { return strip().isVisible(); }));
  setPresenting(true);
  EXPECT_TRUE(waitFor([this] { return !strip().isVisible(); }));
  setPresenting(false);
  EXPECT_TRUE(waitFor([this] { return strip().isVisible(); }));
  window->lessonPlayer().start(shippedLesson(lessonIds().front()));
  EXPECT_FALSE(strip().isVisible());
  window->lessonPlayer().leave();
  EXPECT_TRUE(strip().isVisible());
}

TEST_F(WhatIfWindow, TheViewRemembersThatItIsNotWanted) {
  window->resize(1366, 740);
  auto* action = window->findChild<QAction*>(QStringLiteral("whatIf"));
  ASSERT_TRUE(action);
  const QJsonObject shown = window->viewState();
  window->showWhatIf(false);
  EXPECT_FALSE(strip().isVisible());
  const QJsonObject hidden = window->viewState();
  window->restoreView(shown);
  EXPECT_TRUE(strip().isVisible());
  window->restoreView(hidden);
  EXPECT_FALSE(strip().isVisible());
}

}  // namespace
}  // namespace noiseloom
