#include "core/mechanism/tree.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/tree_strategy.h"

namespace noiseloom {
namespace {

// Fills the rows of one complete tree of 2^height leaves from `first` on.
//
// C_T^T C_T is the covariance of x_i = the sum of independent unit normals on the nodes above leaf i, and row r of C
// holds Cov(x_i, x_r | x_l, l > r) / sd(x_r | x_l, l > r). With S_h the sum of the nodes above leaf r down to height h,
// the leaves after r tell about S_h where r is in the left half of its node: the right half, of height h - 1, gives
// S_h with precision u_{h-1}, which obeys the recursion of the online estimate's variance. So a Kalman filter runs from
// the root down to r, and Cov(x_i, x_r | ..) = Cov(S_h, x_r | ..) depends on the lowest common node of i and r alone.
void fillTree(std::vector<double>& c, Index n, Index first, Index height, const TreeStrategy& tree) {
  std::vector<double> covariance(static_cast<std::size_t>(height + 1));  // of S_h with the S reached so far
  for (Index leaf = 0; leaf < Index{1} << height; ++leaf) {
    double variance = 0;
    for (Index h = height; h >= 0; --h) {
      const double predicted = variance + 1;
      const bool inLeftHalf = h > 0 && (leaf >> (h - 1) & 1) == 0;
      variance = inLeftHalf ? predicted / (1 + tree.nodeVariance(h - 1) * predicted) : predicted;
      for (Index above = height; above > h; --above)
        covariance[static_cast<std::size_t>(above)] *= variance / predicted;
      covariance[static_cast<std::size_t>(h)] = variance;
    }
    const double deviation = std::sqrt(variance);
    const auto row = c.begin() + (first + leaf) * n + first;
    row[leaf] = deviation;
    for (Index h = 1; h <= height; ++h) {
      // The columns of a left half whose right half holds the leaf.
      if ((leaf >> (h - 1) & 1) == 0) continue;
      std::fill_n(row + (leaf >> h << h), Index{1} << (h - 1), covariance[static_cast<std::size_t>(h)] / deviation);
    }
  }
}

}  // namespace

DenseStrategy fullTreeStrategy(Index iterations) {
  checkInteger("iterations", iterations, 1, kMostFullTreeIterations, Core::tr("memory of the full decoder"));
  const TreeStrategy tree(iterations);
  std::vector<double> c(static_cast<std::size_t>(iterations * iterations), 0.0);
  // Complete trees side by side, largest first: one for each binary digit of n.
  Index first = 0;
  for (Index h = tree.levels() - 1; h >= 0; --h) {
    if ((iterations >> h & 1) == 0) continue;
    fillTree(c, iterations, first, h, tree);
    first += Index{1} << h;
  }
  return {iterations, iterations, std::move(c)};
}

namespace {

constexpr MechanismSource kSources[]{{"tree-estimates"}, {"without-sampling"}};
constexpr MechanismSetting kSettings[]{{Field::TreeDecoder}};

bool isFull(const Scenario& scenario) {
  return scenario.treeDecoder == TreeDecoder::Full;
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (!isFull(scenario)) return std::nullopt;
  return iterationsProblem(scenario, kMostFullTreeIterations, Core::tr("memory of the full decoder"));
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl&) {
  if (isFull(scenario)) return {fullTreeStrategy(scenario.iterations)};
  return {TreeStrategy(scenario.iterations)};
}

double seconds(const Scenario& scenario, Index) {
  const double n = static_cast<double>(scenario.iterations);
  return isFull(scenario) ? n * n * n / 1e10 : 1e-3;
}

NoiseShape noise(const Scenario& scenario, Index) {
  if (isFull(scenario)) return NoiseShape::ofBlocks(scenario.iterations - 1);
  return NoiseShape::of(NoiseRoute::Tree, TreeStrategy(scenario.iterations).levels() + 1);
}

}  // namespace

constinit const Mechanism mechanisms::tree{
    .id = "tree",
    .name = Core::tr("Binary tree"),
    .summary = Core::tr("Noisy sums of dyadic blocks: log n noise vectors"),
    .sources = kSources,
    .color = 5,
    .settings = kSettings,
    .problem = problem,
    .solve = solve,
    .seconds = seconds,
    .sketch = &tree,
    .noise = noise,
    .size =
        [](const Strategy& strategy) {
          return Text(strategy.as<TreeStrategy>() ? Core::tr("online decoder") : Core::tr("full decoder"));
        },
};

}  // namespace noiseloom
