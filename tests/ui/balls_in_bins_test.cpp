// Balls-in-bins in the window: a look that nothing certifies at once, the certified design after it.

#include <gtest/gtest.h>

#include <QPushButton>
#include <QSlider>
#include <QTest>

#include "core/batching/list.h"
#include "core/design/quick_design.h"
#include "core/search/two_speed_solve.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"
#include "tests/processor_time.h"
#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/claim_state.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/choice_field.h"
#include "ui/panels/claim_bar.h"
#include "ui/plots/rmse/rmse_panel.h"

namespace noiseloom {
namespace {

Scenario binned(Index iterations = 64) {
  return with(smallScenario(), {.iterations = iterations, .batching = &batchings::ballsInBins});
}

class BallsInBins : public WindowTest {};

TEST(QuickDesign, IsCloseAndSaysThatNothingCertifiesIt) {
  const Scenario scenario = with(binned(), {.bands = 8});
  const auto quick = quickSampledDesign(scenario, 8, {});
  ASSERT_TRUE(quick);
  EXPECT_FALSE(isCertified(*quick));
  const auto certified = evaluate(scenario, quick->strategy);
  EXPECT_TRUE(isCertified(*certified));
  EXPECT_NEAR(quick->noiseMultiplier.value, certified->noiseMultiplier.value, 0.1 * certified->noiseMultiplier.value);
  EXPECT_EQ(quick->dpSgdRmse, 0);  // not known, so nothing is said about it
  EXPECT_EQ(quick->sensitivity.value, certified->sensitivity.value);
  EXPECT_NEAR(quick->loss.mean, certified->loss.mean, 1e-12 * certified->loss.mean);
}

TEST(QuickDesign, StoppedItIsNothing) {
  EXPECT_FALSE(quickSampledDesign(binned(), 8, stoppedAtOnce()));
}

TEST(SolveBinned, TheUncertifiedIsNeverFinalAndTheCertifiedIsLast) {
  std::vector<std::pair<std::shared_ptr<const Design>, bool>> designs;
  std::vector<BandPoint> points;
  const SolveSink sink{
      [&](std::shared_ptr<const Design> found, bool final) { designs.emplace_back(std::move(found), final); },
      [&](const BandPoint& point) { points.push_back(point); }};
  EXPECT_TRUE(runSolve({binned(), 0, {}, false}, {}, sink));
  ASSERT_GE(designs.size(), 2U);
  for (const auto& [found, final] : designs) EXPECT_TRUE(!final || isCertified(*found));
  EXPECT_FALSE(designs.front().second);
  EXPECT_FALSE(isCertified(*designs.front().first));
  EXPECT_TRUE(designs.back().second);
  const auto alone = design(binned());
  EXPECT_EQ(designs.back().first->noiseMultiplier.value, alone->noiseMultiplier.value);
  EXPECT_FALSE(points.empty());
}

TEST_F(BallsInBins, IsSolvedCertifiedAndClaimed) {
  chooseBatching(&batchings::ballsInBins);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(isCertified(design()));
  EXPECT_TRUE(window->claimBar().sentence().contains(QStringLiteral("balls-in-bins")));
  EXPECT_EQ(window->claimBar().state(), QString());
  EXPECT_EQ(document->whyNotExportable(), QString());
  const RmsePanel& rmse = *window->findChild<RmsePanel*>();
  ASSERT_TRUE(rmse.data().own);
  EXPECT_FALSE(rmse.data().own->points.empty());
  EXPECT_TRUE(rmse.data().own->complete);
}

TEST_F(BallsInBins, CancelLeavesSafeNoise) {
  document->reset(binned(2000));
  ASSERT_TRUE(waitFor([this] { return document->design()->strategy.iterations() == 2000; }));
  EXPECT_FALSE(isCertified(design()));
  EXPECT_EQ(window->claimBar().state(), QStringLiteral("Certifying …"));
  EXPECT_NE(document->whyNotExportable(), QString());
  ASSERT_TRUE(solver->running());
  const double start = processorSeconds();
  window->activityBar().cancelButton().click();
  ASSERT_TRUE(waitFor([this] { return !solver->running(); }));
  EXPECT_LT(processorSeconds() - start, 10);
  // Whatever is there and may be exported is certified.
  EXPECT_TRUE(document->designState() != DesignState::Current || isCertified(design()));
}

TEST_F(BallsInBins, MechanismsThatCannotRunAreRefusedBesideTheirField) {
  chooseBatching(&batchings::ballsInBins);
  ASSERT_TRUE(waitUntilSolved());
  choose(Field::Adjacency, 2);
  EXPECT_FALSE(document->canSolve());
  EXPECT_NE(window->scenarioPanel().choiceField(Field::Adjacency)->problem(), QString());
  choose(Field::Adjacency, 0);
  type(Field::RobustFrom, QStringLiteral("2"));
  EXPECT_NE(number(Field::RobustFrom).problem(), QString());
}

TEST_F(BallsInBins, DraggingMovesThePictureAndNeverHoldsAFrame) {
  auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
  document->reset(binned(160));
  ASSERT_TRUE(waitUntilSolved());
  QTest::qWait(100);
  application.takeLongest();
  int updates = 0;
  QObject::connect(document.get(), &ScenarioDocument::changed, document.get(), [&](DocumentChange change) {
    if (change == DocumentChange::Design) ++updates;
  });
  QSlider& slider = number(Field::Epsilon).slider();
  slider.setSliderDown(true);
  // Longer where other programs take most of the processor.
  for (int step = 0; step < 40 || (updates < 4 && step < 4000); ++step) {
    slider.setSliderPosition(10 + step % 15);
    QTest::qWait(25);
  }
  slider.setSliderDown(false);
  const TimedApplication::Longest longest = application.takeLongest();
  EXPECT_LT(longest.processorMilliseconds, kMostEventMilliseconds) << longest.receiver.toStdString();
  EXPECT_GE(updates, 4);
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(isCertified(design()));
  EXPECT_EQ(design().scenario.epsilon, document->scenario().epsilon);
}

}  // namespace
}  // namespace noiseloom
