#include "core/accounting/grid_accountant.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/accounting/composition_plan.h"
#include "core/accounting/composition_side.h"
#include "core/accounting/tilted_lattice.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMostExcess = 10;     // of log delta: a grid worse than that is not worth composing
constexpr double kLogLeastSize = -14;  // 1e-6: of delta against rounding's scale, tilts nearer to the edge
constexpr double kFewNodes = 20000;    // a plan so cheap needs no better tilt

double logSum(double a, double b) {
  const double most = std::max(a, b);
  return std::isfinite(most) ? most + std::log1p(std::exp(std::min(a, b) - most)) : most;
}

struct Window {
  Index first;
  Index size;
};

/// Nodes around `centre`, counted from `origin`; empty if there would be far too many. Spare length goes above, below,
/// or to both sides (sense 1, -1, 0).
std::optional<Window> windowAround(double centre, const CompositionSide::Reach& reach, double origin, double spacing,
                                   int sense) {
  const double first = std::floor((centre - reach.below - origin) / spacing) - 1;
  const double last = std::ceil((centre + reach.above - origin) / spacing) + 1;
  if (!(last - first < 4 * kMostNodes)) return std::nullopt;
  const Index size = RealFft::goodSize(std::max<Index>(2, static_cast<Index>(last - first) + 1));
  const Index spare = size - static_cast<Index>(last - first) - 1;
  return Window{static_cast<Index>(first) - (sense > 0 ? 0 : sense < 0 ? spare : spare / 2), size};
}

/// What one side composes, and by what.
struct PlannedSide {
  CompositionSide side;
  bool relaxed = false;  ///< it was allowed more than the wanted excess because it seemed not to be the worse one
  CompositionSide::Reach reach;
  CompositionPlan plan;
};

PlannedSide planSide(CompositionSide side, const std::vector<double>& ranges, double tolerance, double allowed) {
  PlannedSide planned{side, allowed > tolerance, {}, {}};
  // Where rare large losses dominate the tilt, a smaller tilt has a much shorter window.
  for (const double fraction : {1.0, 0.75, 0.5, 0.35, 0.2}) {
    if (fraction < 1) {
      side.tiltTowardsEdge(fraction);
      if (side.logSize() < kLogLeastSize) continue;
    }
    const auto reach = side.reach(side.barrier(), kLogNegligible);
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

/// Upper bound of delta on one side, from grids of one step of each kind. delta 1 and no transform where a window would
/// be too long.
class SideComposition {
 public:
  SideComposition(const PlannedSide& planned, const std::vector<LossGrid>& grids)
      : m_planned(planned), m_side(planned.side) {
    for (std::size_t p = 0; p < grids.size(); ++p) {
      m_steps.push_back(tilted(grids[p], m_side.z()));
      m_logTransform += m_side.count(p) * m_steps.back().logTransform;
      m_logLost = logSum(m_logLost, std::log(m_side.count(p) * grids[p].lost(m_side.direction())));
    }
  }

  /// Chernoff's bound, which needs no composition.
  double simpleBound() const {
    return std::min(0.0, logSum(m_side.logScale(m_logTransform) + std::log(m_side.greatestPayoff(0)), m_logLost));
  }

  struct Result {
    double logDelta;
    Index transformSize;
  };
  std::optional<Result> compose(const RunControl& control) {
    std::vector<RepeatedLattice> parts;
    for (std::size_t p = 0; p < m_steps.size(); ++p) {
      const CompositionPlan::Kind& kind = m_planned.plan.kinds[p];
      if (kind.blocks > 0) {
        auto block = composeBlock(p, kind, control);
        if (!block) return std::nullopt;
        if (block->masses.empty()) return Result{0, 0};
        parts.push_back({coarse(*block), kind.blocks});
      }
      if (kind.rest > 0) parts.push_back({coarse(m_steps[p]), kind.rest});
    }
    double origin = 0;
    for (const RepeatedLattice& part : parts) origin += static_cast<double>(part.count) * part.lattice.anchor;
    const int sense = m_side.sign() > 0 ? 1 : -1;
    const auto window = windowAround(m_side.barrier(), m_planned.reach, origin, parts[0].lattice.spacing, sense);
    if (!window) return Result{0, 0};
    const auto sum = wrappedSum(parts, window->first, window->size, control);
    if (!sum) return std::nullopt;
    m_transformSize = std::max(m_transformSize, window->size);

    // What may lie beyond the window, by Chernoff.
    const double shift = sense > 0 ? m_planned.reach.shiftAbove : m_planned.reach.shiftBelow;
    const double end = sense > 0 ? sum->loss(window->size) : sum->loss(-1);
    double logBeyond = -shift * end;
    for (const RepeatedLattice& part : parts) {
      logBeyond += static_cast<double>(part.count) * part.lattice.logGrowth(shift);
    }
    const double distance = std::max(0.0, m_side.sign() * (end - m_side.barrier()));
    const double payoff = payoffOf(*sum) + std::exp(std::min(0.0, logBeyond)) * m_side.greatestPayoff(distance);
    const double logInside = m_side.logScale(sum->logTransform) + std::log(payoff);
    // Blocks that left their window belong to the fine composition, which has its own transform.
    const double logOutside = m_side.logScale(m_logTransform) + std::log(m_lostMass * m_side.greatestPayoff(0));
    return Result{std::min(0.0, logSum(logSum(logInside, logOutside), m_logLost)), m_transformSize};
  }

 private:
  TiltedLattice coarse(const TiltedLattice& fine) const {
    return m_planned.plan.ratio > 1 ? coarsened(fine, m_planned.plan.ratio, m_side.z()) : fine;
  }

  /// Without masses where the window would be too long.
  std::optional<TiltedLattice> composeBlock(std::size_t p, const CompositionPlan::Kind& kind,
                                            const RunControl& control) {
    const TiltedLattice& one = m_steps[p];
    const auto steps = static_cast<double>(kind.size), blocks = static_cast<double>(kind.blocks);
    const auto reach = m_side.reachOfBlock(p, steps, kLogNegligible - std::log(blocks));
    const auto window = windowAround(steps * m_side.mean(p), reach, steps * one.anchor, one.spacing, 0);
    if (!window) return TiltedLattice{};
    const std::vector<RepeatedLattice> parts{{one, kind.size}};
    auto sum = wrappedSum(parts, window->first, window->size, control);
    if (!sum) return std::nullopt;
    m_transformSize = std::max(m_transformSize, window->size);
    const auto chernoff = [&](double shift, double end) {
      return std::exp(steps * one.logGrowth(shift) - shift * end);
    };
    double lost = chernoff(reach.shiftAbove, sum->loss(window->size));
    if (window->first > kind.size * one.first) lost += chernoff(reach.shiftBelow, sum->loss(-1));
    m_lostMass += blocks * lost;
    return sum;
  }

  double payoffOf(const TiltedLattice& sum) const {
    double total = 0;
    for (std::size_t i = 0; i < sum.masses.size(); ++i) {
      const double distance = m_side.sign() * (sum.loss(static_cast<Index>(i)) - m_side.barrier());
      if (distance > 0) total += sum.masses[i] * m_side.payoff(distance);
    }
    return total;
  }

  const PlannedSide& m_planned;
  const CompositionSide& m_side;
  std::vector<TiltedLattice> m_steps;  ///< one of each kind
  double m_logTransform = 0;           ///< of all steps on the fine grid
  double m_logLost = -kInfinity;
  double m_lostMass = 0;  ///< tilted probability that some block lies outside its window
  Index m_transformSize = 0;
};

/// The outcomes that matter of every kind of step.
struct Outcomes {
  std::vector<LossGridPlan> plans;
  std::vector<OutcomeLimit> limits;
  std::vector<double> ranges;   ///< of their losses
  double logLeft = -kInfinity;  ///< log of the probability of the others
};

Outcomes relevantOutcomes(const Steps& steps, double logNegligible) {
  double total = 0;
  for (const RepeatedStep& each : steps) total += static_cast<double>(each.count);
  Outcomes outcomes;
  for (const RepeatedStep& each : steps) {
    const auto [least, most] = each.step.relevantOutcomes(std::log(total), logNegligible);
    outcomes.plans.push_back({kInfinity, least, most});
    outcomes.limits.push_back({most});
    outcomes.ranges.push_back(each.step.loss(most) - each.step.loss(least));
    const double left = each.step.upperTailOfP(most) + each.step.lowerTailOfQ(least);
    outcomes.logLeft = logSum(outcomes.logLeft, std::log(static_cast<double>(each.count) * left));
  }
  return outcomes;
}

/// gridDelta(); `relax` lets the side that seems not to be the worse one come out larger by half its distance, and
/// `wasRelaxed` tells that it was the worse one after all.
std::optional<GridDelta> boundDelta(const Steps& steps, double epsilon, double tolerance, double expectedLogDelta,
                                    bool relax, bool& wasRelaxed, const RunControl& control) {
  // What is cut off is negligible against delta; its exact probability is added all the same.
  const Outcomes outcomes = relevantOutcomes(steps, std::min(expectedLogDelta, 0.0) + kLogNegligible);
  std::vector<CompositionSide> sides;
  double worstEstimate = -kInfinity;
  const bool mirrored = steps[0].step.replacesOne();
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    if (mirrored && direction == Direction::Add) continue;
    const auto saddle = saddlePoint(steps, direction, epsilon, outcomes.limits);
    if (!saddle) continue;
    sides.emplace_back(steps, direction, epsilon, *saddle, outcomes.limits);
    worstEstimate = std::max(worstEstimate, sides.back().estimate());
  }
  if (control.stopRequested()) return std::nullopt;
  GridDelta result;
  // A side without a saddle point contributes less than the least double, and what was left out.
  result.logDelta = result.logRemove = result.logAdd = logSum(-750, outcomes.logLeft);
  result.excess = kInfinity;
  if (sides.empty()) return result;

  double spacing = kInfinity;
  std::vector<PlannedSide> planned;
  for (const CompositionSide& side : sides) {
    const double allowed = relax ? std::max(tolerance, 0.5 * (worstEstimate - side.estimate()) - 1) : tolerance;
    planned.push_back(planSide(side, outcomes.ranges, tolerance, allowed));
    spacing = std::min(spacing, planned.back().plan.spacing);
    // More than the nodes can resolve.
    if (!(estimatedExcess(side, planned.back().plan) < kMostExcess + allowed)) {
      result.logDelta = result.logRemove = result.logAdd = 0;
      return result;
    }
  }

  std::vector<LossGrid> grids;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    LossGridPlan plan = outcomes.plans[p];
    plan.spacing = spacing;
    auto grid = LossGrid::build(steps[p].step, plan, control);
    if (!grid) return std::nullopt;
    result.gridNodes += grid->size();
    grids.push_back(std::move(*grid));
  }
  for (PlannedSide& each : planned) {
    // Both sides share the finer of their grids; what was meant to be coarser stays as coarse.
    each.plan.ratio = std::max<Index>(1, static_cast<Index>(each.plan.coarseSpacing() / spacing));
    each.plan.spacing = spacing;
    SideComposition composition(each, grids);
    const double simpleBound = composition.simpleBound();
    const bool removes = each.side.direction() == Direction::Remove;
    double& ofDirection = removes ? result.logRemove : result.logAdd;
    ofDirection = std::max(ofDirection, simpleBound);
    if (simpleBound < result.logDelta - 1) continue;
    const auto delta = composition.compose(control);
    if (!delta) return std::nullopt;
    result.transformSize = std::max(result.transformSize, delta->transformSize);
    ofDirection = std::min(delta->logDelta, simpleBound);
    if (ofDirection > result.logDelta) {
      result.logDelta = ofDirection;
      result.worst = each.side.direction();
      result.excess = delta->transformSize > 0 ? estimatedExcess(each.side, each.plan) : kInfinity;
      wasRelaxed = each.relaxed;
    }
  }
  if (mirrored) result.logAdd = result.logRemove;
  return result;
}

}  // namespace

std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   double expectedLogDelta, const RunControl& control) {
  return gridDelta(Steps{{step, compositions}}, epsilon, tolerance, expectedLogDelta, control);
}

std::optional<GridDelta> gridDelta(const Steps& steps, double epsilon, double tolerance, double expectedLogDelta,
                                   const RunControl& control) {
  bool wasRelaxed = false;
  auto result = boundDelta(steps, epsilon, tolerance, expectedLogDelta, true, wasRelaxed, control);
  if (result && wasRelaxed) {
    result = boundDelta(steps, epsilon, tolerance, expectedLogDelta, false, wasRelaxed, control);
  }
  return result;
}

}  // namespace noiseloom
