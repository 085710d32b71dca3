#include <gtest/gtest.h>

#include <QTest>
#include <cmath>

#include "core/batching/list.h"
#include "core/error/error_profile.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/plot_board.h"
#include "ui/plots/step_error/step_error_chart.h"
#include "ui/plots/step_error/step_error_panel.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

class StepErrorTest : public WindowTest {
 protected:
  StepErrorPanel& panel() { return *window->findChild<StepErrorPanel*>(QStringLiteral("stepErrorPanel")); }
  const ChartSeries* series(const QString& key) { return seriesOf(panel().plot(), key); }
  /// The chart is that of the document's design.
  bool waitUntilDrawn() {
    return waitFor([this] {
      return waitUntilSolved() && panel().isUpToDate() && panel().data().design == document->design() &&
             !panel().data().own.steps.empty();
    });
  }
  static double rootMeanSquare(const ChartSeries& series) {
    double sum = 0;
    for (const QPointF& point : series.points) sum += point.y() * point.y();
    return std::sqrt(sum / static_cast<double>(series.points.size()));
  }
};

TEST_F(StepErrorTest, TheCurveIsCoresAndAgreesWithTheDesignsFigures) {
  ASSERT_TRUE(waitUntilDrawn());
  const ErrorProfile profile = errorProfile(design().strategy, design().scenario.workload, kMostStepPoints);
  const double scale = design().noiseMultiplier.value * design().sensitivity.value;
  const ChartSeries& own = *series(QStringLiteral("design"));
  ASSERT_EQ(own.points.size(), 64u);
  for (std::size_t i = 0; i < own.points.size(); ++i) {
    EXPECT_EQ(own.points[i].x(), static_cast<double>(profile.steps[i]));
    EXPECT_DOUBLE_EQ(own.points[i].y(), scale * std::sqrt(profile.variances[i]));
  }
  EXPECT_NEAR(rootMeanSquare(own), design().error.mean, 1e-9 * design().error.mean);
  EXPECT_NEAR(own.points.back().y(), design().error.last, 1e-9 * design().error.last);
  EXPECT_EQ(series(QStringLiteral("mean"))->points.front().y(), design().error.mean);
  EXPECT_EQ(series(QStringLiteral("largest"))->points.front().y(), design().error.max);
  // Independent noise for the same claim, at every step: its mean is the baseline that the claim bar states.
  const ChartSeries& baseline = *series(QStringLiteral("dp-sgd"));
  EXPECT_NEAR(rootMeanSquare(baseline), design().dpSgdRmse, 1e-9 * design().dpSgdRmse);
  EXPECT_NEAR(baseline.points[15].y() / baseline.points[0].y(), 4, 1e-9);
  EXPECT_TRUE(panel().readOutText().contains(resultText(design().error.mean)));
  EXPECT_FALSE(panel().summary().isEmpty());
}

TEST_F(StepErrorTest, VisiblePinsAreDrawnAndHiddenOnesAreNot) {
  ASSERT_TRUE(waitUntilDrawn());
  const auto pinned = document->design();
  const int id = document->shelf().pin(pinned, QStringLiteral("kept"));
  const QString key = QStringLiteral("pin-%1").arg(id);
  ASSERT_TRUE(waitFor([&] { return series(key) != nullptr; }));
  EXPECT_EQ(series(key)->name, QStringLiteral("kept"));
  chooseMechanism(*mechanismFromName("tree"));
  chooseBatching(&batchings::fixedEpoch);
  ASSERT_TRUE(waitUntilDrawn());
  ASSERT_TRUE(waitFor([&] { return design().mechanism == *mechanismFromName("tree") && waitUntilDrawn(); }));
  const ChartSeries* kept = series(key);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->name, QStringLiteral("kept, other job"));  // that of another batching
  EXPECT_FALSE(kept->faint);                                 // it compares all the same
  EXPECT_NEAR(rootMeanSquare(*kept), pinned->error.mean, 1e-9 * pinned->error.mean);
  EXPECT_NE(kept->points[40], series(QStringLiteral("design"))->points[40]);
  // Where the legend is short of room the pins leave it first: no line stands there unexplained.
  EXPECT_TRUE(kept->minor);
  EXPECT_FALSE(series(QStringLiteral("mean"))->name.isEmpty());
  EXPECT_FALSE(series(QStringLiteral("mean"))->minor);
  document->shelf().setVisible(id, false);
  EXPECT_FALSE(series(key));
  document->undoStack().undo();
  EXPECT_TRUE(waitFor([&] { return series(key) != nullptr; }));
}

TEST(StepErrorModel, OneStepIsAPoint) {
  Scenario scenario({.iterations = 1, .epochs = 1, .epsilon = 2, .mechanism = *mechanismFromName("dp-sgd")});
  StepErrorData data;
  data.design = design(scenario);
  data.figures = *data.design;
  data.own = {{0}, {data.design->error.mean}, {data.design->error.mean}};
  data.pins = {{1, 1, QStringLiteral("kept"), data.own}};
  const ChartModel model = stepErrorModel(data);
  for (const ChartSeries& series : model.series) EXPECT_FALSE(hasLine(series)) << series.name.toStdString();
}

TEST(StepErrorModel, NamesWithPlaceholdersSwallowNoNumber) {
  StepErrorData data;
  data.baseline = {{7}, {4}, {4}};
  EXPECT_EQ(stepErrorText(data, QStringLiteral("25 %2 less"), 7, 2),
            QStringLiteral("25 %2 less, step 7:  error 2 (× clip norm), 0.500 of DP-SGD’s 4"));
  EXPECT_EQ(stepErrorText(data, QStringLiteral("25 %2 less"), 3, 2),
            QStringLiteral("25 %2 less, step 3:  error 2 (× clip norm)"));
}

TEST_F(StepErrorTest, ErrorsThatWereStoppedLeaveAStaleCurveThatIsNotHandedOut) {
  ASSERT_TRUE(waitUntilDrawn());
  EXPECT_EQ(panel().currentTables().size(), 1U);
  const Scenario narrow = with(document->scenario(), {.bands = design().bands == 2 ? 3 : 2});
  auto other = std::make_shared<Design>(*noiseloom::design(narrow));
  other->scenario = document->scenario();
  document->setDesign(other, true);
  // Not drawn yet: the old curve stays in sight, and is nobody's data.
  EXPECT_FALSE(panel().isCurrent());
  EXPECT_TRUE(panel().currentTables().empty());
  panel().cancelWork();
  ASSERT_TRUE(waitFor([this] { return panel().isUpToDate(); }));
  // Unless it was done before it could be stopped.
  EXPECT_EQ(panel().isStale(), !panel().isCurrent());
  EXPECT_EQ(panel().data().stale, !panel().isCurrent());
}

TEST_F(StepErrorTest, PointingAtAStepIsSharedBothWays) {
  ASSERT_TRUE(waitUntilDrawn());
  emit panel().plot().pointed(ChartPoint{QStringLiteral("design"), 10});
  EXPECT_EQ(document->brush().step(), 10);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("step 10:")));
  EXPECT_TRUE(panel().readOutText().contains(resultText(panel().data().own.errors[10])));
  emit panel().plot().pointed(std::nullopt);
  EXPECT_FALSE(document->brush().step());
  // From elsewhere, with a diagonal that this chart does not know.
  document->brush().point(3, 20);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("step 20:")));
  emit panel().plot().pointed(ChartPoint{QStringLiteral("design"), 30});
  EXPECT_EQ(document->brush().lag(), 3);
  EXPECT_EQ(document->brush().step(), 30);
  document->brush().clear();
  EXPECT_FALSE(panel().readOutText().contains(QStringLiteral("step 20:")));
}

TEST_F(StepErrorTest, TheKeyboardWalksAlongTheSteps) {
  ASSERT_TRUE(waitUntilDrawn());
  panel().plot().setFocus();
  QTest::keyClick(&panel().plot(), Qt::Key_Home);
  ASSERT_TRUE(document->brush().step());
  EXPECT_EQ(document->brush().step(), 0);
  QTest::keyClick(&panel().plot(), Qt::Key_Right);
  QTest::keyClick(&panel().plot(), Qt::Key_Right);
  EXPECT_EQ(document->brush().step(), 2);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("step 2:"))) << panel().readOutText().toStdString();
}

TEST_F(StepErrorTest, MillionsOfStepsAreDrawn) {
  const Scenario scenario =
      with(document->scenario(), {.iterations = thorough<Index>(1'000'000, 10'000'000), .epochs = 1000, .bands = 8});
  document->edit(Field::Iterations, scenario);
  ASSERT_TRUE(waitUntilDrawn());
  const ChartSeries& own = *series(QStringLiteral("design"));
  EXPECT_LE(own.points.size(), static_cast<std::size_t>(kMostStepPoints));
  EXPECT_EQ(own.points.back().x(), static_cast<double>(scenario.iterations - 1));
  EXPECT_NEAR(own.points.back().y(), design().error.last, 1e-6 * design().error.last);
  // A step between two that were evaluated reads the nearer one.
  document->brush().point(std::nullopt, scenario.iterations / 2 + 1);
  EXPECT_TRUE(panel().readOutText().contains(QStringLiteral("step "))) << panel().readOutText().toStdString();
}

TEST_F(StepErrorTest, HasATableAPictureAndAViewToRestore) {
  ASSERT_TRUE(waitUntilDrawn());
  const auto tables = panel().tables();
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_GE(tables.front().rows.size(), 64u);
  ASSERT_EQ(panel().pictures().size(), 1u);
  EXPECT_EQ(panel().pictures().front().name, QStringLiteral("error_of_each_step"));
  const QJsonObject state = panel().viewState();
  panel().restoreView(state);
  EXPECT_EQ(panel().viewState(), state);
}

TEST_F(StepErrorTest, APinnedBaselineIsNamedOnce) {
  ASSERT_TRUE(waitUntilDrawn());
  ASSERT_TRUE(series(QStringLiteral("dp-sgd")));
  const Scenario plain = with(document->scenario(), {.mechanism = &baselineMechanism()});
  const int id = document->shelf().pin(noiseloom::design(plain));
  const QString key = QStringLiteral("pin-%1").arg(id);
  ASSERT_TRUE(waitFor([&] { return series(key) && !series(key)->points.empty(); }));
  EXPECT_FALSE(series(QStringLiteral("dp-sgd"))) << "its line and its name stand there already";
  document->shelf().setVisible(id, false);
  EXPECT_TRUE(waitFor([&] { return series(QStringLiteral("dp-sgd")) != nullptr; }));
}

}  // namespace
}  // namespace noiseloom
