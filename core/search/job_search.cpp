#include "core/search/job_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/infinity.h"
#include "core/design/evaluator.h"
#include "core/design/scenario_bound.h"
#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"
#include "core/search/search_text.h"

namespace noiseloom {
namespace {

// The relative gains, as measured, of candidates over what stands in for them. Optimistic noise is hardly ever above
// the truth; strategies optimised together with their noise gain up to a fifth if they climb to more bands, and up
// to a tenth under balls-in-bins.
constexpr double kAboveTruth = 0.02;
constexpr double kClimbGain = 0.25;
constexpr double kTogetherGain = 0.12;
constexpr double kFewRowsTogetherGain = 0.2;
// Optimal strategies have up to a tenth less error than those that sketch them, a fifth if column norms are free; under
// balls-in-bins they have no less.
constexpr double kSketchGain = 0.15;
constexpr double kFreeSketchGain = 0.3;
// Under balls-in-bins with more bins than that, or with a mechanism some of whose solves would take longer, an estimate
// keeps the number of bands that the look has found, or the most that do not.
constexpr Index kManyBins = 512;
constexpr double kMostBinsSeconds = 0.5;
// Limit on optimising a strategy together with the noise of balls-in-bins. One that would take longer is not optimised
// so, which the answer states.
constexpr double kMostTogetherSeconds = 10;

// A general banded strategy gains less than the share of its bands in the steps over a Toeplitz one (docs/choosing.md).
double generalGain(Index bands, Index steps) {
  return std::min(0.1, static_cast<double>(bands) / static_cast<double>(steps));
}

double refinementGain(const Scenario& scenario) {
  if (climbsBands(scenario)) return kClimbGain;
  if (!scenario.optimisesAmplified()) return 0;
  return scenario.mechanism->sketch || !scenario.mostNoiseRows ? kTogetherGain : kFewRowsTogetherGain;
}

// The quicker mechanism that a look solves in place of a slow one; nullptr: none.
const Mechanism* standInFor(const Scenario& scenario) {
  const Mechanism& own = *scenario.mechanism;
  if (own.curve && scenario.searchesBands()) return own.curve;
  const bool sketched = own.seconds && own.sketch && own.sketch != &own && !scenario.optimisesAmplified();
  if (!sketched || scenario.batching->banded) return nullptr;
  // With a limit on the noise rows, only a mechanism that keeps rows of the same kind is a guide.
  const bool sameRows =
      own.bandsOfInverse == own.sketch->bandsOfInverse && own.searchesBands == own.sketch->searchesBands;
  return scenario.mostNoiseRows && !sameRows ? nullptr : own.sketch;
}

double standInGain(const Candidate& each) {
  if (each.standIn == each.mechanism()->curve) return generalGain(each.bands, each.scenario.iterations);
  if (each.scenario.batching->noiseBy == NoiseBy::Bins) return 0;
  return each.scenario.columnNormalize ? kSketchGain : kFreeSketchGain;
}

// True if every participation pattern of `inner` is one of `outer`: no strategy has less sensitivity under `outer`.
bool isWithin(const Participation& inner, const Participation& outer) {
  if (inner.participations != outer.participations || inner.separation < outer.separation) return false;
  return inner.schema == Participation::Schema::FixedEpochOrder ||
         (inner.schema == Participation::Schema::MinSeparation && outer.schema == inner.schema);
}

bool hasManyBins(const Scenario& scenario) {
  return scenario.stepsPerEpoch() > kManyBins ||
         (scenario.mechanism->seconds && scenario.mechanism->bandsOfInverse &&
          estimatedSeconds(scenario, mostSearchedBands(scenario)) > kMostBinsSeconds);
}

// What a look at it solves: itself, or what stands in for it.
Scenario lookedAs(const Candidate& each) {
  Scenario own = each.scenario;
  const Mechanism* standIn = standInFor(own);
  if (!standIn) return own;
  if (standIn == own.mechanism->curve) return curveScenario(own);
  own.mechanism = standIn;
  return own;
}

bool isFinal(const Candidate& each) {
  return each.knowledge == Knowledge::Refined || (each.knowledge == Knowledge::Estimated && !isRefined(each.scenario));
}

}  // namespace

JobSearch::JobSearch(const JobLimits& limits, RunControl control, std::stop_token outOfTime)
    : m_limits(limits),
      m_control(std::move(control)),
      m_outOfTime(std::move(outOfTime)),
      m_solver(kMostSearchSeconds, true) {}

void JobSearch::run() {
  for (Candidate& each : m_candidates) {
    if (each.leftOut.empty() && each.bound == 0 && !ended()) bound(each);
  }
  // First the mechanisms that all others are compared with, under every way; not by another in their place where a
  // bound tells as much, as that takes seconds of many steps that are shuffled.
  for (const Mechanism* mechanism : {&baselineMechanism(), &standardMechanism()}) {
    for (Candidate& each : m_candidates) {
      if (each.mechanism() != mechanism || !each.leftOut.empty() || ended()) continue;
      if (mayWin(each) || !standInFor(each.scenario)) look(each);
    }
  }
  std::size_t done = 0;
  while (!ended()) {
    Candidate* next = nullptr;
    for (Candidate& each : m_candidates) {
      if (!each.leftOut.empty() || isFinal(each) || !mayWin(each)) continue;
      if (!next || std::pair(each.bound, each.knowledge) < std::pair(next->bound, next->knowledge)) next = &each;
    }
    if (!next) break;
    const auto all = static_cast<double>(m_candidates.size());
    m_control.report(static_cast<double>(done) / (static_cast<double>(done) + all),
                     {Core::tr("estimating %1 under %2"), next->mechanism()->name, next->way.name()});
    advance(*next);
    ++done;
  }
}

double JobSearch::look() {
  double least = kInfinity;
  for (Candidate& each : m_candidates) {
    if (each.leftOut.empty() && !ended()) look(each);
    if (each.knowledge == Knowledge::Looked && !each.standIn && each.leftOut.empty() && !ended()) estimate(each);
    least = std::min(least, each.looked);
  }
  return least;
}

double JobSearch::unitBoundOf(const Candidate& each) {
  const auto known = m_unitBounds.find(each.way.id());
  if (known != m_unitBounds.end()) return known->second;
  return m_unitBounds.emplace(each.way.id(), scenarioLowerBound(each.scenario, quiet())).first->second;
}

// Unless it depends on the whole strategy, the noise multiplier is at least that of the fewest bands. 0: not known.
double JobSearch::leastNoise(const Candidate& each) const {
  const Scenario& scenario = each.scenario;
  if (scenario.batching->ofStrategy() || scenario.largestBatch) return 0;
  Scenario closed = scenario;
  closed.mechanism = &mechanisms::bsr;
  const Index fewest = scenario.usesBands() ? scenario.bands.value_or(1) : 1;
  const Strategy any = solveMechanism(closed, fewest, {}, quiet()).strategy;
  const double noise = approximateFigures(scenario, any, {}, 0, quiet()).noiseMultiplier.value;
  return std::isfinite(noise) ? noise : 0;
}

void JobSearch::bound(Candidate& each) {
  const double noise = leastNoise(each);
  if (noise == 0) return;
  const double bound = noise * unitBoundOf(each);
  each.proven = bound > 0;
  if (each.proven) each.bound = bound;
}

// A proof for the mechanism itself that it does not beat the best one takes less time than its solve.
void JobSearch::raiseByMechanism(Candidate& each) {
  const double noise = each.mechanism()->bound ? leastNoise(each) : 0;
  if (noise == 0) return;
  const double bound = noise * each.mechanism()->bound(each.scenario, toBeat() / noise, quiet());
  if (!(bound > each.bound)) return;
  each.bound = bound;
  each.proven = true;
}

Candidate* JobSearch::candidateOf(const Mechanism* mechanism, const BatchingWay& way) {
  const auto found = std::ranges::find_if(
      m_candidates, [&](const Candidate& each) { return each.mechanism() == mechanism && each.way.id() == way.id(); });
  return found != m_candidates.end() ? &*found : nullptr;
}

// The mechanism that optimises over all strategies of the candidate and more, if it runs under the same way.
const Candidate* JobSearch::wider(const Candidate& each) {
  if (!each.scenario.batching->banded) return nullptr;
  const Candidate* found = candidateOf(each.mechanism()->bandedWithin, each.way);
  return found && found->leftOut.empty() ? found : nullptr;
}

// Without amplification, a mechanism has no less error if more participation patterns are possible: its error with
// fewer of them, which takes less time to find, is a bound.
void JobSearch::raiseBound(Candidate& each) {
  if (each.scenario.batching->amplified()) return;
  for (Candidate& other : m_candidates) {
    const bool narrower = other.mechanism() == each.mechanism() && other.way.id() != each.way.id() &&
                          !other.scenario.batching->amplified() && other.leftOut.empty() &&
                          isWithin(other.scenario.participation(), each.scenario.participation()) &&
                          !isWithin(each.scenario.participation(), other.scenario.participation());
    if (!narrower) continue;
    look(other);
    const double least = (1 - kSettled) * other.bound;
    if (!other.leftOut.empty() || !(least > each.bound)) continue;
    each.bound = least;
    each.proven = false;
  }
}

// Nor has a mechanism of few parameters less error than the optimum over all coefficients of as many bands, by which
// general banded strategies are looked at: under batchings for which wider() does not speak.
void JobSearch::raiseByCurve(Candidate& each) {
  const Mechanism* within = each.mechanism()->bandedWithin;
  // Where the noise depends on the strategy the optimum without amplification is not the best of all.
  if (!within || !each.mechanism()->needsSeparation || each.scenario.batching->banded ||
      each.scenario.batching->ofStrategy())
    return;
  for (Candidate& other : m_candidates) {
    if (other.mechanism()->curve != within || other.way.id() != each.way.id() || !other.leftOut.empty()) continue;
    look(other);
    const double least = (1 - kSettled) * other.looked;
    if (!other.leftOut.empty() || !std::isfinite(least) || !(least > each.bound)) continue;
    each.bound = least;
    each.proven = false;
  }
}

// More may be known by now of the mechanism that stands in for it.
void JobSearch::raiseByStandIn(Candidate& each) {
  if (each.standIn != each.mechanism()->curve) return;
  const Candidate* other = candidateOf(each.standIn, each.way);
  if (!other || other->knowledge < Knowledge::Estimated) return;
  const double known = other->design ? other->design->objectiveError() : other->error;
  each.bound = std::max(each.bound, (1 - standInGain(each)) * known);
}

bool JobSearch::mayWin(const Candidate& each) const {
  const double best = toBeat();
  if (each.knowledge == Knowledge::Bounded) return !(each.bound > kRunnerUp * best);
  return !((1 + kSettled) * each.bound > best);
}

void JobSearch::advance(Candidate& each) {
  if (each.knowledge == Knowledge::Bounded) {
    raiseByCurve(each);
    if (mayWin(each)) raiseBound(each);
    if (!mayWin(each)) return;
    if (const Candidate* other = wider(each)) {
      each.leftOut = {Core::tr("its strategies are among those that %1 is the best of"), other->mechanism()->name};
    } else {
      look(each);
    }
  } else if (each.knowledge == Knowledge::Looked) {
    raiseBound(each);
    raiseByStandIn(each);
    if (mayWin(each)) raiseByMechanism(each);
    if (mayWin(each)) estimate(each);
  } else {
    refine(each);
  }
}

// Several mechanisms may have the same one in their place, whose noise takes a second under balls-in-bins.
bool JobSearch::hasLooked(Candidate& each, const Scenario& own) const {
  const auto found = std::ranges::find_if(m_candidates, [&](const Candidate& other) {
    return other.knowledge == Knowledge::Looked && other.leftOut.empty() && other.way.id() == each.way.id() &&
           lookedAs(other) == own;
  });
  if (found == m_candidates.end()) return false;
  each.error = found->error;
  each.solution = found->solution;
  each.bands = found->bands;
  each.rows = found->rows;
  return true;
}

void JobSearch::look(Candidate& each) {
  if (each.knowledge != Knowledge::Bounded) return;
  const Scenario own = lookedAs(each);
  each.standIn = own.mechanism == each.mechanism() ? nullptr : own.mechanism;
  const bool optimistic = own.batching->ofStrategy();
  if (hasLooked(each, own))
    dropIfUnfit(each);
  else if (!solve(each, own, NoiseEstimate::Optimistic))
    return;
  if (!each.leftOut.empty()) return;
  each.looked = each.error;
  each.knowledge = each.standIn || optimistic ? Knowledge::Looked : Knowledge::Estimated;
  double share = 1 - refinementGain(each.scenario);
  if (optimistic) share *= 1 - kAboveTruth;
  if (each.standIn) share *= 1 - standInGain(each);
  each.bound = std::max(each.bound, share * leastBeforeRefinement(each));
  each.proven = false;
}

// Under balls-in-bins the square root's coefficients are nearer to a refined strategy than the unamplified optimum is;
// BLTs of few rows are compared with their own error alone.
double JobSearch::leastBeforeRefinement(const Candidate& of) {
  double least = of.error;
  if (!of.scenario.optimisesAmplified()) return least;
  if (!of.mechanism()->sketch && of.scenario.mostNoiseRows) return least;
  for (const Mechanism* root : {&mechanisms::bsr, &mechanisms::bisr}) {
    Candidate* const each = candidateOf(root, of.way);
    if (!each) continue;
    if (each->leftOut.empty()) look(*each);
    least = std::min(least, each->looked);
  }
  return least;
}

void JobSearch::estimate(Candidate& each) {
  Scenario own = each.scenario;
  if (own.batching->noiseBy == NoiseBy::Bins && own.searchesBands() && hasManyBins(own))
    own.bands = std::min(each.bands, std::max<Index>(1, mostBandsWithin(own, kMostBinsSeconds)));
  const double looked = each.looked;
  if (!solve(each, own, NoiseEstimate::Close)) return;
  each.looked = each.error;
  each.knowledge = Knowledge::Estimated;
  // The noise of many bands is known only after that refinement: before, a look alone counts all of them.
  const double least = climbsBands(own) ? std::min(looked, leastBeforeRefinement(each)) : leastBeforeRefinement(each);
  each.bound = (1 - refinementGain(each.scenario)) * least;
}

// Optimises the strategy together with its noise.
void JobSearch::refine(Candidate& each) {
  each.knowledge = Knowledge::Refined;
  const Scenario& scenario = each.scenario;
  if (climbsBands(scenario)) {
    each.climbed = climbBands(scenario, each.bands, quiet(), toBeat());
    if (each.climbed.empty() || !(each.climbed.front().error < each.error)) return;
    const ClimbedBands& best = each.climbed.front();
    each.error = each.bound = best.error;
    each.bands = best.bands;
    each.solution = best.solution;
    each.rows = best.solution.strategy.noiseRows();
    return;
  }
  const double seconds = estimatedSeconds(scenario, scenario.mostBands());
  if (seconds > kMostTogetherSeconds) {
    each.apartSeconds = seconds;
    return;
  }
  try {
    Solution solution = solveMechanism(scenario, scenario.mostBands(), {}, quiet());
    const double found = approximateError(scenario, solution.strategy, quiet());
    if (ended() || !(found < each.error)) return;
    each.error = each.bound = found;
    each.rows = solution.strategy.noiseRows();
    if (scenario.usesBands()) each.bands = scenario.mostBands();
    each.solution = std::move(solution);
  } catch (const InvalidArgument&) {
    // The strategy that was optimised without its noise stays.
  }
}

void JobSearch::estimateAt(Candidate& each, Index bands) {
  Scenario own = each.scenario;
  if (own.usesBands()) own.bands = own.bandsAtMost(std::clamp<Index>(bands, 1, own.mostBands()));
  if (!climbsBands(each.scenario)) {
    solve(each, own, NoiseEstimate::Close);
  } else {
    try {
      each.solution = solveMechanism(each.scenario, *own.bands, {}, quiet());
      each.error = approximateError(each.scenario, each.solution->strategy, quiet());
      each.rows = each.solution->strategy.noiseRows();
      each.bands = *own.bands;
    } catch (const InvalidArgument& problem) {
      each.leftOut = problem.text();
    }
  }
  if (ended()) each.error = kInfinity;
}

bool JobSearch::solve(Candidate& each, const Scenario& scenario, NoiseEstimate estimate) {
  try {
    const SweepPoint point = m_solver.solve(scenario, quiet(), {}, estimate);
    if (ended()) return false;  // the solver may have no solution
    each.error = point.error[m_limits.request().job.objective];
  } catch (const InvalidArgument& problem) {
    each.leftOut = problem.text();
    return false;
  }
  each.solution = m_solver.lastSolution();
  each.bands = m_solver.lastBands();
  each.rows = each.solution->strategy.noiseRows();
  dropIfUnfit(each);
  return true;
}

void JobSearch::dropIfUnfit(Candidate& each) const {
  const Text why = m_limits.misfit(each.scenario, noiseShapeOf(each.solution->strategy));
  if (why.empty()) return;
  each.leftOut = why;
  each.error = kInfinity;
}

void JobSearch::dropRest() {
  const double best = leastError();
  for (Candidate& each : m_candidates) {
    if (!each.leftOut.empty() || isFinal(each) || each.knowledge == Knowledge::Estimated) continue;
    if (mayWin(each)) {  // it would have been tried
      each.leftOut = m_control.stopRequested() ? Text(kStopped) : Text(Core::tr("no time was left"));
      each.forTime = true;
    } else if (each.proven) {
      each.leftOut = {Core::tr("none of its strategies is better than %1 % above the best here"),
                      percent(each.bound / best - 1)};
    } else if (each.knowledge == Knowledge::Bounded) {
      each.leftOut = {Core::tr("at least %1"), worseBy(each.bound / best)};
    } else if (each.bound > best) {
      const Text loss = worseBy(each.error / best);
      each.leftOut = each.standIn ? Text(Core::tr("%1, with %2 in its place"), loss, each.standIn->name) : loss;
    } else {
      each.leftOut = {Core::tr("not solved for: it would gain %1 % at most"), percent(1 - each.bound / best)};
    }
  }
}

double JobSearch::toBeat() const {
  double least = kInfinity;
  for (const Candidate& each : m_candidates) {
    if (each.design)
      least = std::min(least, each.design->objectiveError());
    else if (each.knowledge >= Knowledge::Estimated && each.leftOut.empty())
      least = std::min(least, each.error);
  }
  return least;
}

double JobSearch::leastCertified() const {
  double least = kInfinity;
  for (const Candidate& each : m_candidates) {
    if (each.design) least = std::min(least, each.design->objectiveError());
  }
  return least;
}

double JobSearch::leastError() const {
  double least = kInfinity;
  for (const Candidate& each : m_candidates) {
    if (each.knowledge >= Knowledge::Estimated && each.leftOut.empty()) least = std::min(least, each.error);
  }
  return least;
}

std::vector<Candidate*> JobSearch::estimated() {
  std::vector<Candidate*> order;
  for (Candidate& each : m_candidates) {
    if (each.knowledge >= Knowledge::Estimated && std::isfinite(each.error) && each.leftOut.empty())
      order.push_back(&each);
  }
  std::ranges::stable_sort(order, {}, &Candidate::error);
  return order;
}

}  // namespace noiseloom
