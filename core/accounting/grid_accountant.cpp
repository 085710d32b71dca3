#include "core/accounting/grid_accountant.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/accounting/composition_side.h"
#include "core/accounting/tilted_lattice.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMostNodes = 1 << 20;    // of a grid or a window
constexpr double kMostExcess = 10;        // of log delta: a grid worse than that is not worth composing
constexpr double kLogLeastSize = -14;     // 1e-6: of delta against rounding's scale, tilts nearer to the edge
constexpr double kLogNegligible = -20.7;  // 1e-9: tails and wrapped mass, relative to delta

double logSum(double a, double b) {
  const double most = std::max(a, b);
  return std::isfinite(most) ? most + std::log1p(std::exp(std::min(a, b) - most)) : most;
}

/// T steps as blocks of `size` steps composed on the fine grid, whose sums are spread over a `ratio` times coarser grid
/// and composed there with the `rest` of the steps. Composing T steps on one grid takes O(sqrt(T)) nodes, because each
/// step must be spread by little compared with itself; in two stages it takes O(T^(1/4)).
struct Stages {
  Index size = 1;
  Index ratio = 1;
  Index blocks = 0;
  Index rest = 0;
  double spacing = 0;        ///< of the fine grid
  double nodes = kInfinity;  ///< wanted, of the grid and all windows together: the cost

  double coarseSpacing() const { return spacing * static_cast<double>(ratio); }
};

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

Stages planOneStage(const CompositionSide& side, const CompositionSide::Reach& reach, double range, double allowed) {
  Stages stages;
  stages.blocks = static_cast<Index>(side.count());
  stages.spacing =
      coarsestSpacing([&](double spacing) { return side.excess(side.count() * side.addedVariance(spacing)); }, allowed);
  stages.nodes = (reach.above + reach.below + range) / stages.spacing;
  stages.spacing = std::max({stages.spacing, (reach.above + reach.below) / kMostNodes, range / kMostNodes});
  return stages;
}

/// Half of the allowed excess for each stage.
Stages planTwoStages(const CompositionSide& side, const CompositionSide::Reach& reach, double range, double allowed,
                     Index size) {
  Stages stages;
  stages.size = size;
  const auto count = static_cast<Index>(side.count());
  stages.blocks = count / size;
  stages.rest = count % size;
  const double steps = static_cast<double>(size), blocks = static_cast<double>(stages.blocks);
  const CompositionSide::Reach block = side.reach(steps, steps * side.mean(), kLogNegligible - std::log(blocks));
  stages.spacing = coarsestSpacing(
      [&](double spacing) { return side.excess(blocks * steps * side.addedVariance(spacing)); }, 0.5 * allowed);
  double coarse = coarsestSpacing(
      [&](double spacing) {
        return side.excess(blocks * spacing * spacing / 6 +
                           static_cast<double>(stages.rest) * side.addedVariance(spacing));
      },
      0.5 * allowed);
  stages.nodes = (block.above + block.below + range) / stages.spacing + (reach.above + reach.below) / coarse;
  stages.spacing = std::max({stages.spacing, (block.above + block.below) / kMostNodes, range / kMostNodes});
  coarse = std::max(coarse, (reach.above + reach.below) / kMostNodes);
  stages.ratio = std::max<Index>(1, static_cast<Index>(coarse / stages.spacing));
  return stages;
}

Stages planStages(const CompositionSide& side, const CompositionSide::Reach& reach, double range, double allowed) {
  Stages best = planOneStage(side, reach, range, allowed);
  if (best.nodes < 50000 || side.count() < 256) return best;
  const auto count = static_cast<Index>(side.count());
  for (double target = 16; target * 16 <= side.count(); target *= 4) {
    // A nearby size that leaves few steps over.
    Index size = static_cast<Index>(target);
    for (Index candidate = size; candidate < static_cast<Index>(1.5 * target) && candidate < size + 256; ++candidate) {
      if (count % candidate < count % size) size = candidate;
    }
    const Stages stages = planTwoStages(side, reach, range, allowed, size);
    // A second stage costs a pass of its own, and everything else being equal one stage has fewer bounds to add.
    if (stages.nodes < 0.5 * best.nodes || (best.size > 1 && stages.nodes < best.nodes)) best = stages;
  }
  return best;
}

double estimatedExcess(const CompositionSide& side, const Stages& stages) {
  const double blocks = static_cast<double>(stages.blocks), steps = static_cast<double>(stages.size);
  if (stages.size == 1) return side.excess(side.count() * side.addedVariance(stages.coarseSpacing()));
  const double coarse = stages.coarseSpacing();
  return side.excess(blocks * steps * side.addedVariance(stages.spacing) + blocks * coarse * coarse / 6 +
                     static_cast<double>(stages.rest) * side.addedVariance(coarse));
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

/// delta 1 and no transform where the window would be too long.
struct SideDelta {
  double logDelta;
  Index transformSize;
};

/// delta of a composed, wrapped sum: its payoffs, plus what may lie beyond the window (tilted probability
/// e^{logBeyond(location)} past a location, by Chernoff).
template <class LogBeyond>
double logDeltaOf(const TiltedLattice& sum, const CompositionSide& side, double extraMass, double logTransform,
                  LogBeyond logBeyond) {
  double total = extraMass * side.greatestPayoff(0);
  const auto size = static_cast<Index>(sum.masses.size());
  for (Index i = 0; i < size; ++i) {
    const double distance = side.sign() * (sum.loss(i) - side.barrier());
    if (distance > 0) total += sum.masses[static_cast<std::size_t>(i)] * side.payoff(distance);
  }
  const double end = side.sign() > 0 ? sum.loss(size) : sum.loss(-1);
  const double distance = std::max(0.0, side.sign() * (end - side.barrier()));
  total += std::exp(std::min(0.0, logBeyond(end))) * side.greatestPayoff(distance);
  return side.logScale(logTransform) + std::log(total);
}

std::optional<SideDelta> compose(const SubsampledGaussian& step, const LossGridPlan& plan, TiltedLattice one,
                                 double lostPerStep, const CompositionSide& side, const Stages& stages,
                                 const CompositionSide::Reach& reach, const RunControl& control) {
  const double fineTransform = side.count() * one.logTransform;
  const double blocks = static_cast<double>(stages.blocks), steps = static_cast<double>(stages.size);
  double lostMass = 0;  // tilted probability that some block lies outside its window
  Index transformSize = 0;
  TiltedLattice rest;
  if (stages.size > 1) {
    const double centre = steps * side.mean();
    const CompositionSide::Reach block = side.reach(steps, centre, kLogNegligible - std::log(blocks));
    const auto window = windowAround(centre, block, steps * one.anchor, one.spacing, 0);
    if (!window) return SideDelta{0, 0};
    auto sum = wrappedSum(one, stages.size, window->first, window->size, control);
    if (!sum) return std::nullopt;
    transformSize = window->size;
    const auto chernoff = [&](double shift, double end) {
      return std::exp(steps * one.logGrowth(shift) - shift * end);
    };
    lostMass = chernoff(block.shiftAbove, sum->loss(window->size));
    if (window->first > stages.size * one.first) lostMass += chernoff(block.shiftBelow, sum->loss(-1));
    lostMass *= blocks;
    if (stages.rest > 0) {
      LossGridPlan coarsePlan = plan;
      coarsePlan.spacing = stages.coarseSpacing();
      const auto coarseGrid = LossGrid::build(step, coarsePlan, control);
      if (!coarseGrid) return std::nullopt;
      rest = tilted(*coarseGrid, side.z());
    }
    if (control.stopRequested()) return std::nullopt;
    one = coarsened(*sum, stages.ratio, side.z());
  } else if (stages.ratio > 1) {
    one = coarsened(one, stages.ratio, side.z());
  }
  const Index restCount = stages.rest;
  const double restSteps = static_cast<double>(restCount);
  const double origin = blocks * one.anchor + restSteps * rest.anchor;
  const int sense = side.sign() > 0 ? 1 : -1;
  const auto window = windowAround(side.barrier(), reach, origin, one.spacing, sense);
  if (!window) return SideDelta{0, 0};
  const auto sum = wrappedSum(one, stages.blocks, rest, restCount, window->first, window->size, control);
  if (!sum) return std::nullopt;
  transformSize = std::max(transformSize, window->size);

  const double shift = sense > 0 ? reach.shiftAbove : reach.shiftBelow;
  const double growth = blocks * one.logGrowth(shift) + (restCount > 0 ? restSteps * rest.logGrowth(shift) : 0);
  const double logInside =
      logDeltaOf(*sum, side, 0, sum->logTransform, [&](double end) { return growth - shift * end; });
  // Blocks that left their window belong to the fine composition, which has its own transform.
  const double logOutside = side.logScale(fineTransform) + std::log(lostMass * side.greatestPayoff(0));
  const double logLost = std::log(side.count() * lostPerStep);
  return SideDelta{std::min(0.0, logSum(logSum(logInside, logOutside), logLost)), transformSize};
}

/// One side with its plan. `relaxed`: it was allowed more than the wanted excess because it seemed not to be the worse
/// one.
struct PlannedSide {
  CompositionSide side;
  bool relaxed = false;
  CompositionSide::Reach reach;
  Stages stages;
};

PlannedSide planSide(CompositionSide side, double range, double tolerance, double allowed) {
  PlannedSide planned{side, allowed > tolerance, {}, {}};
  // Where rare large losses dominate the tilt, a smaller tilt has a much shorter window.
  for (const double fraction : {1.0, 0.75, 0.5, 0.35, 0.2}) {
    side.tiltTowardsEdge(fraction);
    if (fraction < 1 && side.logSize() < kLogLeastSize) continue;
    const auto reach = side.reach(side.count(), side.barrier(), kLogNegligible);
    const Stages stages = planStages(side, reach, range, allowed);
    if (fraction == 1 || stages.nodes < 0.75 * planned.stages.nodes) {
      planned.side = side;
      planned.reach = reach;
      planned.stages = stages;
    }
  }
  return planned;
}

/// gridDelta(); `relax` lets the side that seems not to be the worse one come out larger by half its distance, and
/// `wasRelaxed` tells that it was the worse one after all.
std::optional<GridDelta> boundDelta(const SubsampledGaussian& step, double epsilon, Index compositions,
                                    double tolerance, double expectedLogDelta, bool relax, bool& wasRelaxed,
                                    const RunControl& control) {
  const auto count = static_cast<double>(compositions);
  // What is cut off is negligible against delta; its exact probability is added all the same.
  const auto outcomes = step.relevantOutcomes(std::log(count), std::min(expectedLogDelta, 0.0) + kLogNegligible);
  LossGridPlan plan{kInfinity, outcomes.least, outcomes.most};
  std::vector<CompositionSide> sides;
  double worstEstimate = -kInfinity;
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    const auto saddle = saddlePoint(step, direction, epsilon, compositions, 0, {plan.mostOutcome});
    if (!saddle) continue;
    sides.emplace_back(step, direction, epsilon, compositions, *saddle, plan.mostOutcome);
    worstEstimate = std::max(worstEstimate, sides.back().estimate());
  }
  if (control.stopRequested()) return std::nullopt;
  GridDelta result;
  // A side without a saddle point contributes less than the least double, and what was left out.
  result.logDelta =
      logSum(-750, std::log(count * (step.upperTailOfP(outcomes.most) + step.upperTailOfQ(-outcomes.least))));
  result.excess = kInfinity;
  if (sides.empty()) return result;

  const double range = step.loss(plan.mostOutcome) - step.loss(plan.leastOutcome);
  std::vector<PlannedSide> planned;
  for (const CompositionSide& side : sides) {
    const double allowed = relax ? std::max(tolerance, 0.5 * (worstEstimate - side.estimate()) - 1) : tolerance;
    planned.push_back(planSide(side, range, tolerance, allowed));
    plan.spacing = std::min(plan.spacing, planned.back().stages.spacing);
    if (!(estimatedExcess(side, planned.back().stages) < kMostExcess + allowed)) {  // more than the nodes can resolve
      result.logDelta = 0;
      return result;
    }
  }

  const std::optional<LossGrid> grid = LossGrid::build(step, plan, control);
  if (!grid) return std::nullopt;
  result.gridNodes = grid->size();
  for (const PlannedSide& each : planned) {
    const CompositionSide& side = each.side;
    const double lost = grid->lost(side.direction());
    const TiltedLattice one = tilted(*grid, side.z());
    const double chernoff = side.logScale(count * one.logTransform) + std::log(side.greatestPayoff(0));
    const double simpleBound = logSum(chernoff, std::log(count * lost));
    if (simpleBound < result.logDelta - 1) continue;
    // Both sides share the finer of their grids; what was meant to be coarser stays as coarse.
    Stages stages = each.stages;
    stages.spacing = plan.spacing;
    stages.ratio = std::max<Index>(1, static_cast<Index>(each.stages.coarseSpacing() / plan.spacing));
    const auto delta = compose(step, plan, one, lost, side, stages, each.reach, control);
    if (!delta) return std::nullopt;
    result.transformSize = std::max(result.transformSize, delta->transformSize);
    if (const double logDelta = std::min(delta->logDelta, simpleBound); logDelta > result.logDelta) {
      result.logDelta = logDelta;
      result.worst = side.direction();
      result.excess = delta->transformSize > 0 ? estimatedExcess(side, stages) : kInfinity;
      wasRelaxed = each.relaxed;
    }
  }
  return result;
}

}  // namespace

std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   double expectedLogDelta, const RunControl& control) {
  bool wasRelaxed = false;
  auto result = boundDelta(step, epsilon, compositions, tolerance, expectedLogDelta, true, wasRelaxed, control);
  if (result && wasRelaxed) {
    result = boundDelta(step, epsilon, compositions, tolerance, expectedLogDelta, false, wasRelaxed, control);
  }
  return result;
}

}  // namespace noiseloom
