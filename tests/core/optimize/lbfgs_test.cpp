#include "core/optimize/lbfgs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/errors.h"
#include "core/optimize/endings.h"

namespace noiseloom {
namespace {

double rosenbrock(std::span<const double> x, std::span<double> g) {
  const double a = 1 - x[0], b = x[1] - x[0] * x[0];
  g[0] = -2 * a - 400 * x[0] * b;
  g[1] = 200 * b;
  return 1 + a * a + 100 * b * b;
}

TEST(Lbfgs, FindsTheMinimumAndExplainsItself) {
  std::vector<double> x{-1.2, 1};
  const OptimizerSummary summary = minimizeLbfgs(rosenbrock, x, {});
  EXPECT_EQ(summary.termination, Termination::Converged);
  EXPECT_NEAR(x[0], 1, 1e-6);
  EXPECT_NEAR(x[1], 1, 1e-6);
  EXPECT_NEAR(summary.objective, 1, 1e-12);
  EXPECT_NEAR(summary.initialObjective, 25.2, 1e-12);
  EXPECT_FALSE(summary.message.empty());
  ASSERT_GT(summary.trace.size(), 3u);
  for (std::size_t i = 1; i < summary.trace.size(); ++i)
    EXPECT_LE(summary.trace[i].objective, summary.trace[i - 1].objective);
}

TEST(Lbfgs, StepsBackFromTheEdgeOfTheDomain) {
  // -log x - log(1 - x) + 3 x on (0, 1), started so that the first steps leave it.
  const Objective barrier = [](std::span<const double> x, std::span<double> g) {
    if (x[0] <= 0 || x[0] >= 1) return std::numeric_limits<double>::infinity();
    g[0] = -1 / x[0] + 1 / (1 - x[0]) + 3;
    return 10 - std::log(x[0]) - std::log(1 - x[0]) + 3 * x[0];
  };
  std::vector<double> x{0.99};
  EXPECT_EQ(minimizeLbfgs(barrier, x, {}).termination, Termination::Converged);
  EXPECT_NEAR(-1 / x[0] + 1 / (1 - x[0]) + 3, 0, 1e-6);
}

TEST(Lbfgs, EndsWhereASampledObjectiveTellsNoMore) {
  std::vector<double> whole{-1.2, 1}, x{-1.2, 1};
  LbfgsOptions options;
  const Index all = minimizeLbfgs(rosenbrock, whole, options).evaluations;
  options.resolution = [] { return 1.0; };
  const OptimizerSummary summary = minimizeLbfgs(rosenbrock, x, options);
  EXPECT_EQ(summary.termination, Termination::Converged);
  EXPECT_EQ(summary.message.phrase(), endings::kResolved);
  EXPECT_LT(summary.evaluations, all);
  EXPECT_LT(summary.objective, summary.initialObjective);

  // Points where nothing can be sampled count as points that are no lower.
  std::vector<double> alone{3};
  const Objective island = [](std::span<const double> at, std::span<double> g) {
    g[0] = 1;
    return at[0] == 3 ? 1.0 : std::numeric_limits<double>::infinity();
  };
  const OptimizerSummary stays = minimizeLbfgs(island, alone, options);
  EXPECT_EQ(stays.message.phrase(), endings::kResolved);
  EXPECT_EQ(stays.evaluations, options.resolvedAfter + 1);
  EXPECT_EQ(alone[0], 3);
}

TEST(Lbfgs, StopsAndKeepsTheBestPoint) {
  std::stop_source source;
  RunControl control{source.get_token(), {}};
  int calls = 0;
  const Objective objective = [&](std::span<const double> x, std::span<double> g) {
    if (++calls == 10) source.request_stop();
    return rosenbrock(x, g);
  };
  std::vector<double> x{-1.2, 1};
  const OptimizerSummary summary = minimizeLbfgs(objective, x, {}, control);
  EXPECT_EQ(summary.termination, Termination::Stopped);
  EXPECT_EQ(calls, 10);
  std::vector<double> g(2);
  EXPECT_EQ(rosenbrock(x, g), summary.objective);
  EXPECT_LT(summary.objective, summary.initialObjective);
}

TEST(Lbfgs, LimitsAndReportsProgress) {
  std::vector<double> fractions;
  RunControl control;
  control.onProgress = [&](const Progress& progress) { fractions.push_back(progress.fraction); };
  LbfgsOptions options;
  options.maxEvaluations = 12;
  std::vector<double> x{-1.2, 1};
  EXPECT_EQ(minimizeLbfgs(rosenbrock, x, options, control).termination, Termination::IterationLimit);
  ASSERT_FALSE(fractions.empty());
  for (std::size_t i = 1; i < fractions.size(); ++i) EXPECT_GE(fractions[i], fractions[i - 1]);
  EXPECT_LE(fractions.back(), 1);
}

TEST(Lbfgs, TracesWhileItRunsWhatItsSummaryHoldsInTheEnd) {
  std::vector<TracePoint> live;
  RunControl control;
  control.onTrace = [&](const TracePoint& point) { live.push_back(point); };
  std::vector<double> x{-1.2, 1};
  OptimizerSummary summary = minimizeLbfgs(rosenbrock, x, {}, control);
  EXPECT_EQ(live, summary.trace);
  // A second solve goes on where the first one ended, while it runs too.
  x = {0.3, -0.4};
  append(summary, minimizeLbfgs(rosenbrock, x, {}, continuing(summary, control)));
  EXPECT_EQ(live, summary.trace);
  for (std::size_t i = 1; i < live.size(); ++i) EXPECT_GT(live[i].evaluations, live[i - 1].evaluations);
}

TEST(Lbfgs, RefusesBadInput) {
  std::vector<double> empty;
  EXPECT_THROW(minimizeLbfgs(rosenbrock, empty, {}), InvalidArgument);
  std::vector<double> nan{std::nan(""), 1};
  EXPECT_THROW(minimizeLbfgs(rosenbrock, nan, {}), InvalidArgument);
  std::vector<double> x{1};
  const Objective infinite = [](std::span<const double>, std::span<double>) {
    return std::numeric_limits<double>::infinity();
  };
  EXPECT_THROW(minimizeLbfgs(infinite, x, {}), InvalidArgument);
  LbfgsOptions options;
  options.history = 0;
  EXPECT_THROW(minimizeLbfgs(rosenbrock, x, options), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
