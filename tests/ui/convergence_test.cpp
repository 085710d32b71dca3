#include <gtest/gtest.h>

#include <algorithm>

#include "core/search/designer.h"
#include "tests/ui/chart_series.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/convergence/convergence_panel.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/segmented_buttons.h"

namespace noiseloom {
namespace {

class ConvergenceTest : public WindowTest {
 protected:
  ConvergencePanel& panel() { return *window->findChild<ConvergencePanel*>(QStringLiteral("convergencePanel")); }
  const ChartSeries* series(const QString& key) { return seriesOf(panel().plot(), key); }
};

TEST_F(ConvergenceTest, TheChartIsTheDesignsTrace) {
  const OptimizerSummary& optimizer = design().optimizer;
  ASSERT_GT(optimizer.trace.size(), 3u);
  EXPECT_EQ(panel().data().trace, optimizer.trace);
  EXPECT_FALSE(panel().data().live);
  double best = optimizer.trace.front().objective;
  for (const TracePoint& point : optimizer.trace) best = std::min(best, point.objective);
  const ChartSeries& gap = *series(QStringLiteral("gap"));
  EXPECT_DOUBLE_EQ(gap.points.front().y(), (optimizer.trace.front().objective - best) / best);
  EXPECT_EQ(gap.points.front().x(), static_cast<double>(optimizer.trace.front().evaluations));
  for (const QPointF& point : gap.points) EXPECT_GT(point.y(), 0);
  const ChartSeries& gradient = *series(QStringLiteral("gradient"));
  EXPECT_EQ(gradient.points.back().y(), optimizer.trace.back().relativeGradient);
  EXPECT_EQ(series(QStringLiteral("tolerance"))->points.front().y(), optimizer.gradientTolerance);
  EXPECT_TRUE(panel().readOutText().startsWith(
      QStringLiteral("converged after %1 evaluations, relative gradient ").arg(optimizer.evaluations)))
      << panel().readOutText().toStdString();
  // The same against time.
  window->findChild<SegmentedButtons*>(QStringLiteral("convergenceAxis"))->setCurrent(1);
  EXPECT_EQ(series(QStringLiteral("gradient"))->points.back().x(), optimizer.trace.back().seconds);
  EXPECT_EQ(panel().viewState().value(QStringLiteral("axis")).toString(), QStringLiteral("seconds"));
  panel().restoreView({{QStringLiteral("axis"), QStringLiteral("evaluations")}});
  EXPECT_EQ(series(QStringLiteral("gradient"))->points.back().x(),
            static_cast<double>(optimizer.trace.back().evaluations));
  EXPECT_EQ(panel().tables().size(), 1u);
  EXPECT_EQ(panel().pictures().size(), 1u);
}

TEST_F(ConvergenceTest, AClosedFormSaysSo) {
  chooseMechanism(*mechanismFromName("bsr"));
  ASSERT_TRUE(waitFor([&] { return waitUntilSolved() && design().mechanism == *mechanismFromName("bsr"); }));
  EXPECT_TRUE(panel().data().trace.empty());
  EXPECT_TRUE(panel().plot().model().series.empty());
  EXPECT_TRUE(panel().plot().model().emptyText.contains(QStringLiteral("nothing was iterated")));
  EXPECT_TRUE(panel().summary().contains(QStringLiteral("nothing was iterated")));
  EXPECT_TRUE(panel().pictures().empty());
}

TEST_F(ConvergenceTest, ARunningSolveIsSeenAsItConvergesAndItsDesignTakesOver) {
  document->edit(Field::Iterations, slowScenario());
  ASSERT_TRUE(waitFor([&] { return document->liveTrace().size() >= 3 && panel().data().live; }));
  EXPECT_NE(document->designState(), DesignState::Current);
  EXPECT_EQ(panel().data().trace, document->liveTrace());
  EXPECT_TRUE(panel().readOutText().startsWith(QStringLiteral("solving: ")));
  ASSERT_TRUE(series(QStringLiteral("gradient")));
  EXPECT_EQ(series(QStringLiteral("gradient"))->points.size(), document->liveTrace().size());
  for (std::size_t i = 1; i < document->liveTrace().size(); ++i)
    EXPECT_GT(document->liveTrace()[i].evaluations, document->liveTrace()[i - 1].evaluations);
  solver->cancel();
  ASSERT_TRUE(waitFor([&] { return !solver->running(); }));
  EXPECT_TRUE(document->liveTrace().empty());
  EXPECT_FALSE(panel().data().live);
  EXPECT_EQ(panel().data().trace, design().optimizer.trace);
}

TEST_F(ConvergenceTest, ANewScenarioForgetsTheOldSolvesTrace) {
  document->edit(Field::Iterations, slowScenario());
  ASSERT_TRUE(waitFor([&] { return !document->liveTrace().empty(); }));
  document->edit(Field::Iterations, smallScenario());
  EXPECT_TRUE(document->liveTrace().empty());
  ASSERT_TRUE(waitUntilSolved());
  EXPECT_TRUE(document->liveTrace().empty());
  EXPECT_EQ(panel().data().trace, design().optimizer.trace);
}

TEST(LiveTrace, OpensAnewAndIsThinnedKeepingTheNewest) {
  ScenarioDocument document;
  int heard = 0;
  QObject::connect(&document, &ScenarioDocument::changed,
                   [&](DocumentChange change) { heard += change == DocumentChange::Trace; });
  document.addTracePoints({});
  EXPECT_EQ(heard, 0);
  document.addTracePoints({{1, 1, 5, 1, 0}, {2, 3, 4, 0.5, 0}});
  document.addTracePoints({{3, 4, 3, 0.25, 0}});
  EXPECT_EQ(document.liveTrace().size(), 3u);
  document.addTracePoints({{1, 1, 9, 1, 0}});
  ASSERT_EQ(document.liveTrace().size(), 1u);
  EXPECT_EQ(document.liveTrace().front().objective, 9);
  EXPECT_EQ(heard, 3);
  std::vector<TracePoint> many;
  for (Index i = 2; i <= 9001; ++i) many.push_back({i, i, 10.0 - 1e-4 * static_cast<double>(i), 0.1, 0});
  document.addTracePoints(many);
  EXPECT_LE(document.liveTrace().size(), 2000u);
  EXPECT_GE(document.liveTrace().size(), 1000u);
  EXPECT_EQ(document.liveTrace().back(), many.back());
  for (std::size_t i = 1; i < document.liveTrace().size(); ++i)
    EXPECT_GT(document.liveTrace()[i].evaluations, document.liveTrace()[i - 1].evaluations);
  document.clearTrace();
  EXPECT_TRUE(document.liveTrace().empty());
  EXPECT_EQ(heard, 5);
}

TEST(ConvergenceChart, WordsForEveryEnd) {
  ConvergenceData data;
  EXPECT_EQ(convergenceText(data), QStringLiteral("Nothing has been solved yet."));
  data.solved = true;
  data.mechanism = QStringLiteral("DP-SGD");
  EXPECT_EQ(convergenceText(data), QStringLiteral("DP-SGD is a closed form: nothing was iterated."));
  data.summary.termination = Termination::IterationLimit;
  data.summary.evaluations = 1;
  data.summary.seconds = 0.0042;
  EXPECT_EQ(convergenceText(data), QStringLiteral("ended at the limit of iterations after 1 evaluation, 4.2 ms"));
  data.summary.relativeGradient = 0.03;
  EXPECT_TRUE(convergenceText(data).contains(QStringLiteral("relative gradient 0.030, 4.2 ms")));
  data.live = true;
  data.trace = {{1, 1, 2, 0.5, 0.1}, {2, 3, 1, 0, 0.2}};
  EXPECT_EQ(convergenceText(data), QStringLiteral("solving: 3 evaluations, 0.2 s"));
  // A search without gradients has one curve, and nothing on a logarithmic axis is 0.
  data.trace.front().relativeGradient = 0;
  const ChartModel model = convergenceModel(data, TraceAxis::Evaluations);
  ASSERT_EQ(model.series.size(), 1u);
  ASSERT_EQ(model.series.front().points.size(), 1u);
  EXPECT_EQ(model.series.front().points.front(), QPointF(1, 1));
}

}  // namespace
}  // namespace noiseloom
