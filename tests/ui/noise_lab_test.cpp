#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "core/batching/list.h"
#include "core/noise/noise_statistics.h"
#include "core/search/designer.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/noise_laboratory/noise_lab_panel.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class NoiseLab : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    window->plots().bringForward(&panel());
    ASSERT_TRUE(waitFor([this] { return panel().isUpToDate() && !panel().data().isEmpty(); }));
  }
  NoiseLabPanel& panel() { return *window->findChild<NoiseLabPanel*>(); }
  SegmentedButtons& views() { return *panel().findChild<SegmentedButtons*>(QStringLiteral("noiseLabView")); }
  void click(const char* name) {
    QTest::mouseClick(panel().findChild<QToolButton*>(QString::fromLatin1(name)), Qt::LeftButton);
  }
  const ChartSeries* series(const char* key) { return seriesOf(panel().plot(), QLatin1String(key)); }
};

TEST_F(NoiseLab, DrawsTheNoiseOfTheDesignAndOfDpSgd) {
  const NoiseData& data = panel().data();
  EXPECT_EQ(std::ssize(data.sample.noise), 64);
  EXPECT_DOUBLE_EQ(data.stddev, design().stddev);
  // The independent noise has the rmse of DP-SGD: sigma sqrt((n + 1) / 2) for running sums.
  EXPECT_NEAR(data.independentStddev * std::sqrt(65 / 2.0), design().dpSgdRmse, 1e-9 * design().dpSgdRmse);
  views().setCurrent(1);
  ASSERT_TRUE(series("correlated"));
  ASSERT_TRUE(series("independent"));
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(series("correlated")->points[static_cast<std::size_t>(i)],
              QPointF(i, data.sample.noise[static_cast<std::size_t>(i)]));
  }
  views().setCurrent(0);
  EXPECT_EQ(series("correlated")->points.back(), QPointF(63, data.sample.noiseSum.back()));
  EXPECT_EQ(series("independent")->points.back(), QPointF(63, data.sample.independentSum.back()));
}

TEST_F(NoiseLab, TheEnvelopeAndManyDrawsTieOneDrawToTheRmse) {
  views().setCurrent(0);
  const ChartSeries* envelope = series("envelope");
  ASSERT_TRUE(envelope);
  ASSERT_EQ(envelope->points.size(), 64U);
  EXPECT_EQ(envelope->look, SeriesLook::Area);
  double square = 0;
  int outside = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_DOUBLE_EQ(envelope->floors[i], -envelope->points[i].y());
    square += std::pow(envelope->points[i].y() / 1.96, 2) / 64;
    outside += std::abs(panel().data().sample.noiseSum[i]) > envelope->points[i].y() ? 1 : 0;
  }
  EXPECT_NEAR(std::sqrt(square), design().error.mean, 1e-9 * design().error.mean)
      << "its root mean square is the printed one";
  EXPECT_LT(outside, 20);
  ASSERT_TRUE(waitFor([this] { return panel().data().draws == 20; }));
  EXPECT_NEAR(panel().data().drawnRms, design().error.mean, 0.25 * design().error.mean);
  const QString text = panel().readOutText();
  EXPECT_TRUE(text.contains(QStringLiteral("of 20 draws ") + resultText(panel().data().drawnRms, 3)))
      << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("rmse ") + resultText(design().error.mean))) << text.toStdString();
  views().setCurrent(1);
  EXPECT_FALSE(series("envelope"));
}

TEST_F(NoiseLab, DpSgdIsCalledIndependentAndHasNoTwin) {
  chooseBatching(&batchings::fixedEpoch);
  chooseMechanism(&baselineMechanism());
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return panel().isUpToDate() && panel().data().isIndependent(); }));
  for (int view = 0; view < 4; ++view) {
    views().setCurrent(view);
    EXPECT_FALSE(series("independent")) << view;
    for (const ChartSeries& one : panel().plot().model().series)
      EXPECT_FALSE(one.name.contains(QStringLiteral("correlated"))) << one.name.toStdString();
  }
  EXPECT_FALSE(panel().readOutText().contains(QStringLiteral("independent")));
}

TEST(NoiseLabModel, SaysThatOnlyTheFirstStepsAreDrawn) {
  Scenario scenario({.iterations = 2 * kMostNoiseSteps, .epochs = 1, .mechanism = &baselineMechanism()});
  const NoiseData data = noiseData(design(scenario), 1, {});
  ASSERT_TRUE(data.isCut());
  EXPECT_EQ(noiseModel(data, NoiseView::Sum, {}).x.title,
            QStringLiteral("iteration i (the first 100\u202f000 of 200\u202f000)"));
  EXPECT_TRUE(noiseHint(data).contains(QStringLiteral("expected there"))) << noiseHint(data).toStdString();
  // Over these steps the running sums of independent noise have half the variance that they have over all.
  EXPECT_NEAR(data.expected, data.design->error.mean / std::sqrt(2), 0.01 * data.expected);
}

TEST_F(NoiseLab, SpectrumAndCovarianceAreExact) {
  views().setCurrent(2);
  const double variance = design().stddev * design().stddev;
  ASSERT_TRUE(series("exact"));
  for (const QPointF& point : series("exact")->points) {
    const double expected = variance * noisePower(design().strategy, point.x()).value();
    EXPECT_NEAR(point.y(), expected, 1e-12 * expected);
  }
  views().setCurrent(3);
  const std::vector<double> covariance = noiseCovariance(design().strategy, 63, 200);
  ASSERT_TRUE(series("exact"));
  ASSERT_GT(series("exact")->points.size(), 20U);
  for (const QPointF& point : series("exact")->points)
    EXPECT_NEAR(point.y(), variance * covariance[static_cast<std::size_t>(point.x())], 1e-12 * variance);
}

TEST_F(NoiseLab, StepsThroughTheIterations) {
  click("noiseLabForward");
  EXPECT_EQ(panel().step(), 0);
  click("noiseLabForward");
  click("noiseLabForward");
  EXPECT_EQ(panel().step(), 2);
  EXPECT_EQ(series("correlated")->points.size(), 3U);
  ASSERT_TRUE(waitFor([this] { return panel().isUpToDate(); }));
  EXPECT_EQ(panel().data().at.step, 2);
  // The mix in words: weights of C^-1 in row 2, the newest first.
  const QString text = panel().readOutText();
  EXPECT_TRUE(text.contains(QStringLiteral("z[2]"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("z[1]"))) << text.toStdString();
  EXPECT_NEAR(panel().data().at.mix[1], design().strategy.inverseEntry(2, 1), 1e-12);
  click("noiseLabBack");
  EXPECT_EQ(panel().step(), 1);
  panel().findChild<QSlider*>(QStringLiteral("noiseLabStep"))->setValue(40);
  EXPECT_EQ(panel().step(), 40);
  panel().resetView();
  EXPECT_EQ(panel().step(), std::nullopt);
  EXPECT_EQ(series("correlated")->points.size(), 64U);
}

TEST_F(NoiseLab, PlaysToTheEndAndStopsByItself) {
  click("noiseLabPlay");
  EXPECT_TRUE(panel().isPlaying());
  ASSERT_TRUE(waitFor([this] { return panel().step() > 3; }));
  click("noiseLabPlay");
  EXPECT_FALSE(panel().isPlaying());
  const std::optional<Index> paused = panel().step();
  QTest::qWait(100);
  EXPECT_EQ(panel().step(), paused);
  click("noiseLabPlay");
  ASSERT_TRUE(waitFor([this] { return !panel().isPlaying(); }));
  EXPECT_EQ(panel().step(), 63);
  // A plot that nobody sees does not play.
  click("noiseLabPlay");
  window->plots().toggleMaximized(window->plots().panels().front());
  EXPECT_FALSE(panel().isPlaying());
}

TEST_F(NoiseLab, AnotherDrawIsOtherNoiseOfTheSameDesign) {
  const std::vector<double> first = panel().data().sample.noise;
  click("noiseLabDraw");
  ASSERT_TRUE(waitFor([this] { return panel().data().draw == 2; }));
  EXPECT_NE(panel().data().sample.noise, first);
}

TEST_F(NoiseLab, FollowsTheDesign) {
  type(Field::Iterations, QStringLiteral("128"));
  ASSERT_TRUE(waitUntilSolved());
  ASSERT_TRUE(waitFor([this] { return panel().isUpToDate(); }));
  EXPECT_EQ(std::ssize(panel().data().sample.noise), 128);
  for (const Mechanism* mechanism :
       {*mechanismFromName("tree"), *mechanismFromName("blt"), *mechanismFromName("dp-sgd")}) {
    chooseBatching(&batchings::fixedEpoch);
    chooseMechanism(mechanism);
    ASSERT_TRUE(waitUntilSolved());
    ASSERT_TRUE(waitFor([this] { return panel().isUpToDate(); }));
    EXPECT_EQ(panel().data().design->mechanism, mechanism);
    for (int view = 0; view < 4; ++view) {
      views().setCurrent(view);
      EXPECT_FALSE(panel().plot().model().series.empty());
      EXPECT_EQ(panel().tables().size(), 1U);
      EXPECT_FALSE(panel().summary().isEmpty());
    }
  }
}

TEST_F(NoiseLab, AHiddenOneHandsOutNoTableOfAnEarlierDesign) {
  EXPECT_EQ(panel().currentTables().size(), 1U);
  for (PlotPanel* other : window->plots().panels()) {
    if (other != &panel() && panel().isVisible()) window->plots().bringForward(other);
  }
  ASSERT_FALSE(panel().isVisible());
  EXPECT_EQ(panel().currentTables().size(), 1U);
  type(Field::Epsilon, QStringLiteral("0.5"));
  ASSERT_TRUE(waitFor([this] { return document->designState() == DesignState::Current && !solver->running(); }));
  EXPECT_TRUE(panel().currentTables().empty());
  window->plots().bringForward(&panel());
  ASSERT_TRUE(waitFor([this] { return panel().isUpToDate(); }));
  EXPECT_EQ(panel().currentTables().size(), 1U);
  EXPECT_FALSE(panel().isStale());
}

TEST_F(NoiseLab, ADrawThatWasStoppedLeavesAStalePlot) {
  auto other = std::make_shared<Design>(design());
  other->stddev *= 2;
  document->setDesign(other, true);
  panel().cancelWork();
  ASSERT_TRUE(waitFor([this] { return panel().isStale() || panel().isCurrent(); }));
  EXPECT_EQ(panel().isStale(), !panel().isCurrent());
  EXPECT_EQ(panel().currentTables().empty(), panel().isStale());
}

TEST_F(NoiseLab, SharesTheBrushAndRemembersItsView) {
  document->brush().point(std::nullopt, 7);
  ASSERT_TRUE(panel().plot().highlighted());
  EXPECT_EQ(panel().plot().highlighted()->index, 7);
  views().setCurrent(1);
  click("noiseLabForward");
  const QJsonObject state = panel().viewState();
  views().setCurrent(3);
  panel().resetView();
  panel().restoreView(state);
  EXPECT_EQ(panel().view(), NoiseView::Path);
  EXPECT_EQ(panel().step(), 0);
  EXPECT_EQ(panel().viewState(), state);
}

}  // namespace
}  // namespace noiseloom
