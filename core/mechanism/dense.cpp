#include "core/mechanism/dense.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/check.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/dense/class_pencil.h"
#include "core/mechanism/dense/solver.h"
#include "core/mechanism/dense/start.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/seconds.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr Index kMostIterations = 10'000;
constexpr Index kRows = 64;  // rows per task

// Sums of squares over each class of columns; removes rounding errors outside the bands.
std::vector<double> columnSquares(SquareMatrix& c, Index bands) {
  std::vector<double> squares(c.size, 0.0);
  for (Index i = 0; i < c.size; ++i) {
    const Index first = std::max<Index>(0, i - bands + 1);
    std::fill(c.row(i), c.row(i) + first, 0.0);
    for (Index j = first; j <= i; ++j) squares[j] += c.row(i)[j] * c.row(i)[j];
  }
  return squares;
}

// Scales C so that no column (equal norms) or class (free norms) is longer than the pattern allows, to rounding.
Strategy asStrategy(SquareMatrix c, SquareMatrix inverse, std::span<const double> squares,
                    const DensePattern& pattern) {
  const Index n = c.size, bands = pattern.bands();
  std::vector<double> scale(squares.size());
  for (Index first = 0; first < std::min(n, pattern.separation()); ++first) {
    double sum = 0;
    for (Index j = first; j < n; j += pattern.separation()) sum += squares[j];
    for (Index j = first; j < n; j += pattern.separation()) {
      const std::size_t at = j;
      scale[at] = pattern.norms() == ColumnNorms::Equal ? 1 / std::sqrt(squares[at])
                                                        : std::sqrt(static_cast<double>(pattern.hits()) / sum);
    }
  }
  parallelFor((n + kRows - 1) / kRows, {},
              [&](Index task) {
                for (Index i = task * kRows; i < std::min(n, (task + 1) * kRows); ++i) {
                  for (Index j = 0; j <= i; ++j) c.row(i)[j] *= scale[j];
                  const double inverted = 1 / scale[i];
                  for (Index j = 0; j <= i; ++j) inverse.row(i)[j] *= inverted;
                }
              },
              n * n);
  if (bands == n) return DenseStrategy(n, n, std::move(c.values), std::move(inverse.values));
  std::vector<double> rows(n * bands, 0.0);
  for (Index i = 0; i < n; ++i) {
    const Index first = std::max<Index>(0, i - bands + 1);
    std::copy(c.row(i) + first, c.row(i) + i + 1, rows.begin() + (i + 1) * bands - (i + 1 - first));
  }
  return BandedStrategy(n, bands, std::move(rows));
}

// Largest sum of squares over at most `hits` consecutive steps of a class.
double windowSum(std::span<const double> squares, const DensePattern& pattern) {
  double most = 0;
  for (std::size_t from = 0; from < squares.size(); ++from) {
    double sum = 0;
    std::size_t i = from;
    for (Index hit = 0; hit < pattern.hits() && i < squares.size(); ++hit) {
      sum += squares[i];
      i += static_cast<std::size_t>(pattern.separation());
    }
    most = std::max(most, sum);
  }
  return most;
}

struct Scaled {
  DensePattern pattern;
  DenseSolution solution;
  std::vector<double> squares;  // of the columns
  double sensitivitySquared;
};

void checkProblem(const ErrorProblem& problem) {
  checkInteger("iterations", problem.iterations, 1, kMostIterations, Core::tr("memory and time of a dense strategy"));
  if (problem.workload.fixedIterations() > 0)
    checkSize("learning_rates", problem.workload.fixedIterations(), problem.iterations);
  checkInteger("participations", problem.participation.participations, 1, kNoLimit);
  checkInteger("separation", problem.participation.separation, 1, kNoLimit);
}

// The steps of one example: `hits` of a class of at most `members`, `separation` apart.
struct ClassHits {
  explicit ClassHits(const ErrorProblem& problem) {
    const Participation& participation = problem.participation;
    const bool single = participation.schema == Participation::Schema::Single || participation.participations == 1;
    separation = single ? problem.iterations : std::min(participation.separation, problem.iterations);
    members = (problem.iterations + separation - 1) / separation;
    hits = single ? 1 : std::min(participation.participations, members);
  }

  Index separation;
  Index members;
  Index hits;
};

}  // namespace

Index mostDenseIterations() {
  return kMostIterations;
}

double denseErrorBound(const ErrorProblem& problem, ColumnNorms norms, double enough, const RunControl& control) {
  checkProblem(problem);
  const ClassHits classes(problem);
  const Index n = problem.iterations, hits = classes.hits;
  if (problem.objective != ErrorObjective::Mean || hits == 1 || !problem.workload.isRational()) return 0;
  if (norms == ColumnNorms::Free && hits < classes.members) return 0;
  const std::vector<double> weights(static_cast<std::size_t>(n), 1 / static_cast<double>(n));
  const auto squared = static_cast<double>(hits);  // the sensitivity
  const double least =
      denseLossBound(BandedPencil(problem.workload, weights), DensePattern(n, n, classes.separation, hits, norms),
                     enough * enough / squared, control);
  return std::sqrt(squared * least);
}

Solution optimizeDense(const ErrorProblem& problem, const DenseOptions& options, const RunControl& control) {
  checkProblem(problem);
  checkClosedInterval("gradient_tolerance", options.gradientTolerance, 1e-8, 0.1);
  const Index bands = options.bands.value_or(problem.iterations);
  checkInteger("bands", bands, 1, problem.iterations, Core::tr("the iterations"));
  const ClassHits classes(problem);
  const Index separation = classes.separation, members = classes.members, hits = classes.hits;

  const auto solve = [&](ColumnNorms norms, const RunControl& part) {
    DensePattern pattern(problem.iterations, bands, separation, hits, norms);
    // Columns of unequal norm get their sensitivity at the end; until then that of equal norms stands in.
    const RunControl traced = part.withTrace(
        [hits](TracePoint& point) { point.objective = std::sqrt(static_cast<double>(hits) * point.objective); });
    DenseSolution solution =
        solveDense(problem.workload, pattern, problem.objective, options.gradientTolerance, traced);
    std::vector<double> squares = columnSquares(solution.c, bands);
    const double squared =
        norms == ColumnNorms::Equal || hits == members ? static_cast<double>(hits) : windowSum(squares, pattern);
    return Scaled{std::move(pattern), std::move(solution), std::move(squares), squared};
  };
  const bool free = options.norms == ColumnNorms::Free && hits > 1;
  const bool both = free && hits < members;
  Scaled best = solve(free ? ColumnNorms::Free : ColumnNorms::Equal, both ? control.part(0, 0.5) : control);
  if (both) {
    // A bound for entire classes is not one for k hits.
    best.solution.lowerBound = 0;
    Scaled equal = solve(ColumnNorms::Equal, control.part(0.5, 1));
    const auto loss = [](const Scaled& s) { return s.sensitivitySquared * s.solution.summary.objective; };
    equal.solution.lowerBound = 0;
    if (loss(equal) < loss(best)) best = std::move(equal);
  }
  DenseSolution& solution = best.solution;
  Solution optimum{asStrategy(std::move(solution.c), std::move(solution.inverse), best.squares, best.pattern),
                   std::move(solution.summary)};
  if (optimum.summary.iterations == 0) {
    // Stopped before the first evaluation.
    optimum.summary.objective = optimum.summary.initialObjective =
        errorOf(optimum.strategy, problem.workload).variance[problem.objective];
  }
  const auto rooted = [&](double variance) { return std::sqrt(best.sensitivitySquared * variance); };
  optimum.summary.initialObjective = rooted(optimum.summary.initialObjective);
  optimum.summary.objective = rooted(optimum.summary.objective);
  for (TracePoint& point : optimum.summary.trace) point.objective = rooted(point.objective);
  optimum.lowerBound = rooted(solution.lowerBound);
  return optimum;
}

namespace {

constexpr MechanismSource kSources[]{{"adaptive-streams"}, {"amplified-bandmf", Core::tr("section 4")}};
constexpr MechanismSetting kSettings[]{{.field = Field::Bands},
                                       {.field = Field::ColumnNormalize,
                                        .label = Core::tr("Equal column norms"),
                                        .help = Core::tr("All columns have norm 1; otherwise only their sum over an "
                                                         "example's steps, which is better under schedules")}};

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  DenseOptions options;
  options.norms = scenario.columnNormalize ? ColumnNorms::Equal : ColumnNorms::Free;
  options.bands = scenario.bands;
  return optimizeDense(errorProblem(scenario), options, control);
}

double bound(const Scenario& scenario, double enough, const RunControl& control) {
  if (scenario.bands.value_or(scenario.iterations) < scenario.iterations) return 0;
  const ColumnNorms norms = scenario.columnNormalize ? ColumnNorms::Equal : ColumnNorms::Free;
  return denseErrorBound(errorProblem(scenario), norms, enough, control);
}

bool isSingle(const Participation& participation) {
  return participation.schema == Participation::Schema::Single || participation.participations == 1;
}

ClassBlocks classesOf(const Scenario& scenario) {
  return {scenario.iterations, std::min(scenario.participation().separation, scenario.iterations)};
}

bool startsAtOptimum(const Scenario& scenario) {
  const Index n = scenario.iterations;
  if (scenario.bands.value_or(n) < n || ofCurvatures(scenario.objective) || !scenario.workload.isRational())
    return false;
  return isSingle(scenario.participation()) ||
         (scenario.objective != ErrorObjective::Max &&
          ClassPencil::suits(classesOf(scenario), scenario.workload.inverseBands() - 1));
}

double seconds(const Scenario& scenario, Index) {
  const Index n = scenario.iterations;
  const bool atOptimum = startsAtOptimum(scenario);
  const bool classes = atOptimum && !isSingle(scenario.participation());
  return denseSeconds(n, atOptimum) *
             (isLast(scenario.objective) && ofCurvatures(scenario.objective) ? kLastOverCurvatures : 1) +
         (classes ? classSeconds(n, classesOf(scenario).members(0), scenario.workload.inverseBands() - 1) : 0);
}

double bytes(const Scenario& scenario, Index) {
  return denseBytes(scenario.iterations, startsAtOptimum(scenario));
}

NoiseShape noise(const Scenario& scenario, Index bands) {
  // With fewer bands than steps it is a banded strategy.
  return bands < scenario.iterations ? NoiseShape::of(NoiseRoute::Banded, bands - 1)
                                     : NoiseShape::ofBlocks(scenario.iterations - 1);
}

}  // namespace

constinit const Mechanism mechanisms::dense{
    .id = "dense",
    .name = Core::tr("Dense"),
    .summary =
        Core::tr("The best lower-triangular C of equal or free column norms: n³ operations a step of the solver"),
    .sources = kSources,
    .color = 13,
    .settings = kSettings,
    .searchesBands = false,
    .ofParticipation = true,
    .lastWithMean = [](const Scenario&, Index) { return true; },
    .banded = [](const Scenario& scenario) { return scenario.bands.has_value(); },
    .bandedWithin = &banded,
    .bandedWith = Core::tr("with bands"),
    .anyWorkload = true,
    .problem =
        [](const Scenario& scenario) {
          return iterationsProblem(scenario, mostDenseIterations(), Core::tr("time and memory of a dense strategy"));
        },
    .solve = solve,
    .bound = bound,
    .seconds = seconds,
    .bytes = bytes,
    .sketch = &bandedToeplitz,
    .noise = noise,
};

}  // namespace noiseloom
