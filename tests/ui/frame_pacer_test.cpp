// While a slider moves nothing queues: the next design is begun when the picture of the one before is on the screen.

#include "ui/jobs/frame_pacer.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <variant>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "tests/core/scenarios.h"
#include "tests/ui/window_fixture.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/plots/strategy/strategy_panel.h"

namespace noiseloom {
namespace {

class Pacing : public testing::Test {
 protected:
  void SetUp() override {
    window.show();
    pacer.follow(window, [this] { return onScreen; });
  }
  void TearDown() override { pacer.rest(); }
  void move(int step) {
    pacer.move(slider, [this, step] { taken.push_back(step); });
  }

  FramePacer& pacer = FramePacer::instance();
  QWidget window;
  QSlider slider;
  bool onScreen = true;
  std::vector<int> taken;
};

TEST_F(Pacing, TakesTheNewestStepOnceThePictureIsThere) {
  move(1);
  EXPECT_EQ(taken, std::vector<int>{1});
  onScreen = false;
  for (int step = 2; step <= 100; ++step) move(step);
  EXPECT_TRUE(pacer.holds(slider));
  EXPECT_EQ(taken, std::vector<int>{1});
  onScreen = true;
  ASSERT_TRUE(waitFor([&] { return taken.size() > 1; }));
  EXPECT_EQ(taken, (std::vector<int>{1, 100}));
  EXPECT_FALSE(pacer.holds(slider));
}

TEST_F(Pacing, ASliderThatIsLetGoStandsWhereItStands) {
  QSignalSpy rested(&pacer, &FramePacer::rested);
  onScreen = false;
  move(1);
  move(2);
  EXPECT_TRUE(pacer.moving());
  pacer.rest();
  EXPECT_EQ(taken, std::vector<int>{2});
  EXPECT_FALSE(pacer.moving());
  EXPECT_EQ(rested.size(), 1);
  pacer.rest();
  EXPECT_EQ(rested.size(), 1);
}

TEST_F(Pacing, ASliderThatIsHeldStillRests) {
  move(1);
  EXPECT_TRUE(waitFor([&] { return !pacer.moving(); }));
}

TEST_F(Pacing, NothingIsTakenForAMoverThatIsGone) {
  onScreen = false;
  {
    QSlider gone;
    pacer.move(gone, [this] { taken.push_back(1); });
  }
  pacer.rest();
  EXPECT_TRUE(taken.empty());
}

TEST_F(Pacing, BackgroundWorkYieldsAndWaits) {
  NewestJob job({}, NewestJob::Urgency::Background);
  std::atomic<int> begun = 0;
  std::atomic<int> stopped = 0;
  const auto work = [&](const std::stop_token& stop) -> NewestJob::Delivery {
    ++begun;
    while (!stop.stop_requested()) QThread::msleep(1);
    ++stopped;
    return {};
  };
  job.start(work);
  ASSERT_TRUE(waitFor([&] { return begun == 1; }));
  onScreen = false;
  move(1);
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  EXPECT_EQ(stopped, 1);
  job.start(work);
  EXPECT_FALSE(job.running());
  pacer.rest();
  EXPECT_TRUE(job.running());
  ASSERT_TRUE(waitFor([&] { return begun == 2; }));
}

class PacedWindow : public WindowTest {
 protected:
  void SetUp() override {
    document = std::make_unique<ScenarioDocument>();
    // Before anybody else hears that another design is asked for.
    QObject::connect(document.get(), &ScenarioDocument::changed, document.get(), [this](DocumentChange change) {
      if (change != DocumentChange::Scenario || !window) return;
      ++begun;
      if (!solver->hasAnswered() || !window->plots().isOnScreen()) ++early;
    });
    const Scenario scenario = with(smallScenario(), {.iterations = 4096, .epochs = 8});
    document->reset(scenario);
    solver = std::make_unique<LiveSolver>(*document);
    solver->solve();
    window = std::make_unique<MainWindow>(*document, *solver);
    window->show();
    ASSERT_TRUE(waitUntilSolved());
    ASSERT_TRUE(waitFor([this] { return window->plots().isOnScreen(); }));
    slider().setSliderDown(true);
  }
  void TearDown() override {
    if (window) slider().setSliderDown(false);
    WindowTest::TearDown();
  }
  int begun = 0;  ///< designs
  int early = 0;  ///< of them, while the picture of the one before was not on the screen

  QSlider& slider() { return number(Field::Epsilon).slider(); }
  HeatMapView& heatMap() { return window->findChild<StrategyPanel*>()->view(); }
};

TEST_F(PacedWindow, NoDesignIsBegunBeforeThePictureOfTheLastIsPainted) {
  for (int step = 1; step <= 200; ++step) {
    slider().setSliderPosition(slider().minimum() + step % (slider().maximum() - slider().minimum()));
    // As on a machine on which a frame takes longer than a slider's steps.
    if (step % 4 == 0) QCoreApplication::processEvents();
  }
  EXPECT_GT(begun, 0);
  EXPECT_EQ(early, 0);
  EXPECT_LE(begun, 51);
  const double wanted = number(Field::Epsilon).edit().text().toDouble();
  // Without another step the last one is taken, too, and what is shown is its design.
  ASSERT_TRUE(waitFor([&] { return document->scenario().epsilon == wanted && window->plots().isOnScreen(); }));
  slider().setSliderDown(false);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().scenario.epsilon, wanted);
}

TEST_F(PacedWindow, StepsOfOneTurnAreOneDesign) {
  for (int step = 1; step <= 50; ++step) slider().setSliderPosition(slider().minimum() + step);
  EXPECT_EQ(begun, 1);
  // The field shows where the slider stands meanwhile; and whoever lets it go gets that.
  const double shown = number(Field::Epsilon).edit().text().toDouble();
  EXPECT_NE(document->scenario().epsilon, shown);
  slider().setSliderDown(false);
  EXPECT_EQ(document->scenario().epsilon, shown);
  document->undoStack().undo();
  EXPECT_EQ(document->scenario().epsilon, smallScenario().epsilon);
}

TEST_F(PacedWindow, AStepThatWaitsLeavesWhatIsTypedElsewhere) {
  slider().setSliderPosition(slider().minimum() + 1);
  slider().setSliderPosition(slider().minimum() + 2);
  NumberField& epochs = number(Field::Epochs);
  ASSERT_TRUE(FramePacer::instance().holds(number(Field::Epsilon)));
  epochs.edit().setFocus();
  epochs.edit().selectAll();
  // Unusable, and usable but spelled otherwise than the program does.
  for (const char* const typed : {"1.5", "2^3"}) {
    slider().setSliderPosition(slider().value() + 1);
    slider().setSliderPosition(slider().value() + 1);
    epochs.edit().selectAll();
    QTest::keyClicks(&epochs.edit(), QLatin1String(typed));
    ASSERT_TRUE(FramePacer::instance().holds(number(Field::Epsilon))) << typed;
    QTest::keyClick(&epochs.edit(), Qt::Key_Return);
    EXPECT_EQ(epochs.edit().text(), QLatin1String(typed));
    EXPECT_EQ(document->scenario().epsilon, number(Field::Epsilon).edit().text().toDouble());
  }
}

TEST_F(PacedWindow, NothingButLooksWhileTheSliderMoves) {
  int certified = 0;
  int points = 0;
  int looks = 0;
  QObject context;
  QObject::connect(document.get(), &ScenarioDocument::changed, &context, [&](DocumentChange change) {
    if (!FramePacer::instance().moving()) return;
    if (change == DocumentChange::Sweep) ++points;
    const auto found = document->design();
    if (change == DocumentChange::Design && found->scenario.epsilon != smallScenario().epsilon)
      ++(found->estimated ? looks : certified);
  });
  const int fine = heatMap().raster()->image.height();
  QSlider& bands = number(Field::Bands).slider();
  slider().setSliderDown(false);
  for (int step = 1; step <= 6; ++step) {
    slider().setSliderDown(true);
    slider().setSliderPosition(slider().minimum() + 2 * step);
    ASSERT_TRUE(waitFor([&] { return solver->hasAnswered() && window->plots().isOnScreen(); }));
  }
  EXPECT_GT(looks, 0);
  EXPECT_EQ(certified, 0);
  EXPECT_EQ(points, 0);
  slider().setSliderDown(false);
  // Full and exact when it rests, without another change of the scenario.
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(design().estimated);
  EXPECT_TRUE(document->sweepIsComplete());
  // A strategy that changes is pictured more coarsely while the slider moves.
  bands.setSliderDown(true);
  bands.setSliderPosition(bands.value() == bands.minimum() ? bands.minimum() + 1 : bands.value() - 1);
  ASSERT_TRUE(waitFor([&] { return solver->hasAnswered() && window->plots().isOnScreen(); }));
  bands.setSliderDown(false);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(heatMap().raster()->image.height(), fine);
}

TEST_F(PacedWindow, CurveRingAndBaselineAreOfOneEpsilonWhileTheSliderMoves) {
  auto& panel = *window->findChild<RmsePanel*>();
  int moved = 0;
  for (int step = 1; step <= 8; ++step) {
    slider().setSliderPosition(slider().minimum() + 3 * step);
    ASSERT_TRUE(waitFor([&] { return solver->hasAnswered() && window->plots().isOnScreen(); }));
    const ChartModel& model = panel.plot().model();
    const auto series = [&](const char* key) {
      const auto found = std::ranges::find(model.series, QString::fromLatin1(key), &ChartSeries::key);
      return found == model.series.end() ? nullptr : &*found;
    };
    const Design& shown = design();
    EXPECT_EQ(shown.scenario.epsilon, document->scenario().epsilon);
    const ChartSeries* ring = series("chosen");
    ASSERT_TRUE(ring);
    EXPECT_NEAR(ring->points.front().y(), shown.error.mean, 1e-12 * shown.error.mean);
    const ChartSeries* baseline = series("dpSgd");
    ASSERT_TRUE(baseline);
    EXPECT_FALSE(baseline->stale);
    EXPECT_NEAR(baseline->points.front().y(), shown.dpSgdRmse, 1e-12 * shown.dpSgdRmse);
    const ChartSeries* own = series("own");
    ASSERT_TRUE(own);
    if (!document->sketchedSweep()) {
      // No time for it: a curve of another epsilon is faint.
      EXPECT_TRUE(own->stale || document->sweepIsCurrent());
      continue;
    }
    ++moved;
    EXPECT_FALSE(own->stale);
    EXPECT_TRUE(series("lowerBound"));
    const auto at = std::ranges::find(own->points, ring->points.front().x(), &QPointF::x);
    ASSERT_NE(at, own->points.end());
    EXPECT_NEAR(at->y(), shown.error.mean, 1e-3 * shown.error.mean);
    const ChartSeries* best = series("optimum");
    ASSERT_TRUE(best);
    EXPECT_EQ(best->points.front().x(), ring->points.front().x());  // best bands were asked for
    EXPECT_TRUE(best->name.contains(QStringLiteral("best of the estimates"))) << best->name.toStdString();
    EXPECT_TRUE(panel.readOutText().startsWith(QStringLiteral("Sketch of "))) << panel.readOutText().toStdString();
    const DataTable table = panel.tables().front();
    EXPECT_EQ(std::get<QString>(table.rows.front().back()), QStringLiteral("sketch"));
  }
  EXPECT_GT(moved, 0);
  slider().setSliderDown(false);
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([&] { return document->sweepIsComplete() && window->plots().isOnScreen(); }));
  // At rest the curve goes through the ring, and nothing on it is better than what is called the best.
  const ChartModel& model = panel.plot().model();
  const auto own = std::ranges::find(model.series, QStringLiteral("own"), &ChartSeries::key);
  const auto best = std::ranges::find(model.series, QStringLiteral("optimum"), &ChartSeries::key);
  ASSERT_NE(own, model.series.end());
  ASSERT_NE(best, model.series.end());
  EXPECT_FALSE(own->stale);
  const auto at = std::ranges::find(own->points, static_cast<double>(design().bands), &QPointF::x);
  ASSERT_NE(at, own->points.end());
  EXPECT_NEAR(at->y(), design().error.mean, 1e-6 * design().error.mean);
  EXPECT_LE(best->points.front().y(), std::ranges::min(own->points, {}, &QPointF::y).y());
}

// Without amplification curves move as a whole, also those of other mechanisms and along other axes.
TEST_F(PacedWindow, EveryCurveMovesWithTheNoiseMultiplierOfEveryStrategy) {
  slider().setSliderDown(false);
  FramePacer::instance().rest();
  const Scenario scenario = with(document->scenario(), {.batching = &batchings::fixedEpoch});
  document->reset(scenario);
  auto& panel = *window->findChild<RmsePanel*>();
  for (const Field axis : {Field::Bands, Field::Epochs}) {
    panel.showAxis(axis);
    const auto isReady = [&] {
      return !solver->running() && document->sweepIsComplete() && !panel.sweeps().running() && panel.data().own &&
             panel.data().own->complete && std::ranges::all_of(panel.data().compared, &RmseCurve::complete) &&
             window->plots().isOnScreen();
    };
    ASSERT_TRUE(waitFor(isReady));
    const RmseData before = panel.data();
    ASSERT_FALSE(before.compared.empty());
    slider().setSliderDown(true);
    slider().setSliderPosition(slider().value() > slider().minimum() + 9 ? slider().minimum() : slider().maximum());
    // The hand does not rest before the answer, however slow the machine.
    ASSERT_TRUE(waitFor([&] {
      FramePacer::instance().move(*window, [] {});
      return solver->hasAnswered() && window->plots().isOnScreen();
    }));
    ASSERT_TRUE(FramePacer::instance().moving());
    const RmseData& now = panel.data();
    const double factor = design().noiseMultiplier.value / before.design->noiseMultiplier.value;
    EXPECT_GT(std::abs(std::log(factor)), 0.1);
    const auto expectMoved = [&](const RmseCurve& curve, const RmseCurve& old) {
      EXPECT_FALSE(curve.stale);
      EXPECT_EQ(curve.sketchOf, 0U);
      for (const SweepPoint& point : old.points) {
        if (!point.solved()) continue;
        const auto at = std::ranges::find(curve.points, point.value, &SweepPoint::value);
        ASSERT_NE(at, curve.points.end());
        EXPECT_NEAR(at->error.mean / (factor * point.error.mean), 1, 1e-5);
        EXPECT_NEAR(at->lowerBound, factor * point.lowerBound, 1e-5 * factor * point.error.mean);
      }
    };
    expectMoved(*now.own, *before.own);
    ASSERT_EQ(now.compared.size(), before.compared.size());
    for (std::size_t i = 0; i < now.compared.size(); ++i) expectMoved(now.compared[i], before.compared[i]);
    expectMoved(*now.baseline, *before.baseline);
    slider().setSliderDown(false);
    FramePacer::instance().rest();
  }
  ASSERT_TRUE(waitUntilSolved());
}

// Of many bands another mechanism would have to stand in.
TEST_F(PacedWindow, SketchesAreMadeOfTheStrategiesOfTheCurve) {
  slider().setSliderDown(false);
  FramePacer::instance().rest();
  const Scenario scenario =
      with(document->scenario(),
           {.iterations = 16'384, .epsilon = 0.5, .mechanism = &mechanisms::bandedToeplitz, .bands = std::nullopt});
  document->reset(scenario);
  ASSERT_TRUE(
      waitFor([&] { return !solver->running() && document->sweepIsComplete() && window->plots().isOnScreen(); }));
  const Index few = design().bands;
  slider().setSliderDown(true);
  slider().setSliderPosition(slider().maximum());
  // The hand does not rest before the answer, however slow the machine.
  ASSERT_TRUE(waitFor([&] {
    FramePacer::instance().move(*window, [] {});
    return solver->hasAnswered() && window->plots().isOnScreen();
  }));
  ASSERT_TRUE(FramePacer::instance().moving());
  EXPECT_TRUE(design().estimated);
  EXPECT_GT(design().bands, few);
  EXPECT_EQ(design().mechanism, &mechanisms::bandedToeplitz);
  slider().setSliderDown(false);
  FramePacer::instance().rest();
  ASSERT_TRUE(waitUntilSolved());
}

// "Stale" is for what stays so.
TEST_F(PacedWindow, WhatWaitsForTheSliderSaysSo) {
  auto& panel = *window->findChild<StepErrorPanel*>();
  auto& label = *panel.findChild<QLabel*>(QStringLiteral("staleLabel"));
  slider().setSliderDown(false);
  QSlider& bands = number(Field::Bands).slider();
  bands.setSliderDown(true);
  bands.setSliderPosition(bands.value() == bands.minimum() ? bands.minimum() + 1 : bands.value() - 1);
  bool waited = false;
  QObject context;
  QObject::connect(document.get(), &ScenarioDocument::changed, &context, [&] {
    if (!panel.isStale() || !FramePacer::instance().moving()) return;
    waited = true;
    EXPECT_EQ(label.text(), QStringLiteral("Waits"));
    EXPECT_TRUE(label.toolTip().contains(QStringLiteral("when the slider rests")));
  });
  ASSERT_TRUE(waitFor([&] { return waited; }));
  bands.setSliderDown(false);
  FramePacer::instance().rest();
  EXPECT_EQ(label.text(), QStringLiteral("Stale"));
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(waitFor([&] { return panel.isCurrent() && label.isHidden(); }));
}

}  // namespace
}  // namespace noiseloom
