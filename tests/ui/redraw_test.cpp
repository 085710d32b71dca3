// What a change costs the window's thread: every plot is drawn once at most in a turn of the event loop, never two in
// the same, and hidden ones not at all.

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <map>
#include <variant>

#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/claim_state.h"
#include "ui/plots/canvas/deferred_work.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/rmse/rmse_panel.h"

namespace noiseloom {
namespace {

TEST(DeferredWork, OnePieceATurnAndTheNewestOfEachWidget) {
  QWidget first, second;
  QStringList done;
  int turn = 0;
  // Timers of no time come once a turn.
  QTimer turns;
  QObject::connect(&turns, &QTimer::timeout, &turns, [&turn] { ++turn; });
  turns.start(0);
  std::vector<int> when;
  const auto note = [&](const char* what) {
    return [&, what] {
      done += QString::fromLatin1(what);
      when.push_back(turn);
    };
  };
  defer(first, note("old"));
  defer(second, note("second"));
  defer(first, note("first"));
  {
    QWidget gone;
    defer(gone, note("gone"));
  }
  EXPECT_TRUE(done.isEmpty());
  ASSERT_TRUE(waitFor([&] { return done.size() == 2; }));
  QTest::qWait(20);
  EXPECT_EQ(done, QStringList({QStringLiteral("first"), QStringLiteral("second")}));
  EXPECT_LT(when[0], when[1]);
}

TEST(DeferredWork, TheWidgetWithTheFocusComesFirst) {
  QWidget window;
  auto* plain = new QWidget(&window);
  auto* focused = new QWidget(&window);
  focused->setFocusPolicy(Qt::StrongFocus);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, 120'000));
  window.activateWindow();
  focused->setFocus();
  ASSERT_TRUE(waitFor([&] { return focused->hasFocus(); }));
  QStringList done;
  defer(*plain, [&] { done += QStringLiteral("plain"); });
  defer(*focused, [&] { done += QStringLiteral("focused"); });
  ASSERT_TRUE(waitFor([&] { return done.size() == 2; }));
  EXPECT_EQ(done.front(), QStringLiteral("focused"));
}

class Redraw : public WindowTest {
 protected:
  /// How often each plot is drawn while `change` happens and until all have answered.
  std::map<LinePlot*, int> drawnDuring(const std::function<void()>& change) {
    std::map<LinePlot*, int> counts;
    QObject counting;
    for (LinePlot* plot : window->findChildren<LinePlot*>())
      QObject::connect(plot, &LinePlot::drawn, &counting, [&counts, plot] { ++counts[plot]; });
    change();
    waitFor([this] {
      const auto plots = window->findChildren<LinePlot*>();
      return std::all_of(plots.begin(), plots.end(),
                         [](LinePlot* plot) { return plot->isDrawn() || !plot->isVisible(); });
    });
    return counts;
  }
};

TEST_F(Redraw, ManyChangesInOneTurnDrawAPlotOnce) {
  LinePlot& plot = window->findChild<RmsePanel*>()->plot();
  const auto found = document->design();
  const std::map<LinePlot*, int> counts = drawnDuring([&] {
    for (int i = 1; i <= 20; ++i) {
      // As a solver brings them: designs, points of the sweep, the activity.
      auto next = std::make_shared<Design>(*found);
      next->error.mean *= 1 + 0.01 * i;
      document->setDesign(next, false);
      document->addSweepPoints(document->scenario(), {});
    }
    EXPECT_FALSE(plot.isDrawn());
  });
  ASSERT_TRUE(counts.contains(&plot));
  for (const auto& [drawn, count] : counts) EXPECT_EQ(count, 1) << qPrintable(drawn->objectName());
}

TEST_F(Redraw, NoTwoPlotsAreDrawnInOneTurn) {
  std::vector<int> turns;
  int turn = 0;
  QTimer counter;
  QObject::connect(&counter, &QTimer::timeout, &counter, [&turn] { ++turn; });
  counter.start(0);
  for (LinePlot* plot : window->findChildren<LinePlot*>())
    QObject::connect(plot, &LinePlot::drawn, &counter, [&] { turns.push_back(turn); });
  Scenario scenario = document->scenario();
  scenario.epsilon *= 1.5;
  document->edit(Field::Epsilon, scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_GE(turns.size(), 2U);
  EXPECT_TRUE(std::adjacent_find(turns.begin(), turns.end()) == turns.end());
}

TEST_F(Redraw, WhatIsHiddenIsDrawnWhenItIsShownButNeverOld) {
  LinePlot* hidden = nullptr;
  for (LinePlot* plot : window->findChildren<LinePlot*>()) {
    if (!plot->isVisible() && plot->objectName() == QStringLiteral("costPlot")) hidden = plot;
  }
  ASSERT_NE(hidden, nullptr);
  QSignalSpy drawn(hidden, &LinePlot::drawn);
  // Memory against bands, of which there are up to n/k.
  const auto mostBands = [hidden] { return std::get<double>(chartTable(hidden->model()).rows.back().front()); };
  EXPECT_EQ(mostBands(), 64 / 4);
  const Scenario scenario = with(document->scenario(), {.iterations = 128});
  document->edit(Field::Iterations, scenario);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(drawn.size(), 0);
  EXPECT_FALSE(hidden->isDrawn());
  // Tables and pictures are made of the newest model all the same.
  EXPECT_EQ(mostBands(), 128 / 4);
}

TEST_F(Redraw, AModelThatChangesNothingDrawsNothing) {
  LinePlot& plot = window->findChild<RmsePanel*>()->plot();
  ASSERT_TRUE(waitFor([&] { return plot.isDrawn(); }));
  QSignalSpy drawn(&plot, &LinePlot::drawn);
  plot.setModel(plot.model());
  ASSERT_TRUE(waitFor([&] { return plot.isDrawn(); }));
  EXPECT_EQ(drawn.size(), 0);
}

TEST_F(Redraw, WhoeverAsksForWhatIsDrawnGetsTheNewest) {
  LinePlot& plot = window->findChild<RmsePanel*>()->plot();
  ChartModel model = plot.model();
  model.x.log = false;
  for (ChartSeries& series : model.series) {
    for (QPointF& point : series.points) point.rx() += 1e4;
  }
  plot.setModel(model);
  EXPECT_FALSE(plot.isDrawn());
  EXPECT_GT(plot.lineChart().across().values().second, 1e4);
  EXPECT_TRUE(plot.isDrawn());
}

class FirstLook : public WindowTest {};

TEST_F(FirstLook, IsAnEstimateThatNobodyCanExportAndTheCertifiedDesignFollows) {
  std::vector<std::pair<bool, DesignState>> seen;
  bool exportable = false;
  QObject::connect(document.get(), &ScenarioDocument::changed, window.get(), [&](DocumentChange change) {
    if (change != DocumentChange::Design) return;
    const auto found = document->design();
    if (found->strategy.iterations() != 16'384) return;  // the last one, which has become stale
    seen.emplace_back(found->estimated, document->designState());
    if (found->estimated) {
      exportable = exportable || document->whyNotExportable().isEmpty();
      EXPECT_FALSE(isCertified(*found));
    }
  });
  Scenario scenario = with(document->scenario(), {.iterations = 16'384, .epochs = 8});
  scenario.bands = 8;  // refined for a tenth of a second
  document->edit(Field::Iterations, scenario);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(seen.front().first);
  EXPECT_FALSE(exportable);
  for (const auto& [estimated, state] : seen) EXPECT_TRUE(!estimated || state != DesignState::Current);
  EXPECT_FALSE(document->design()->estimated);
  EXPECT_EQ(document->whyNotExportable(), QString());
}

TEST_F(FirstLook, WhatPrivacyAloneChangesIsNotSolvedAgain) {
  Scenario scenario = with(document->scenario(), {.bands = 8});
  document->edit(Field::Bands, scenario);
  ASSERT_TRUE(waitUntilSolved());
  const auto before = document->design();
  scenario.epsilon *= 2;
  document->edit(Field::Epsilon, scenario);
  ASSERT_TRUE(waitUntilSolved());
  const auto after = document->design();
  EXPECT_EQ(after->optimizer.seconds, before->optimizer.seconds);
  const auto alone = noiseloom::design(scenario);
  EXPECT_EQ(after->error.mean, alone->error.mean);
  EXPECT_EQ(after->noiseMultiplier.value, alone->noiseMultiplier.value);
  EXPECT_EQ(after->dpSgdRmse, alone->dpSgdRmse);
}

}  // namespace
}  // namespace noiseloom
