#include "core/mechanism/dense.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/mechanism/dense_solver.h"
#include "core/mechanism/dense_start.h"

namespace noiseloom {
namespace {

constexpr Index kMostIterations = 4096;

// C from X, scaled so that no column (equal norms) or class (free norms) is longer than the pattern allows, to
// rounding.
SquareMatrix strategyOf(const SquareMatrix& x, const DensePattern& pattern) {
  const Index n = pattern.iterations();
  SquareMatrix c(n);
  // Not stopped any more: the best point so far is worth one factorisation.
  if (strategyFactor(x, c, {}) != Outcome::Done) {
    for (Index i = 0; i < n; ++i) c.row(i)[i] = 1;
  }
  for (Index i = 0; i < n; ++i) std::fill(c.row(i), c.row(i) + std::max<Index>(0, i - pattern.bands() + 1), 0.0);
  std::vector<double> squares(static_cast<std::size_t>(n), 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) squares[static_cast<std::size_t>(j)] += c.row(i)[j] * c.row(i)[j];
  }
  std::vector<double> scale(squares.size());
  for (Index first = 0; first < std::min(n, pattern.separation()); ++first) {
    double sum = 0;
    for (Index j = first; j < n; j += pattern.separation()) sum += squares[static_cast<std::size_t>(j)];
    for (Index j = first; j < n; j += pattern.separation()) {
      const auto at = static_cast<std::size_t>(j);
      scale[at] = pattern.norms() == ColumnNorms::Equal ? 1 / std::sqrt(squares[at])
                                                        : std::sqrt(static_cast<double>(pattern.hits()) / sum);
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) c.row(i)[j] *= scale[static_cast<std::size_t>(j)];
  }
  return c;
}

Strategy asStrategy(SquareMatrix c, Index bands) {
  const Index n = c.size;
  if (bands == n) return DenseStrategy(n, n, std::move(c.values));
  std::vector<double> rows(static_cast<std::size_t>(n * bands), 0.0);
  for (Index i = 0; i < n; ++i) {
    const Index first = std::max<Index>(0, i - bands + 1);
    std::copy(c.row(i) + first, c.row(i) + i + 1, rows.begin() + (i + 1) * bands - (i + 1 - first));
  }
  return BandedStrategy(n, bands, std::move(rows));
}

// Largest sum of squares of at most `hits` steps of a class in a row.
double windowSum(const SquareMatrix& x, const DensePattern& pattern) {
  double most = 0;
  for (Index first = 0; first < std::min(x.size, pattern.separation()); ++first) {
    for (Index from = first; from < x.size; from += pattern.separation()) {
      double sum = 0;
      for (Index hit = 0, i = from; hit < pattern.hits() && i < x.size; ++hit, i += pattern.separation())
        sum += x.row(i)[i];
      most = std::max(most, sum);
    }
  }
  return most;
}

struct Scaled {
  DenseSolution solution;
  double sensitivitySquared;
};

}  // namespace

Index mostDenseIterations() {
  return kMostIterations;
}

DenseOptimum optimizeDense(const Workload& workload, Index iterations, const Participation& participation,
                           const DenseOptions& options, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kMostIterations, "memory and time of a dense strategy");
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), iterations);
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  checkClosedInterval("gradient_tolerance", options.gradientTolerance, 1e-8, 0.1);
  const Index bands = options.bands.value_or(iterations);
  checkInteger("bands", bands, 1, iterations, "the iterations");
  const bool single = participation.schema == Participation::Schema::Single || participation.participations == 1;
  const Index separation = single ? iterations : std::min(participation.separation, iterations);
  const Index members = (iterations + separation - 1) / separation;
  const Index hits = single ? 1 : std::min(participation.participations, members);

  const auto solve = [&](ColumnNorms norms, const RunControl& part) -> std::pair<DensePattern, Scaled> {
    DensePattern pattern(iterations, bands, separation, hits, norms);
    DenseSolution solution = solveDense(workload, pattern, options.objective, options.gradientTolerance, part);
    const double squared =
        norms == ColumnNorms::Equal || hits == members ? static_cast<double>(hits) : windowSum(solution.x, pattern);
    return {std::move(pattern), {std::move(solution), squared}};
  };
  const bool free = options.norms == ColumnNorms::Free && hits > 1;
  const bool both = free && hits < members;
  auto best = solve(free ? ColumnNorms::Free : ColumnNorms::Equal, both ? control.part(0, 0.5) : control);
  if (both) {
    // A bound on whole classes is not one on k hits.
    best.second.solution.lowerBound = 0;
    auto equal = solve(ColumnNorms::Equal, control.part(0.5, 1));
    const auto loss = [](const Scaled& s) { return s.sensitivitySquared * s.solution.summary.objective; };
    equal.second.solution.lowerBound = 0;
    if (loss(equal.second) < loss(best.second)) best = std::move(equal);
  }
  auto& [pattern, scaled] = best;
  DenseOptimum optimum{asStrategy(strategyOf(scaled.solution.x, pattern), bands), std::move(scaled.solution.summary),
                       0};
  if (optimum.summary.iterations == 0) {
    // Stopped before the first evaluation.
    optimum.summary.objective = optimum.summary.initialObjective =
        errorOf(optimum.strategy, workload).of(options.objective);
  }
  const auto rooted = [&](double variance) { return std::sqrt(scaled.sensitivitySquared * variance); };
  optimum.summary.initialObjective = rooted(optimum.summary.initialObjective);
  optimum.summary.objective = rooted(optimum.summary.objective);
  for (TracePoint& point : optimum.summary.trace) point.objective = rooted(point.objective);
  optimum.lowerBound = rooted(scaled.solution.lowerBound);
  return optimum;
}

}  // namespace noiseloom
