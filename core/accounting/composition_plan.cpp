#include "core/accounting/composition_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace noiseloom {
namespace {

/// The coarsest spacing at which f(spacing), increasing, is at most `allowed`.
template <class Function>
double coarsestSpacing(Function f, double allowed) {
  double low = -60, high = 5;
  while (high - low > 0.02) {
    const double middle = 0.5 * (low + high);
    (f(std::exp(middle)) > allowed ? high : low) = middle;
  }
  return std::exp(low);
}

/// Added to the sum by single steps and by the steps within blocks, on a grid of this spacing.
double addedByRest(const CompositionSide& side, const CompositionPlan& plan, double spacing) {
  double variance = 0;
  for (std::size_t p = 0; p < plan.kinds.size(); ++p) {
    if (plan.kinds[p].rest > 0) variance += static_cast<double>(plan.kinds[p].rest) * side.addedVariance(p, spacing);
  }
  return variance;
}
double addedInBlocks(const CompositionSide& side, const CompositionPlan& plan, double spacing) {
  double variance = 0;
  for (std::size_t p = 0; p < plan.kinds.size(); ++p) {
    const auto steps = static_cast<double>(plan.kinds[p].blocks * plan.kinds[p].size);
    if (steps > 0) variance += steps * side.addedVariance(p, spacing);
  }
  return variance;
}
/// Added by spreading the sums of blocks over the coarse grid.
double addedToBlocks(const CompositionPlan& plan, double spacing) {
  double blocks = 0;
  for (const CompositionPlan::Kind& kind : plan.kinds) blocks += static_cast<double>(kind.blocks);
  return blocks * spacing * spacing / 6;
}

CompositionPlan planOneStage(const CompositionSide& side, const CompositionSide::Reach& reach,
                             const std::vector<double>& ranges, double allowed) {
  CompositionPlan plan;
  for (std::size_t p = 0; p < side.kinds(); ++p) plan.kinds.push_back({1, 0, static_cast<Index>(side.count(p))});
  plan.spacing =
      coarsestSpacing([&](double spacing) { return side.excess(addedByRest(side, plan, spacing)); }, allowed);
  const double window = reach.above + reach.below;
  plan.nodes = (window + std::accumulate(ranges.begin(), ranges.end(), 0.0)) / plan.spacing;
  plan.spacing = std::max({plan.spacing, window / kMostNodes, *std::ranges::max_element(ranges) / kMostNodes});
  return plan;
}

/// A nearby size that leaves few steps over.
Index blockSize(Index count, Index target) {
  Index size = target;
  for (Index candidate = size; candidate < target + target / 2 && candidate < target + 256; ++candidate) {
    if (count % candidate < count % size) size = candidate;
  }
  return size;
}

/// Blocks of about `target` steps of those kinds that have many more. Half of the allowed excess for each stage.
CompositionPlan planTwoStages(const CompositionSide& side, const CompositionSide::Reach& reach,
                              const std::vector<double>& ranges, double allowed, Index target) {
  CompositionPlan plan;
  double blockWindows = 0, longest = 0;
  for (std::size_t p = 0; p < side.kinds(); ++p) {
    const auto count = static_cast<Index>(side.count(p));
    if (count < 16 * target) {
      plan.kinds.push_back({1, 0, count});
    } else {
      const Index size = blockSize(count, target);
      const Index blocks = count / size;
      plan.kinds.push_back({size, blocks, count % size});
      const auto block =
          side.reachOfBlock(p, static_cast<double>(size), kLogNegligible - std::log(static_cast<double>(blocks)));
      blockWindows += block.above + block.below;
      longest = std::max(longest, block.above + block.below);
    }
    blockWindows += ranges[p];
    longest = std::max(longest, ranges[p]);
  }
  plan.spacing =
      coarsestSpacing([&](double spacing) { return side.excess(addedInBlocks(side, plan, spacing)); }, 0.5 * allowed);
  double coarse = coarsestSpacing(
      [&](double spacing) { return side.excess(addedToBlocks(plan, spacing) + addedByRest(side, plan, spacing)); },
      0.5 * allowed);
  const double window = reach.above + reach.below;
  plan.nodes = blockWindows / plan.spacing + window / coarse;
  plan.spacing = std::max(plan.spacing, longest / kMostNodes);
  coarse = std::max(coarse, window / kMostNodes);
  plan.ratio = std::max<Index>(1, static_cast<Index>(coarse / plan.spacing));
  return plan;
}

}  // namespace

bool CompositionPlan::hasBlocks() const {
  return std::ranges::any_of(kinds, [](const Kind& kind) { return kind.blocks > 0; });
}

CompositionPlan planComposition(const CompositionSide& side, const CompositionSide::Reach& reach,
                                const std::vector<double>& ranges, double allowed) {
  CompositionPlan best = planOneStage(side, reach, ranges, allowed);
  double most = 0;
  for (std::size_t p = 0; p < side.kinds(); ++p) most = std::max(most, side.count(p));
  if (best.nodes < 50000 || most < 256) return best;
  for (Index target = 16; static_cast<double>(16 * target) <= most; target *= 4) {
    const CompositionPlan plan = planTwoStages(side, reach, ranges, allowed, target);
    // A second stage costs a pass of its own, and everything else being equal one stage has fewer bounds to add.
    if (plan.nodes < 0.5 * best.nodes || (best.hasBlocks() && plan.nodes < best.nodes)) best = plan;
  }
  return best;
}

double estimatedExcess(const CompositionSide& side, const CompositionPlan& plan) {
  const double coarse = plan.coarseSpacing();
  return side.excess(addedInBlocks(side, plan, plan.spacing) + addedToBlocks(plan, coarse) +
                     addedByRest(side, plan, coarse));
}

}  // namespace noiseloom
