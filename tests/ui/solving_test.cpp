// Threads and results: newest wins, cancel keeps the best so far, closing while running.

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <limits>
#include <vector>

#include "core/batching/list.h"
#include "core/io/strategy_file.h"
#include "core/recommend/best_baseline.h"
#include "core/search/band_curve.h"
#include "core/search/comparable.h"
#include "core/search/designer.h"
#include "core/search/two_speed_solve.h"
#include "core/verify/verify_strategy.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/design_text.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/claim_bar.h"

namespace noiseloom {
namespace {

struct Recorder {
  std::vector<std::pair<std::shared_ptr<const Design>, bool>> designs;
  std::vector<BandPoint> points;
  SolveSink sink() {
    return {[this](std::shared_ptr<const Design> found, bool final) { designs.emplace_back(std::move(found), final); },
            [this](const BandPoint& point) { points.push_back(point); }};
  }
  // Stops once a design is there.
  SolveSink stopping(std::stop_source& stop) {
    SolveSink own = sink();
    own.onDesign = [onDesign = own.onDesign, &stop](std::shared_ptr<const Design> found, bool final) {
      onDesign(std::move(found), final);
      stop.request_stop();
    };
    return own;
  }
};

TEST(SolveWork, BestBandsAreThoseOfTheCore) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("banded-toeplitz"), *mechanismFromName("banded"), *mechanismFromName("dp-sgd")}) {
    for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::fixedEpoch}) {
      const Scenario scenario = with(smallScenario(), {.mechanism = mechanism, .batching = batching});
      Recorder recorder;
      EXPECT_TRUE(runSolve({scenario, 0, {}, false}, {}, recorder.sink()));
      ASSERT_FALSE(recorder.designs.empty());
      const auto& [last, final] = recorder.designs.back();
      const auto expected = noiseloom::design(scenario);
      EXPECT_TRUE(final);
      EXPECT_TRUE(last->scenario == scenario);
      EXPECT_EQ(last->bands, expected->bands) << toString(mechanism) << " " << toString(batching);
      EXPECT_NEAR(last->error.mean, expected->error.mean, 1e-9 * expected->error.mean);
      EXPECT_FALSE(recorder.points.empty());
    }
  }
}

TEST(SolveWork, AnswersQuicklyBeforeItSweeps) {
  Recorder recorder;
  std::size_t pointsAtFirstDesign = 99;
  SolveSink sink = recorder.sink();
  const auto onDesign = sink.onDesign;
  sink.onDesign = [&](std::shared_ptr<const Design> found, bool final) {
    if (recorder.designs.empty()) pointsAtFirstDesign = recorder.points.size();
    onDesign(std::move(found), final);
  };
  runSolve({smallScenario(), 0, {}, false}, {}, sink);
  EXPECT_EQ(pointsAtFirstDesign, 0U);
  EXPECT_FALSE(recorder.designs.front().second);
}

TEST(SolveWork, StoppedInTheSweepItKeepsTheBestSoFar) {
  std::stop_source stop;
  Recorder recorder;
  SolveSink sink = recorder.sink();
  sink.onPoint = [&](const BandPoint& point) {
    recorder.points.push_back(point);
    if (recorder.points.size() == 3) stop.request_stop();
  };
  Scenario scenario = ScenarioDocument::defaultScenario();
  EXPECT_FALSE(runSolve({scenario, 0, {}, false}, {stop.get_token(), {}}, sink));
  ASSERT_FALSE(recorder.designs.empty());
  const auto& [last, final] = recorder.designs.back();
  EXPECT_TRUE(final);
  EXPECT_EQ(last->optimizer.termination, Termination::Stopped);
  EXPECT_TRUE(last->scenario == scenario);
  EXPECT_TRUE(std::isfinite(last->noiseMultiplier.value));
}

TEST(SolveWork, StoppedAfterTheQuickAnswerItIsNoWorse) {
  for (const Mechanism* mechanism : {*mechanismFromName("banded"), *mechanismFromName("dense")}) {
    const Scenario scenario = with(
        smallScenario(), {.iterations = 300, .mechanism = mechanism, .bands = 16, .batching = &batchings::fixedEpoch});
    std::stop_source stop;
    Recorder recorder;
    const SolveSink sink = recorder.stopping(stop);
    EXPECT_FALSE(runSolve({scenario, 0, {}, false}, {stop.get_token(), {}}, sink));
    ASSERT_GE(recorder.designs.size(), 2U);
    const auto& [last, final] = recorder.designs.back();
    EXPECT_TRUE(final);
    EXPECT_TRUE(last->scenario == scenario);
    EXPECT_EQ(last->optimizer.termination, Termination::Stopped);
    EXPECT_LE(last->error.mean, recorder.designs.front().first->error.mean);
  }
}

TEST(SolveWork, TheFirstLookIsAnEstimateAndWhatIsFinalNeverIs) {
  for (const Mechanism* mechanism :
       {*mechanismFromName("banded-toeplitz"), *mechanismFromName("banded"), *mechanismFromName("bsr")}) {
    for (const bool best : {false, true}) {
      Scenario scenario = with(smallScenario(), {.mechanism = mechanism});
      if (!best) scenario.bands = 6;
      Recorder recorder;
      EXPECT_TRUE(runSolve({scenario, 0, {}, false}, {}, recorder.sink()));
      ASSERT_GE(recorder.designs.size(), 2U);
      EXPECT_TRUE(recorder.designs.front().first->estimated);
      for (const auto& [found, final] : recorder.designs) EXPECT_FALSE(final && found->estimated);
      EXPECT_TRUE(recorder.designs.back().second);
    }
  }
}

TEST(SolveWork, StoppedAtItsFirstLookItStillCertifies) {
  for (const Mechanism* mechanism : {*mechanismFromName("banded-toeplitz"), *mechanismFromName("banded")}) {
    const Scenario scenario = with(smallScenario(), {.mechanism = mechanism, .bands = 6});
    std::stop_source stop;
    Recorder recorder;
    const SolveSink sink = recorder.stopping(stop);
    EXPECT_FALSE(runSolve({scenario, 0, {}, false}, {stop.get_token(), {}}, sink));
    ASSERT_GE(recorder.designs.size(), 2U);
    EXPECT_TRUE(recorder.designs.back().second);
    EXPECT_FALSE(recorder.designs.back().first->estimated);
  }
}

TEST(SolveWork, AnAbandonedRequestLeavesNothing) {
  for (const bool best : {false, true}) {
    Scenario scenario = ScenarioDocument::defaultScenario();
    if (!best) scenario.bands = 16;
    std::stop_source stop;
    Recorder recorder;
    const SolveSink sink = recorder.stopping(stop);
    SolveRequest request{scenario, 0, {}, false};
    request.abandon = stop.get_token();
    EXPECT_FALSE(runSolve(request, {stop.get_token(), {}}, sink));
    EXPECT_EQ(recorder.designs.size(), 1U);
    EXPECT_TRUE(recorder.points.empty());
  }
}

TEST(SolveWork, AKnownCurveIsNotSweptAgain) {
  Recorder first;
  runSolve({smallScenario(), 0, {}, false}, {}, first.sink());
  Recorder second;
  const std::vector<BandPoint> known = sweepBands(smallScenario());
  EXPECT_TRUE(runSolve({smallScenario(), 0, known, true}, {}, second.sink()));
  EXPECT_TRUE(second.points.empty());
  EXPECT_EQ(second.designs.back().first->bands, first.designs.back().first->bands);
}

class Solving : public WindowTest {
 protected:
  void startSlowSolve() {
    document->reset(slowScenario());
    ASSERT_TRUE(waitFor([this] { return solver->running(); }));
  }
};

TEST_F(Solving, TheNewestRequestWins) {
  Scenario scenario = document->scenario();
  for (int step = 0; step < 40; ++step) {
    scenario.epsilon = 1 + 0.05 * step;
    document->edit(Field::Epsilon, scenario);
    QTest::qWait(1);
  }
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_EQ(design().scenario.epsilon, scenario.epsilon);
  EXPECT_TRUE(document->sweepIsComplete());
  const auto alone = noiseloom::design(scenario);
  EXPECT_EQ(design().bands, alone->bands);
  EXPECT_EQ(design().noiseMultiplier.value, alone->noiseMultiplier.value);
}

TEST_F(Solving, ASlowSolveGivesWayToANewOne) {
  startSlowSolve();
  QTest::qWait(300);
  EXPECT_TRUE(solver->running());
  const double start = processorSeconds();
  document->reset(smallScenario());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_LT(processorSeconds() - start, 10);
  EXPECT_EQ(design().strategy.iterations(), 64);
}

TEST_F(Solving, CancelKeepsTheBestSoFar) {
  // Long enough to be caught in the middle, with designs on the way.
  const Scenario scenario = with(slowScenario(), {.iterations = 20'000, .bands = 16});
  document->reset(scenario);
  ASSERT_TRUE(waitFor([this] { return document->design()->strategy.iterations() == 20'000; }));
  // What is there is the coarse answer; the general banded solve has only begun.
  const double first = design().error.mean;
  ASSERT_TRUE(solver->running());
  EXPECT_TRUE(window->activityBar().cancelButton().isVisible());
  const double start = processorSeconds();
  window->activityBar().cancelButton().click();
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_LT(processorSeconds() - start, 4);
  EXPECT_EQ(design().strategy.iterations(), 20'000);
  EXPECT_LE(design().error.mean, first * (1 + 1e-9));
  EXPECT_TRUE(std::isfinite(design().noiseMultiplier.value));
  EXPECT_FALSE(window->activityBar().cancelButton().isVisible());
}

TEST_F(Solving, CancelHandsTheKeyboardToNoOtherButton) {
  document->reset(with(slowScenario(), {.iterations = 20'000, .bands = 16}));
  ASSERT_TRUE(waitFor([this] { return window->activityBar().cancelButton().isVisible(); }));
  window->activateWindow();
  QLineEdit& edit = number(Field::Epsilon).edit();
  edit.setFocus();
  QTest::mouseClick(&window->activityBar().cancelButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_TRUE(edit.hasFocus()) << "a click leaves it where somebody types";
  document->reset(with(slowScenario(), {.iterations = 20'001, .bands = 16}));
  ASSERT_TRUE(waitFor([this] { return window->activityBar().cancelButton().isVisible(); }));
  window->activityBar().cancelButton().setFocus(Qt::TabFocusReason);
  QTest::keyClick(&window->activityBar().cancelButton(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([this] { return !solver->running() && !window->activityBar().cancelButton().isVisible(); }));
  EXPECT_FALSE(qobject_cast<QAbstractButton*>(window->focusWidget())) << "Space would press it";
}

TEST_F(Solving, CancelInTheSearchForTheBestIsExportable) {
  const Scenario scenario = with(smallScenario(), {.iterations = 200'000, .epochs = 100});
  document->reset(scenario);
  ASSERT_TRUE(waitFor([this] { return document->design()->strategy.iterations() == 200'000; }));
  solver->cancel();
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_EQ(document->designState(), DesignState::Current);
  EXPECT_EQ(document->whyNotExportable(), QString());
}

// Whatever is there by then, and wherever the solve is: the same must hold at every change that comes.
TEST_F(Solving, StoppedAtAnyChangeNothingIsWorseAndWhatIsExportedVerifies) {
  QTemporaryDir folder;
  const std::filesystem::path file = QFile::encodeName(folder.filePath(QStringLiteral("s.npz"))).toStdString();
  double epsilon = 2;
  for (const Batching* batching : allBatchings()) {
    for (const int at : thorough(std::vector<int>{2, 7}, std::vector<int>{1, 2, 3, 4, 5, 7, 9, 13, 17})) {
      SCOPED_TRACE(std::string(batching->id) + ", change " + std::to_string(at));
      const Scenario scenario =
          with(smallScenario(),
               {.iterations = 16, .epochs = batching->once ? 1 : 4, .epsilon = epsilon += 0.01, .batching = batching});
      ASSERT_TRUE(scenario.problems().empty());
      int changes = 0;
      double shown = std::numeric_limits<double>::infinity();
      double certified = shown;
      QObject watch;
      QObject::connect(document.get(), &ScenarioDocument::changed, &watch, [&](DocumentChange change) {
        const auto found = document->design();
        if (changes <= at && change == DocumentChange::Design && found && sameDesign(found->scenario, scenario)) {
          shown = std::min(shown, found->objectiveError());
          if (!found->estimated) certified = std::min(certified, found->objectiveError());
        }
        if (change != DocumentChange::Scenario && ++changes == at) solver->cancel();
      });
      document->reset(scenario);
      ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
      const auto left = document->design();
      if (!left || !sameDesign(left->scenario, scenario)) {
        EXPECT_NE(document->whyNotExportable(), QString());
        continue;
      }
      EXPECT_LE(left->objectiveError(), 1.15 * shown);  // a certificate above its estimate
      EXPECT_LE(left->objectiveError(), certified * (1 + 1e-12));
      EXPECT_EQ(document->isLeftEstimated(), left->estimated);
      EXPECT_EQ(document->whyNotExportable().isEmpty(), !left->estimated);
      if (left->estimated) continue;
      writeStrategyFile(file, *left);
      EXPECT_TRUE(verifyStrategyFile(file).passed());
    }
  }
}

TEST_F(Solving, ClosingWhileRunningIsCleanAndFast) {
  startSlowSolve();
  QTest::qWait(200);
  ASSERT_TRUE(solver->running());
  const double start = processorSeconds();
  window->close();
  window.reset();
  solver.reset();
  EXPECT_LT(processorSeconds() - start, 3);
  document.reset();
}

// During a drag over a range that cannot be solved the answer to an older position comes after the newer edit.
TEST_F(Solving, AProblemOfAnEarlierScenarioIsNotThatOfThePresentOne) {
  const Scenario unsolvable = with(smallScenario(), {.mechanism = *mechanismFromName("best"), .mostSeconds = 1e-12});
  ASSERT_TRUE(unsolvable.problems().empty());
  document->reset(unsolvable);
  ASSERT_TRUE(waitFor([this] { return !document->canSolve(); }));
  document->reset(smallScenario());
  ASSERT_TRUE(waitUntilSolved());
  bool failed = false;
  QObject::connect(document.get(), &ScenarioDocument::changed, window.get(), [&] {
    failed = failed || (document->scenario().mechanism != *mechanismFromName("best") && !document->canSolve());
  });
  document->edit(Field::Mechanism, unsolvable);
  QThread::msleep(400);  // it fails meanwhile, and nobody has looked
  const Scenario next = with(smallScenario(), {.epsilon = 3});
  document->edit(Field::Epsilon, next);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_FALSE(failed);
  EXPECT_TRUE(document->canSolve());
  EXPECT_EQ(design().scenario.epsilon, 3);
}

TEST_F(Solving, ProblemsStopTheSolverAndMendingStartsIt) {
  startSlowSolve();
  const Scenario broken = with(document->scenario(), {.epsilon = -1});
  document->edit(Field::Epsilon, broken);
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_TRUE(window->claimBar().sentence().startsWith(QStringLiteral("Epsilon")));
  EXPECT_EQ(window->claimBar().price(), QString());
  document->reset(smallScenario());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_NE(window->claimBar().price(), QString());
}

TEST_F(Solving, NothingTicksWhileIdle) {
  const auto timers = solver->findChildren<QTimer*>();
  for (const QTimer* timer : timers) EXPECT_FALSE(timer->isActive());
  int heard = 0;
  QObject::connect(document.get(), &ScenarioDocument::changed, document.get(), [&] { ++heard; });
  QTest::qWait(200);
  EXPECT_EQ(heard, 0);
}

TEST_F(Solving, TheClaimBarSaysWhatIsPromisedAndItsPrice) {
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("Toeplitz")));
  EXPECT_TRUE(window->claimBar().sentence().contains(QString::number(design().bands)));
  EXPECT_EQ(window->claimBar().price(), priceText(design(), document->errors()));
  EXPECT_TRUE(window->claimBar().price().contains(QStringLiteral("better than DP-SGD under the same batching")));
  EXPECT_EQ(window->claimBar().state(), QString());
  EXPECT_TRUE(claimToolTip(design()).contains(QStringLiteral("Assumes")));
  ClaimBar& bar = window->claimBar();
  EXPECT_EQ(bar.promise().toolTip(), claimToolTip(design()));
  EXPECT_EQ(bar.promise().text(), QStringLiteral("(2, 1e-5)-DP"));
  EXPECT_TRUE(waitFor([&] { return !bar.gain().toolTip().isEmpty(); }));
  EXPECT_EQ(bar.gain().text(), gainText(design(), bestBaseline(design().scenario)->error));
  EXPECT_TRUE(bar.gain().text().endsWith(QStringLiteral(" error than the best DP-SGD")))
      << bar.gain().text().toStdString();
  EXPECT_EQ(bar.seal().text(), QStringLiteral("Claimed"));
  EXPECT_TRUE(bar.duty().said().startsWith(QStringLiteral("Your loader: Every example")));
}

// 28 pixels over 13, and titles of plots as large as text.
TEST_F(Solving, OneThingIsLarge) {
  const QFont before = QApplication::font();
  QFont usual = before;
  usual.setPixelSize(13);
  QApplication::setFont(usual);
  window->resize(1366, 740);
  ClaimBar& bar = window->claimBar();
  EXPECT_TRUE(waitFor([&] { return bar.promise().font().pixelSize() == 28; })) << bar.promise().font().pixelSize();
  EXPECT_EQ(bar.gain().font().pixelSize(), 28);
  EXPECT_EQ(bar.duty().font().pixelSize(), 13);
  EXPECT_EQ(bar.seal().font().pixelSize(), 13);
  for (const QWidget* widget : window->findChildren<QWidget*>()) {
    const bool isHero = widget == &bar.promise() || widget == &bar.gain() || !widget->isVisible();
    EXPECT_TRUE(isHero || widget->font().pixelSize() <= 15) << widget->objectName().toStdString();
  }
  QApplication::setFont(before);
}

}  // namespace
}  // namespace noiseloom
