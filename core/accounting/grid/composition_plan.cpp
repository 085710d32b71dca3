#include "core/accounting/grid/composition_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

constexpr double kLogLeastSize = -14;  // 1e-6: of delta against rounding's scale, tilts nearer to the edge
constexpr double kFewNodes = 20000;    // a plan so cheap needs no better tilt

/// The coarsest spacing at which f(spacing), increasing, is at most `allowed`.
template <class Function>
double coarsestSpacing(Function f, double allowed) {
  const auto isAllowed = [&](double logSpacing) { return !(f(std::exp(logSpacing)) > allowed); };
  return std::exp(narrowed({.holds = -60, .fails = 5}, 0.02, isAllowed).holds);
}

/// The variance that spreading a lone large loss adds. Given that the sum lies at the barrier there is at least one
/// where the mass of rare participation alone does not get there, however seldom that is under the tilt.
double ofOneLoss(double spacing) {
  return spacing * spacing / 6;
}

CompositionPlan planOneStage(const DirectedLosses& side, const DirectedLosses::Reach& reach,
                             const std::vector<double>& ranges, double allowed) {
  const auto excess = [&](double spacing) {
    double variance = ofOneLoss(spacing);
    for (std::size_t p = 0; p < side.kinds(); ++p) variance += side.count(p) * side.addedVariance(p, spacing);
    return side.excess(variance);
  };
  const double window = reach.above + reach.below;
  CompositionPlan plan;
  plan.coarse = coarsestSpacing(excess, allowed);
  plan.nodes = (window + std::accumulate(ranges.begin(), ranges.end(), 0.0)) / plan.coarse;
  plan.coarse = std::max({plan.coarse, window / kMostNodes, *std::ranges::max_element(ranges) / kMostNodes});
  for (std::size_t p = 0; p < side.kinds(); ++p)
    plan.kinds.push_back({1, 0, static_cast<Index>(side.count(p)), plan.coarse});
  return plan;
}

/// What one kind of step needs to cost no more than `allowed` variance where everything has the spacing `coarse`:
/// single steps where they are rare or coarse enough, else blocks, half of the variance for each stage. Adds to
/// `nodes`.
CompositionPlan::Kind planKind(const DirectedLosses& side, std::size_t p, double range, double coarse, double allowed,
                               double& nodes) {
  const double count = side.count(p);
  CompositionPlan::Kind kind{1, 0, static_cast<Index>(count), coarse};
  if (count * side.addedVariance(p, coarse) + ofOneLoss(coarse) <= allowed) {
    nodes += range / coarse;
    return kind;
  }
  const double blocks = 0.5 * allowed / (coarse * coarse / 6);
  if (blocks < 1) {
    nodes = std::numeric_limits<double>::infinity();
    return kind;
  }
  kind.size = std::min(kind.rest, static_cast<Index>(std::ceil(count / blocks)));
  kind.blocks = kind.rest / kind.size;
  kind.rest %= kind.size;
  kind.spacing = std::min(
      coarse,
      coarsestSpacing([&](double spacing) { return count * side.addedVariance(p, spacing) + ofOneLoss(spacing); },
                      0.5 * allowed));
  const auto block = side.reachOfBlock(p, static_cast<double>(kind.size),
                                       side.logNegligible() - std::log(static_cast<double>(kind.blocks)));
  const double longest = std::max(range, block.above + block.below);
  nodes += (range + block.above + block.below) / kind.spacing;
  kind.spacing = std::max(kind.spacing, longest / kMostNodes);
  return kind;
}

CompositionPlan planStages(const DirectedLosses& side, const DirectedLosses::Reach& reach,
                           const std::vector<double>& ranges, double allowed, double coarse) {
  CompositionPlan plan;
  plan.coarse = coarse;
  const auto kinds = static_cast<double>(side.kinds());
  plan.nodes = kinds * (reach.above + reach.below) / coarse;
  const double variance = allowed / side.excess(1) / kinds;
  for (std::size_t p = 0; p < side.kinds(); ++p)
    plan.kinds.push_back(planKind(side, p, ranges[p], coarse, variance, plan.nodes));
  return plan;
}

}  // namespace

bool CompositionPlan::hasBlocks() const {
  return std::ranges::any_of(kinds, [](const Kind& kind) { return kind.blocks > 0; });
}

void CompositionPlan::align() {
  for (Kind& kind : kinds)
    kind.spacing = coarse / (kind.blocks > 0 ? std::ceil(coarse / kind.spacing * (1 - 1e-9)) : 1);
}

CompositionPlan planComposition(const DirectedLosses& side, const DirectedLosses::Reach& reach,
                                const std::vector<double>& ranges, double allowed) {
  CompositionPlan best = planOneStage(side, reach, ranges, allowed);
  double most = 0;
  for (std::size_t p = 0; p < side.kinds(); ++p) most = std::max(most, side.count(p));
  if (best.nodes < 50000 || most < 256) return best;
  const double window = reach.above + reach.below;
  const double finest = (window + std::accumulate(ranges.begin(), ranges.end(), 0.0)) / best.nodes;
  for (double coarse = finest; coarse < window / 64; coarse *= 1.5) {
    if (coarse < window / kMostNodes) continue;
    const CompositionPlan plan = planStages(side, reach, ranges, allowed, coarse);
    // A second stage costs a pass of its own, and everything else being equal one stage has fewer bounds to add.
    if (plan.nodes < 0.5 * best.nodes || (best.hasBlocks() && plan.nodes < best.nodes)) best = plan;
  }
  return best;
}

double estimatedExcess(const DirectedLosses& side, const CompositionPlan& plan) {
  double variance = ofOneLoss(plan.coarse);
  for (std::size_t p = 0; p < plan.kinds.size(); ++p) {
    const CompositionPlan::Kind& kind = plan.kinds[p];
    const auto blocks = static_cast<double>(kind.blocks);
    if (kind.blocks > 0) {
      const double sums = blocks + (kind.rest > 0 ? 1 : 0);
      variance += side.count(p) * side.addedVariance(p, kind.spacing) + sums * plan.coarse * plan.coarse / 6;
    } else {
      variance += side.count(p) * side.addedVariance(p, plan.coarse);
    }
  }
  return side.excess(variance);
}

PlannedSide planSide(DirectedLosses side, const std::vector<double>& ranges, double allowed) {
  PlannedSide planned{side, allowed, {}, {}};
  // Where rare large losses dominate the tilt, a smaller tilt has a much shorter window.
  for (const double fraction : {1.0, 0.75, 0.5, 0.35, 0.2}) {
    if (fraction < 1) {
      side.tiltTowardsEdge(fraction);
      if (side.logSize() < kLogLeastSize) continue;
    }
    const auto reach = side.reach(side.barrier(), side.logNegligible());
    const CompositionPlan plan = planComposition(side, reach, ranges, allowed);
    if (fraction == 1 || plan.nodes < 0.75 * planned.plan.nodes) {
      planned.side = side;
      planned.reach = reach;
      planned.plan = plan;
    }
    if (planned.plan.nodes < kFewNodes) break;
  }
  return planned;
}

}  // namespace noiseloom
