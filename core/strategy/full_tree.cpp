#include "core/strategy/full_tree.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/linalg/tiled_matrix.h"
#include "core/strategy/tree_strategy.h"

namespace noiseloom {
namespace {

constexpr double kRowRounding = 1e-13;

// The rows of C, one after the other.
//
// C_T^T C_T is the covariance of x_i = the sum of independent unit normals on the nodes above leaf i, and row r of C
// holds Cov(x_i, x_r | x_l, l > r) / sd(x_r | x_l, l > r). With S_h the sum of the nodes above leaf r down to height h,
// the leaves after r tell about S_h where r is in the left half of its node: the right half, of height h - 1, gives
// S_h with precision u_{h-1}, which obeys the recursion of the online estimate's variance. So a Kalman filter runs from
// the root down to r, and Cov(x_i, x_r | ..) = Cov(S_h, x_r | ..) depends on the lowest common node of i and r alone.
class FullTreeRows {
 public:
  explicit FullTreeRows(Index iterations) : m_tree(iterations), m_covariance(m_tree.levels() + 1) {}

  // row[0 .. n), all of it.
  void fill(Index index, std::span<double> row) {
    std::ranges::fill(row, 0.0);
    // Complete trees side by side, largest first: one for each binary digit of n.
    Index first = 0, height = m_tree.levels() - 1;
    for (;; --height) {
      if ((m_tree.iterations() >> height & 1) == 0) continue;
      if (index < first + (Index{1} << height)) break;
      first += Index{1} << height;
    }
    fillInTree(index - first, height, row.subspan(first));
  }

 private:
  double& covariance(Index height) { return m_covariance[height]; }

  void fillInTree(Index leaf, Index height, std::span<double> row) {
    double variance = 0;
    for (Index h = height; h >= 0; --h) {
      const double predicted = variance + 1;
      const bool inLeftHalf = h > 0 && (leaf >> (h - 1) & 1) == 0;
      variance = inLeftHalf ? predicted / (1 + m_tree.nodeVariance(h - 1) * predicted) : predicted;
      for (Index above = height; above > h; --above) covariance(above) *= variance / predicted;
      covariance(h) = variance;
    }
    const double deviation = std::sqrt(variance);
    row[leaf] = deviation;
    for (Index h = 1; h <= height; ++h) {
      // The columns of a left half whose right half holds the leaf.
      if ((leaf >> (h - 1) & 1) == 0) continue;
      std::fill_n(row.begin() + (leaf >> h << h), Index{1} << (h - 1), covariance(h) / deviation);
    }
  }

  TreeStrategy m_tree;
  std::vector<double> m_covariance;  // of S_h with the S reached so far
};

}  // namespace

std::optional<DenseStrategy> fullTreeStrategy(Index iterations, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kMostFullTreeIterations, Core::tr("memory of the full decoder"));
  SquareMatrix c(iterations), inverse(iterations);
  FullTreeRows rows(iterations);
  for (Index i = 0; i < iterations; ++i) {
    if (control.stopRequested()) return std::nullopt;
    rows.fill(i, {c.row(i), static_cast<std::size_t>(iterations)});
  }
  if (invertLower(c, inverse, control) != MatrixOutcome::Done) return std::nullopt;
  return DenseStrategy(iterations, iterations, std::move(c.values), std::move(inverse.values));
}

DenseStrategy fullTreeStrategy(Index iterations) {
  return *fullTreeStrategy(iterations, {});
}

bool isFullTree(const DenseStrategy& strategy) {
  const Index n = strategy.iterations();
  if (strategy.blockSize() != n || n > kMostFullTreeIterations) return false;
  FullTreeRows rows(n);
  std::vector<double> row(n);
  for (Index i = 0; i < n; ++i) {
    rows.fill(i, row);
    const auto given = strategy.block().subspan(i * n, static_cast<std::size_t>(n));
    const bool same = std::ranges::equal(
        given, row, [](double x, double known) { return std::abs(x - known) <= kRowRounding * known; });
    if (!same) return false;
  }
  return true;
}

}  // namespace noiseloom
