#include "core/accounting/grid/grid_accountant.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/accounting/grid/composition_plan.h"
#include "core/accounting/grid/directed_losses.h"
#include "core/accounting/grid/grid_composition.h"
#include "core/accounting/rare_participation.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMostExcess = 10;     // of log delta: a grid worse than that is not worth composing
constexpr double kManyNodes = 200000;  // a plan so dear is worth the slicing of its steps
constexpr double kRareExcess = 1e-5;   // of log delta: bounds by one rare outcome that need no grid
constexpr Index kManySteps = 1000;     // of a kind: fewer are not worth it

/// The outcomes that matter of every kind of step.
struct Outcomes {
  std::vector<LossGridPlan> plans;
  std::vector<OutcomeLimit> limits;
  std::vector<double> ranges;  ///< of their losses
};

Outcomes relevantOutcomes(const Steps& steps, double logCount, double logNegligible) {
  Outcomes outcomes;
  for (const RepeatedStep& each : steps) {
    const SubsampledGaussian& step = each.step;
    const auto [least, most] = step.relevantOutcomes(logCount, logNegligible);
    outcomes.plans.push_back({kInfinity, least, most});
    outcomes.limits.push_back({most});
    const double greatest = step.loss(std::min(most, each.slice.to)) + each.lossShift();
    const double lowest = step.replacesOne()     ? -greatest
                          : each.slice.hasAtom() ? each.anchor()
                                                 : step.loss(least) + each.lossShift();
    outcomes.ranges.push_back(greatest - lowest);
  }
  return outcomes;
}

/// log of the probability that some step has an outcome that does not matter.
double logLeftOut(const Steps& steps, const Outcomes& outcomes) {
  double logSumOfAll = -kInfinity;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    const SubsampledGaussian& step = steps[p].step;
    const double left =
        step.upperTailOfP(outcomes.plans[p].mostOutcome) + step.lowerTailOfQ(outcomes.plans[p].leastOutcome);
    logSumOfAll = logSum(logSumOfAll, std::log(static_cast<double>(steps[p].count) * left));
  }
  return logSumOfAll;
}

bool allWhole(const Steps& steps) {
  return std::ranges::none_of(
      steps, [](const RepeatedStep& each) { return each.slice.hasAtom() || std::isfinite(each.slice.to); });
}

/// The same steps in slices, so that the rarer a loss the coarser its grid: cut where the probability of what is above,
/// tilted, is `most`, `most` / 100, ..., until few steps are above. Telling slices independently costs as much privacy
/// as that share of steps more.
Steps sliced(const Steps& steps, double z, const std::vector<OutcomeLimit>& limits, double most) {
  Steps slices;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    const RepeatedStep& whole = steps[p];
    if (whole.count < kManySteps) {
      slices.push_back(whole);
      continue;
    }
    const LossTransform transform(whole, z, limits[p]);
    std::vector<double> weights;
    transform.tiltedWeights(z, weights);
    std::vector<double> cuts;
    const double few = 0.3 / static_cast<double>(whole.count);
    double above = 0, next = most * std::pow(0.01, std::floor(std::max(0.0, std::log(most / few) / std::log(100))));
    for (std::size_t i = weights.size(); i-- > 0 && next < 1.01 * most;) {
      above += weights[i];
      const double excess = transform.losses()[i] - whole.anchor();
      if (above < next || !(excess > 0)) continue;
      const double x = whole.step.positionOfExcess(excess);
      if (x < limits[p].most) cuts.push_back(x);
      while (next <= above) next *= 100;
    }
    double from = -kInfinity;
    for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
      slices.push_back({whole.step, whole.count, {from, *cut}});
      from = *cut;
    }
    slices.push_back({whole.step, whole.count, {from, kInfinity}});
  }
  return slices;
}

/// Steps as they are composed, and how on each side.
struct PlannedComposition {
  Steps steps;
  Outcomes outcomes;
  std::vector<PlannedSide> sides;

  double nodes() const {
    double sum = 0;
    for (const PlannedSide& each : sides) sum += each.plan.nodes;
    return sum;
  }
};

struct DirectedSaddle {
  Direction direction;
  SaddlePoint saddle;
};

/// `relax` lets the side that seems not to be the worse one come out larger by half its distance.
PlannedComposition planned(const Steps& steps, const Outcomes& outcomes, const std::vector<DirectedSaddle>& saddles,
                           double epsilon, double tolerance, bool relax) {
  double worstEstimate = -kInfinity;
  for (const auto& [direction, saddle] : saddles) worstEstimate = std::max(worstEstimate, saddle.logDelta);
  PlannedComposition composition{steps, outcomes, {}};
  for (const auto& [direction, saddle] : saddles) {
    const DirectedLosses side(steps, direction, epsilon, saddle, outcomes.limits);
    const double allowed = relax ? std::max(tolerance, 0.5 * (worstEstimate - saddle.logDelta) - 1) : tolerance;
    composition.sides.push_back(planSide(side, outcomes.ranges, allowed));
  }
  return composition;
}

/// Two sides that compose single steps can do with the finer of their grids; what was meant to be coarser stays so.
void shareOneGrid(std::vector<PlannedSide>& sides) {
  double finest = kInfinity;
  bool blocks = false;
  for (PlannedSide& each : sides) {
    each.plan.align();
    finest = std::min(finest, each.plan.coarse);
    blocks = blocks || each.plan.hasBlocks();
  }
  if (blocks) return;
  for (PlannedSide& each : sides) {
    each.plan.coarse = finest * std::floor(each.plan.coarse / finest * (1 + 1e-9));
    for (CompositionPlan::Kind& kind : each.plan.kinds) kind.spacing = finest;
  }
}

/// gridDelta(); `wasRelaxed` tells that the worse side was relaxed after all.
std::optional<GridDelta> boundDelta(const Steps& steps, double epsilon, double tolerance, double expectedLogDelta,
                                    bool relax, bool& wasRelaxed, const RunControl& control) {
  // What is cut off is negligible against delta; its exact probability is added all the same.
  double total = 0;
  for (const RepeatedStep& each : steps) total += static_cast<double>(each.count);
  const double logNegligible = std::min(expectedLogDelta, 0.0) + kLogNegligible;
  const Outcomes outcomes = relevantOutcomes(steps, std::log(total), logNegligible);
  std::vector<DirectedSaddle> saddles;
  const bool mirrored = steps[0].step.replacesOne();
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    if (mirrored && direction == Direction::Add) continue;
    const auto saddle = saddlePoint(steps, direction, epsilon, outcomes.limits);
    if (saddle) saddles.push_back({direction, *saddle});
  }
  if (control.stopRequested()) return std::nullopt;
  GridDelta result;
  // A side without a saddle point contributes less than the least double, and what was left out.
  result.logDelta = result.logRemove = result.logAdd = logSum(-750, logLeftOut(steps, outcomes));
  result.excess = kInfinity;
  if (saddles.empty()) return result;

  PlannedComposition composition = planned(steps, outcomes, saddles, epsilon, tolerance, relax);
  if (composition.nodes() > kManyNodes && allWhole(steps)) {
    const SaddlePoint& saddle = saddles[0].saddle;
    const double most = 0.1 * tolerance / std::max(1.0, saddle.moments.logTransform);
    const Steps slices = sliced(steps, saddle.z, outcomes.limits, most);
    const Outcomes ofSlices = relevantOutcomes(slices, std::log(total), logNegligible);
    PlannedComposition inSlices = planned(slices, ofSlices, saddles, epsilon, tolerance, relax);
    if (inSlices.nodes() < 0.5 * composition.nodes()) composition = std::move(inSlices);
  }
  shareOneGrid(composition.sides);
  for (const PlannedSide& each : composition.sides) {
    // More than the nodes can resolve.
    if (!(estimatedExcess(each.side, each.plan) < kMostExcess + each.allowed)) {
      result.logDelta = result.logRemove = result.logAdd = 0;
      return result;
    }
  }
  std::vector<LossGrid> grids;
  for (const PlannedSide& each : composition.sides) {
    for (std::size_t p = 0; p < composition.steps.size(); ++p) {
      LossGridPlan plan = composition.outcomes.plans[p];
      plan.spacing = each.plan.kinds[p].spacing;
      if (p < grids.size() && grids[p].spacing() == plan.spacing) continue;  // the other side's
      auto grid = LossGrid::build(composition.steps[p], plan, control);
      if (!grid) return std::nullopt;
      result.gridNodes += grid->size();
      if (p < grids.size()) {
        grids[p] = std::move(*grid);
      } else {
        grids.push_back(std::move(*grid));
      }
    }
    GridComposition side(each, grids);
    const double simpleBound = side.simpleBound();
    double& ofDirection = each.side.direction() == Direction::Remove ? result.logRemove : result.logAdd;
    ofDirection = std::max(ofDirection, simpleBound);
    if (simpleBound < result.logDelta - 1) continue;
    const auto delta = side.compose(control);
    if (!delta) return std::nullopt;
    result.transformSize = std::max(result.transformSize, delta->transformSize);
    ofDirection = std::min(delta->logDelta, simpleBound);
    if (ofDirection > result.logDelta) {
      result.logDelta = ofDirection;
      result.worst = each.side.direction();
      result.excess = estimatedExcess(each.side, each.plan) + std::max(0.0, delta->added);
      wasRelaxed = each.allowed > tolerance;
    }
  }
  if (mirrored) result.logAdd = result.logRemove;
  return result;
}

GridDelta ofRare(const RareDelta& rare) {
  GridDelta result;
  result.logDelta = rare.logDelta();
  result.excess = rare.excess();
  result.worst = rare.logRemove < rare.logAdd ? Direction::Add : Direction::Remove;
  result.logRemove = rare.logRemove;
  result.logAdd = rare.logAdd;
  return result;
}

}  // namespace

std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   double expectedLogDelta, const RunControl& control) {
  return gridDelta(Steps{{step, compositions}}, epsilon, tolerance, expectedLogDelta, control);
}

std::optional<GridDelta> gridDelta(const Steps& steps, double epsilon, double tolerance, double expectedLogDelta,
                                   const RunControl& control) {
  std::optional<RareDelta> rare;
  if (steps.size() == 1 && allWhole(steps)) rare = rareDelta(steps[0].step, epsilon, steps[0].count);
  if (rare && rare->excess() <= std::max(tolerance, kRareExcess)) return ofRare(*rare);
  bool wasRelaxed = false;
  auto result = boundDelta(steps, epsilon, tolerance, expectedLogDelta, true, wasRelaxed, control);
  if (result && wasRelaxed) {
    result = boundDelta(steps, epsilon, tolerance, expectedLogDelta, false, wasRelaxed, control);
  }
  if (result && rare) {
    if (rare->logDelta() < result->logDelta) return ofRare(*rare);
    result->excess = std::min(result->excess, result->logDelta - rare->logLeast);
  }
  return result;
}

}  // namespace noiseloom
