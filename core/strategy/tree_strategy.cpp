#include "core/strategy/tree_strategy.h"

#include <bit>
#include <cstdint>

#include "core/base/check.h"
#include "core/strategy/strategy_body.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

Index trailingOnes(Index step) {
  return std::countr_one(static_cast<std::uint64_t>(step));
}

}  // namespace

Index TreeStrategy::stepOf(Index row) {
  Index step = row / 2;
  while (firstRow(step + 1) <= row) ++step;
  return step;
}

Index TreeStrategy::bitCount(Index value) {
  return std::popcount(static_cast<std::uint64_t>(value));
}

TreeStrategy::TreeStrategy(Index iterations, TreeEstimate estimate) : m_iterations(iterations), m_estimate(estimate) {
  checkInteger("iterations", iterations, 1, kNoLimit / 2);
  double variance = 1;
  for (Index h = 0; h < levels(); ++h) {
    if (h > 0) variance = 1 / (1 + 1 / (2 * variance));
    const bool own = estimate == TreeEstimate::OwnNode;
    // Inverse-variance weighting of the node's own sum, of variance 1, against its children's.
    m_variance.push_back(own ? 1 : variance);
    m_ownWeight.push_back(own ? 1 : variance);
  }
}

Index TreeStrategy::levels() const {
  return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(m_iterations)));
}

double TreeStrategy::entry(Index row, Index column) const {
  const Index last = stepOf(row);
  const Index height = row - firstRow(last);
  return column <= last && column > last - (Index{1} << height) ? 1 : 0;
}

double TreeStrategy::inverseEntry(Index row, Index column) const {
  const Index end = stepOf(column);  // last leaf of the node
  const Index height = column - firstRow(end);
  // Weight of the node in the running sum of the steps up to `step`.
  const auto weightInSum = [&](Index step) -> double {
    if (step < 0 || end > step) return 0;
    double weight = ownWeight(height);
    Index last = end;
    for (Index h = height; h + 1 < levels(); ++h) {
      // The parent ends at `last` for a right child, one node later for a left one.
      const Index parentEnd = last | (Index{1} << h);
      if (parentEnd > step) break;
      weight *= 1 - ownWeight(h + 1);
      last = parentEnd;
    }
    return weight;
  };
  return weightInSum(row) - weightInSum(row - 1);
}

double TreeStrategy::columnNormSquared(Index column) const {
  Index nodes = 0;
  for (Index h = 0; h < levels(); ++h) {
    if ((((column >> h) + 1) << h) <= m_iterations) ++nodes;
  }
  return static_cast<double>(nodes);
}

void TreeStrategy::multiply(std::span<const double> x, std::span<double> out) const {
  std::vector<double> open(levels(), 0.0);  // finished left children by height
  for (Index step = 0; step < m_iterations; ++step) {
    double sum = x[step];
    const Index top = trailingOnes(step);
    for (Index h = 0; h <= top; ++h) {
      if (h > 0) sum += open[h - 1];
      out[firstRow(step) + h] = sum;
    }
    open[top] = sum;
  }
}

void TreeStrategy::solve(std::span<const double> z, std::span<double> out) const {
  std::vector<double> open(levels(), 0.0);  // estimates of the nodes in use
  double before = 0;
  for (Index step = 0; step < m_iterations; ++step) {
    double estimate = 0;
    const Index top = trailingOnes(step);
    for (Index h = 0; h <= top; ++h) {
      const double below = h == 0 ? 0 : estimate + open[h - 1];
      const double own = ownWeight(h);
      estimate = own * z[firstRow(step) + h] + (1 - own) * below;
    }
    open[top] = estimate;
    double sum = 0;
    for (Index h = 0; h < levels(); ++h) {
      if ((step + 1) >> h & 1) sum += open[h];
    }
    out[step] = sum - before;
    before = sum;
  }
}

template Strategy::Strategy(TreeStrategy);

constinit const StrategyKind TreeStrategy::kind{
    .id = "tree",
    .treeEstimate = true,
    .addSizes = [](const Strategy& strategy,
                   StrategySizes& sizes) { sizes.treeEstimate = valueOf<TreeStrategy>(strategy).estimate(); },
    .make = [](const StrategySizes& sizes, const TakeArray&) -> Strategy {
      return TreeStrategy(sizes.iterations, sizes.treeEstimate);
    },
    .leastIterations = [](const Strategy&) { return Index{1}; },
    .form = NoiseForm::Tree,
    .recurrence =
        [](const Strategy& strategy, Index) {
          const auto& tree = valueOf<TreeStrategy>(strategy);
          std::vector<double> own;
          for (Index height = 0; height < tree.levels(); ++height) own.push_back(tree.ownWeight(height));
          return std::vector{listOf("own_weight", own)};
        },
};

}  // namespace noiseloom
