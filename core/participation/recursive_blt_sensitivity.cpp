#include "core/participation/recursive_blt_sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/linalg/tiled_matrix.h"
#include "core/participation/gram_rows.h"

namespace noiseloom {
namespace {

constexpr double kMostCombWork = kMostSensitivityWork / 300;  // a step takes longer than a multiply-add in a row
constexpr double kNormRounding = 1e-12;
constexpr Index kMostFactored = 128;      // steps; a design evaluates some thirty of them
constexpr Index kMostHitPairs = 1 << 13;  // hits of a copy that are examined pair by pair

bool isNonNegative(const RecursiveBltStrategy& strategy) {
  for (Index l = 0; l < strategy.levels(); ++l) {
    if (std::ranges::min(strategy.coefficients(l)) < 0) return false;
  }
  return true;
}

double combSquared(const RecursiveBltStrategy& strategy, Index start, Index hits, Index separation) {
  std::vector<double> x(strategy.iterations(), 0.0);
  std::vector<double> image(strategy.rows());
  for (Index hit = 0, step = start; hit < hits && step < strategy.iterations(); ++hit, step += separation) x[step] = 1;
  strategy.multiply(x, image);
  double sum = 0;
  for (const double value : image) sum += value * value;
  return sum;
}

// Only X = C^T C matters: returns the square lower-triangular L with L^T L = X, by the Cholesky factor of J X J.
std::optional<DenseStrategy> sameGram(const RecursiveBltStrategy& strategy) {
  const Index n = strategy.iterations();
  std::vector<std::vector<double>> columns;
  std::vector<double> step(n, 0.0);
  for (std::size_t j = 0; j < step.size(); ++j) {
    columns.emplace_back(static_cast<std::size_t>(strategy.rows()));
    step[j] = 1;
    strategy.multiply(step, columns.back());
    step[j] = 0;
  }
  SquareMatrix x(n), flipped(n);
  for (Index i = 0; i < n; ++i) {
    const std::vector<double>& left = columns[i];
    for (Index j = 0; j <= i; ++j) x.row(i)[j] = std::inner_product(left.begin(), left.end(), columns[j].begin(), 0.0);
  }
  flip(x, flipped);
  if (cholesky(flipped, {}) != MatrixOutcome::Done) return std::nullopt;
  zeroUpper(flipped);
  SquareMatrix factor(n);
  flip(flipped, factor);
  return DenseStrategy(n, n, std::move(factor.values));
}

std::vector<double> majorant(std::span<const double> coefficients) {
  std::vector<double> c(coefficients.begin(), coefficients.end());
  double largest = 0;
  for (std::size_t t = c.size(); t-- > 0;) c[t] = largest = std::max(largest, std::abs(c[t]));
  return c;
}

// Upper bounds on each further hit's contribution to the squared norm of a copy of c >= 0, non-increasing. Hit r lies
// in block least(r) or a later one, and least(r - q) blocks or more behind hit q: both reduce entries of C_l^T C_l.
template <class Least>
std::vector<double> hitWorths(const std::vector<double>& c, Index most, const Least& least) {
  const bool all = most <= kMostHitPairs;  // otherwise each hit counts as if all rows preceded it
  std::vector<double> worth(most, 0.0);
  std::vector<double> sums(c.size() + 1);
  double beyond = 0;
  for (Index between = 0, known = -1; between < most; ++between) {
    const Index lag = least(between);
    if (lag >= std::ssize(c)) break;
    if (lag != known) {
      for (std::size_t t = 0; t + static_cast<std::size_t>(lag) < c.size(); ++t)
        sums[t + 1] = sums[t] + c[t] * c[t + static_cast<std::size_t>(lag)];
      known = lag;
    }
    const double pairs = between == 0 ? 1 : 2;
    if (!all) {
      beyond += pairs * sums[c.size() - static_cast<std::size_t>(lag)];
      worth[between] = beyond;
      continue;
    }
    for (Index hit = between; hit < most && least(hit) < std::ssize(c); ++hit)
      worth[hit] += pairs * sums[c.size() - static_cast<std::size_t>(least(hit))];
  }
  for (std::size_t hit = 1; !all && hit < worth.size(); ++hit) worth[hit] = std::max(worth[hit], worth[hit - 1]);
  return worth;
}

// Upper bound on the contribution of `hits` hits to some copies, with at most worth.size() of them in one.
double dealtOut(const std::vector<double>& worth, Index hits, Index copies) {
  const auto most = std::ssize(worth);
  std::vector<double> sums{0};
  double steepest = 0;  // per hit, on average
  for (const double each : worth) {
    sums.push_back(sums.back() + each);
    steepest = std::max(steepest, sums.back() / static_cast<double>(sums.size() - 1));
  }
  const Index full = std::min(copies, hits / most);
  const Index rest = full < copies ? hits - full * most : 0;
  const double filled = static_cast<double>(full) * sums.back() + sums[rest];
  // Filling one copy after the other is best if each further hit contributes more.
  if (copies == 1 || std::ranges::is_sorted(worth)) return filled;
  return std::min(static_cast<double>(hits) * steepest, static_cast<double>(copies) * sums.back());
}

}  // namespace

std::vector<double> recursiveBltLevelBounds(const RecursiveBltStrategy& strategy, Index hits, Index separation) {
  const Index n = strategy.iterations();
  std::vector<double> bounds;
  for (Index l = 0; l < strategy.levels(); ++l) {
    const Index steps = strategy.blockSteps(l);
    const std::vector<double> c = majorant(strategy.coefficients(l));
    // The steps for which a copy has rows, and the number of hits that they hold.
    const Index own = std::min(n, std::ssize(c) * steps);
    const Index most = std::min(hits, (own - 1) / separation + 1);
    const Index copies = l + 1 == strategy.levels() ? 1 : (n - 1) / (steps * strategy.blockSize()) + 1;
    const std::vector<double> worth = hitWorths(c, most, [&](Index hit) { return hit * separation / steps; });
    bounds.push_back(dealtOut(worth, hits, copies));
  }
  return bounds;
}

Sensitivity recursiveBltSensitivity(const RecursiveBltStrategy& strategy, Participation::Schema schema, Index hits,
                                    Index separation, const RunControl& control) {
  const bool positive = isNonNegative(strategy);
  const double work =
      static_cast<double>(strategy.iterations()) * static_cast<double>(strategy.buffers() + strategy.levels());
  const double starts = static_cast<double>(std::min(separation, strategy.iterations()));
  if (schema == Participation::Schema::FixedEpochOrder && positive && work * starts <= kMostCombWork) {
    double worst = 0;
    for (Index start = 0; start < std::min(separation, strategy.iterations()); ++start) {
      if (control.stopRequested()) return {std::numeric_limits<double>::infinity(), BoundKind::UpperBound};
      worst = std::max(worst, combSquared(strategy, start, hits, separation));
    }
    return {std::sqrt(worst), BoundKind::Exact};
  }
  double bound = 0;
  for (const double level : recursiveBltLevelBounds(strategy, hits, separation)) bound += level;
  const bool attained = positive && combSquared(strategy, 0, hits, separation) >= bound * (1 - kNormRounding);
  const Sensitivity byLevels{std::sqrt(bound), attained ? BoundKind::Exact : BoundKind::UpperBound};
  if (attained || strategy.iterations() > kMostFactored || schema != Participation::Schema::MinSeparation)
    return byLevels;
  const auto square = sameGram(strategy);
  if (!square) return byLevels;
  const Sensitivity found = sensitivityOf(*square, {schema, hits, separation}, control);
  return found.kind == BoundKind::Exact || found.value < byLevels.value ? found : byLevels;
}

}  // namespace noiseloom
