#include "core/mechanism/recursive_blt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/error/recursive_blt_error.h"
#include "core/mechanism/blt.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/participation/recursive_blt_sensitivity.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr Index kLeastRows = 3;   // two levels of one buffer, and a running sum
constexpr Index kMostLevels = 6;  // tried at most
constexpr Index kLeastBlock = 3;  // for more than two levels
constexpr double kWorthARow = 0.01;

// The participation of an example in the blocks that one copy sees.
Participation inACopy(const Participation& participation, Index iterations, Index blocks, Index steps) {
  const Index hits = mostHits(participation, iterations);
  const Index separation = participation.schema == Participation::Schema::OnceEachEpoch ? 1 : participation.separation;
  if (hits == 1 || separation >= blocks * steps) return Participation::single();
  const Index apart = std::max<Index>(1, separation / steps);
  return Participation::minSeparation(std::min(hits, (blocks - 1) / apart + 1), apart);
}

}  // namespace

Solution optimizeRecursiveBlt(const ErrorProblem& problem, Index levels, Index buffers, const RunControl& control) {
  checkInteger("iterations", problem.iterations, 1, kNoLimit / 2);
  checkInteger("levels", levels, 1, kNoLimit);
  checkInteger("buffers", buffers, 1, kMostBltBuffers);
  const Index blockSize = RecursiveBltStrategy::blockSizeFor(problem.iterations, levels);
  const bool most = problem.objective == ErrorObjective::Max;
  std::vector<double> theta, inverseTheta;
  OptimizerSummary summary;
  Index steps = 1;
  std::optional<BltStrategy> last;
  Participation lastWithin;
  const Index count = RecursiveBltStrategy::levelsFor(problem.iterations, blockSize);
  for (Index l = 0; l < count; ++l, steps *= blockSize) {
    const Index blocks = RecursiveBltStrategy::positionsFor(problem.iterations, blockSize, l);
    const Participation within = inACopy(problem.participation, problem.iterations, blocks, steps);
    const bool known = last && last->iterations() == blocks && within.schema == lastWithin.schema &&
                       within.participations == lastWithin.participations && within.separation == lastWithin.separation;
    if (!known) {
      Solution solved =
          optimizeBlt({Workload::prefix(), blocks, within, most ? ErrorObjective::Max : ErrorObjective::Mean},
                      {.buffers = buffers}, control.quiet());
      last = *solved.strategy.as<BltStrategy>();
      lastWithin = within;
      if (l == 0) summary = std::move(solved.summary);
    }
    const BltParameters& own = last->parameters();
    theta.insert(theta.end(), own.theta.begin(), own.theta.end());
    inverseTheta.insert(inverseTheta.end(), own.inverseTheta.begin(), own.inverseTheta.end());
  }
  std::vector<double> weights(count, 1.0);
  const RecursiveBltStrategy plain(problem.iterations, blockSize, weights, theta, inverseTheta);
  const Index separation =
      problem.participation.schema == Participation::Schema::OnceEachEpoch ? 1 : problem.participation.separation;
  const std::vector<double> bounds =
      recursiveBltLevelBounds(plain, mostHits(problem.participation, problem.iterations), separation);
  const RecursiveBltPrefix prefix(plain);
  for (Index l = 0; l < count; ++l) {
    const double error = most ? prefix.levelMost(l) : prefix.levelMean(l);
    weights[l] = std::pow(error / bounds[l], 0.25);
  }
  for (std::size_t l = weights.size(); l-- > 0;) weights[l] /= weights[0];
  RecursiveBltStrategy strategy(problem.iterations, blockSize, std::move(weights), std::move(theta),
                                std::move(inverseTheta));
  const ErrorSummary error = RecursiveBltPrefix(strategy).summary();
  // Its figures and its trace are those of a few steps, not of all n.
  summary.trace.clear();
  summary.objective = summary.initialObjective =
      std::sqrt(error.variance[ofComponent(problem.objective)]) * sensitivityOf(strategy, problem.participation).value;
  return {std::move(strategy), std::move(summary)};
}

namespace {

constexpr MechanismSource kSources[]{{"streaming-blt", Core::tr("section 6")}};
constexpr MechanismSetting kSettings[]{{Field::Buffers, Core::tr("Noise rows"),
                                        Core::tr("Rows that all levels keep together: their buffers, and a running "
                                                 "sum for each level but the last; at least 3.")}};

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (scenario.buffers && *scenario.buffers >= 1 && *scenario.buffers < kLeastRows)
    return InvalidArgument("buffers", *scenario.buffers,
                           {Core::tr("%1 to %2 (rows of two levels or more)"), kLeastRows, kMostBltBuffers});
  return columnsProblem(scenario);
}

// Tries all possible numbers of levels and buffers, as long as another buffer in each level helps. Without a single
// evaluation, as when stopped at once, returns two levels of one buffer.
Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  const Index rows = scenario.buffers.value_or(
      std::min(kMostAutomaticBltBuffers, scenario.mostNoiseRows.value_or(kMostAutomaticBltBuffers)));
  const Participation participation = scenario.participation();
  std::optional<Solution> best;
  double least = std::numeric_limits<double>::infinity();
  // The attempts, and the improvement by each: a problem of few steps traces nothing of its own.
  OptimizerSummary all;
  for (Index levels = 2; levels <= kMostLevels; ++levels) {
    const Index blockSize = RecursiveBltStrategy::blockSizeFor(scenario.iterations, levels);
    if (levels > 2 && blockSize < kLeastBlock) break;
    double before = std::numeric_limits<double>::infinity();
    for (Index buffers = 1; levels * buffers + levels - 1 <= std::max(rows, kLeastRows); ++buffers) {
      if (best && control.stopRequested()) break;
      Solution next = optimizeRecursiveBlt({Workload::prefix(), scenario.iterations, participation, scenario.objective},
                                           levels, buffers, control.quiet());
      const double error = unitError(scenario, next.strategy, control.quiet());
      all.evaluations += std::max<Index>(1, next.summary.evaluations);
      all.seconds += next.summary.seconds;
      if (!best || error < least) {
        if (!best) all.initialObjective = std::isfinite(error) ? error : next.summary.objective;
        best = std::move(next);
        if (std::isfinite(error)) best->summary.objective = error;
        all.trace.push_back(
            {++all.iterations, all.evaluations, best->summary.objective, best->summary.relativeGradient, all.seconds});
        control.trace(all.trace.back());
      }
      least = std::min(least, error);
      if (!(error * error < before * before * (1 - kWorthARow))) break;
      before = error;
    }
    if (control.stopRequested()) break;
    control.report(static_cast<double>(levels - 1) / static_cast<double>(kMostLevels - 1), Core::tr("trying levels"));
  }
  best->summary.iterations = all.iterations;
  best->summary.evaluations = all.evaluations;
  best->summary.initialObjective = all.initialObjective;
  best->summary.seconds = all.seconds;
  best->summary.trace = std::move(all.trace);
  return *std::move(best);
}

// Some thirty small problems, and an error of each.
double seconds(const Scenario& scenario, Index) {
  return 0.5 + (scenario.workload.name() == "prefix" ? 0 : 2e-5 * static_cast<double>(scenario.iterations));
}

NoiseShape noise(const Scenario& scenario, Index rows) {
  rows = std::max(rows, kLeastRows);
  const Index block = RecursiveBltStrategy::blockSizeFor(std::max<Index>(1, scenario.iterations), 2);
  return NoiseShape::ofRecursion(rows, (rows - 1) / 2, block);
}

Text size(const Strategy& strategy) {
  const auto* recursive = strategy.as<RecursiveBltStrategy>();
  if (recursive == nullptr) return {};
  return {recursive->buffers() == 1 ? Core::tr("%1 levels of 1 buffer") : Core::tr("%1 levels of %2 buffers"),
          recursive->levels(), recursive->buffers()};
}

}  // namespace

constinit const Mechanism mechanisms::recursiveBlt{
    .id = "recursive-blt",
    .name = Core::tr("Tree of BLTs"),
    .summary = Core::tr("The recursion of the binary tree over blocks, with a small BLT in each level"),
    .sources = kSources,
    .color = 15,
    .settings = kSettings,
    .ofParticipation = true,
    .problem = problem,
    .solve = solve,
    .seconds = seconds,
    .sketch = &blt,
    .noise = noise,
    .size = size,
};

}  // namespace noiseloom
