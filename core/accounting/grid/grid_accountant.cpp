#include "core/accounting/grid/grid_accountant.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/accounting/grid/composition_plan.h"
#include "core/accounting/grid/directed_losses.h"
#include "core/accounting/grid/grid_composition.h"
#include "core/accounting/losses/rare_participation.h"
#include "core/base/infinity.h"

namespace noiseloom {
namespace {

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
  double allowed;  ///< excess
};

PlannedComposition planned(const Steps& steps, const Outcomes& outcomes, const std::vector<DirectedSaddle>& saddles,
                           double epsilon, const ExpectedDelta& expected) {
  PlannedComposition composition{steps, outcomes, {}};
  for (const auto& [direction, saddle, allowed] : saddles) {
    const DirectedLosses side(steps, direction, epsilon, saddle, outcomes.limits,
                              direction == Direction::Remove ? expected.fall : 0);
    composition.sides.push_back(planSide(side, outcomes.ranges, allowed));
  }
  return composition;
}

/// Lets the side that seems not to be the worse one come out larger by half its distance.
void relax(std::vector<DirectedSaddle>& saddles, const ExpectedDelta& expected) {
  double worst = -kInfinity;
  for (const DirectedSaddle& each : saddles) worst = std::max(worst, each.saddle.logDelta);
  // A saddle point may be far too high where the tilt brings about other sums than those at the barrier.
  double margin = 2;
  if (expected.fall > 0 && worst > expected.log + 1) {
    worst = expected.log;
    margin = 0.2;
  }
  for (DirectedSaddle& each : saddles)
    each.allowed = std::max(each.allowed, 0.5 * (worst - each.saddle.logDelta - margin));
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

/// The result for one direction: log of a bound, and by about how much it is too large.
struct SideDelta {
  double logDelta = 0;
  double excess = kInfinity;
};

/// Steps whose delta is to be bounded.
struct Question {
  const Steps& steps;
  double epsilon;
  double tolerance;
  const ExpectedDelta& expected;
  double logCount = 0, logNegligible = 0;
  Outcomes outcomes;
};

/// The directions of `saddles`, in their order; one of a simple bound well below `worst` or below another's gets no
/// better one. Empty when stopped.
std::optional<std::vector<SideDelta>> boundSides(const Question& question, const std::vector<DirectedSaddle>& saddles,
                                                 double worst, GridDelta& cost, const RunControl& control) {
  const auto& [steps, epsilon, tolerance, expected, logCount, logNegligible, outcomes] = question;
  PlannedComposition composition = planned(steps, outcomes, saddles, epsilon, expected);
  if (composition.nodes() > kManyNodes && allWhole(steps)) {
    const SaddlePoint& saddle = saddles[0].saddle;
    const double most = 0.1 * tolerance / std::max(1.0, saddle.moments.logTransform);
    const Steps slices = sliced(steps, saddle.z, outcomes.limits, most);
    const Outcomes ofSlices = relevantOutcomes(slices, logCount, logNegligible);
    PlannedComposition inSlices = planned(slices, ofSlices, saddles, epsilon, expected);
    if (inSlices.nodes() < 0.5 * composition.nodes()) composition = std::move(inSlices);
  }
  shareOneGrid(composition.sides);
  std::vector<SideDelta> sides(saddles.size());
  for (const PlannedSide& each : composition.sides) {
    // More than the nodes can resolve.
    if (!(estimatedExcess(each.side, each.plan) < kMostExcess + each.allowed)) return sides;
  }
  std::vector<LossGrid> grids;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const PlannedSide& each = composition.sides[i];
    for (std::size_t p = 0; p < composition.steps.size(); ++p) {
      LossGridPlan plan = composition.outcomes.plans[p];
      plan.spacing = each.plan.kinds[p].spacing;
      if (p < grids.size() && grids[p].spacing() == plan.spacing) continue;  // the other side's
      auto grid = LossGrid::build(composition.steps[p], plan, control);
      if (!grid) return std::nullopt;
      cost.gridNodes += grid->size();
      if (p < grids.size()) {
        grids[p] = std::move(*grid);
      } else {
        grids.push_back(std::move(*grid));
      }
    }
    GridComposition side(each, grids);
    sides[i].logDelta = side.simpleBound();
    if (sides[i].logDelta < worst - 1) continue;
    const auto delta = side.compose(control);
    if (!delta) return std::nullopt;
    cost.transformSize = std::max(cost.transformSize, delta->transformSize);
    sides[i].logDelta = std::min(delta->logDelta, sides[i].logDelta);
    sides[i].excess = estimatedExcess(each.side, each.plan) + std::max(0.0, delta->added);
    worst = std::max(worst, sides[i].logDelta);
  }
  return sides;
}

/// gridDelta() by grids.
std::optional<GridDelta> boundDelta(const Steps& steps, double epsilon, double tolerance, const ExpectedDelta& expected,
                                    const RunControl& control) {
  Question question{steps, epsilon, tolerance, expected, 0, 0, {}};
  double total = 0;
  for (const RepeatedStep& each : steps) total += static_cast<double>(each.count);
  question.logCount = std::log(total);
  // The part cut off is negligible against delta; its exact probability is added all the same.
  question.logNegligible = std::min(expected.log, 0.0) + kLogNegligible;
  question.outcomes = relevantOutcomes(steps, question.logCount, question.logNegligible);
  std::vector<DirectedSaddle> saddles;
  const bool mirrored = steps[0].step.replacesOne();
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    if (mirrored && direction == Direction::Add) continue;
    const auto saddle = saddlePoint(steps, direction, epsilon, question.outcomes.limits);
    if (saddle) saddles.push_back({direction, *saddle, tolerance});
  }
  if (control.stopRequested()) return std::nullopt;
  GridDelta result;
  // A side without a saddle point contributes less than the least double, and what was left out.
  const double least = logSum(-750, logLeftOut(steps, question.outcomes));
  result.logDelta = result.logRemove = result.logAdd = least;
  result.excess = kInfinity;
  if (saddles.empty()) return result;

  relax(saddles, expected);
  auto sides = boundSides(question, saddles, least, result, control);
  if (!sides) return std::nullopt;
  const auto worst = [&] { return (*sides)[0].logDelta < sides->back().logDelta ? sides->size() - 1 : 0; };
  // A side that was relaxed and is the worse one all the same is bounded again.
  while (saddles[worst()].allowed > tolerance && (*sides)[worst()].excess < kInfinity) {
    const std::size_t i = worst();
    const double distance = (*sides)[1 - i].logDelta - ((*sides)[i].logDelta - (*sides)[i].excess);
    saddles[i].allowed = std::max(tolerance, std::min(0.1 * saddles[i].allowed, 0.3 * distance));
    const auto again = boundSides(question, {saddles[i]}, least, result, control);
    if (!again) return std::nullopt;
    if (again->front().logDelta <= (*sides)[i].logDelta || saddles[i].allowed <= tolerance)
      (*sides)[i] = again->front();
  }
  for (std::size_t i = 0; i < sides->size(); ++i) {
    double& ofDirection = saddles[i].direction == Direction::Remove ? result.logRemove : result.logAdd;
    ofDirection = (*sides)[i].logDelta;
  }
  if (const SideDelta& side = (*sides)[worst()]; side.logDelta > least) {
    result.logDelta = side.logDelta;
    result.worst = saddles[worst()].direction;
    result.excess = side.excess;
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

/// Bounds delta of replace-one by delta to remove.
std::optional<GridDelta> ofRemoved(const AsRemoved& as, Index count, double tolerance, const ExpectedDelta& expected,
                                   const RunControl& control) {
  auto delta = gridDelta(as.step, as.epsilon, count, tolerance, expected, control);
  if (!delta) return delta;
  delta->excess += as.excess;
  delta->worst = Direction::Remove;
  delta->logRemove = delta->logAdd = delta->logDelta;
  return delta;
}

}  // namespace

std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   const ExpectedDelta& expected, const RunControl& control) {
  return gridDelta(Steps{{step, compositions}}, epsilon, tolerance, expected, control);
}

std::optional<GridDelta> gridDelta(const Steps& steps, double epsilon, double tolerance, const ExpectedDelta& expected,
                                   const RunControl& control) {
  constexpr double kPoor = 1e-3;  // of log delta: a grid that another way may be better than
  const auto as =
      steps.size() == 1 && allWhole(steps) ? asRemoved(steps[0].step, epsilon, steps[0].count) : std::nullopt;
  if (as && as->isAll()) return ofRemoved(*as, steps[0].count, tolerance, expected, control);
  std::optional<RareDelta> rare;
  if (steps.size() == 1 && allWhole(steps)) rare = rareDelta(steps[0].step, epsilon, steps[0].count);
  if (rare && rare->excess() <= std::max(tolerance, kRareExcess)) return ofRare(*rare);
  auto result = boundDelta(steps, epsilon, tolerance, expected, control);
  if (result && rare) {
    if (rare->logDelta() < result->logDelta) return ofRare(*rare);
    result->excess = std::min(result->excess, result->logDelta - rare->logLeast);
  }
  if (!result || !as || result->excess < kPoor) return result;
  const auto other = ofRemoved(*as, steps[0].count, tolerance, expected, control);
  return !other || other->logDelta < result->logDelta ? other : result;
}

}  // namespace noiseloom
