#include "core/recommend/first_estimates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/infinity.h"
#include "core/recommend/recommendation_text.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

// Factor by which an estimate may exceed its expected time before it is given up.
constexpr double kEstimateMargin = 3;
// Limit on the expected time of an estimate, as a share of the rest.
constexpr double kMostOfRest = 0.5;
// Factor by which a certificate may exceed its expected time.
constexpr double kCertificateMargin = 1.6;
// Cheap estimates are made whatever their chances: their errors are in the table.
constexpr double kQuickSeconds = 0.1;
// Slow estimates under a batching are made only if its best is within this factor of the best of all.
constexpr double kFarBehind = 1.25;
// Factor between the bands of the model and the neighbours that are tried.
constexpr double kBesideModel = 1.19;

}  // namespace

FirstEstimates::FirstEstimates(const JobLimits& limits, RunControl control, const ProcessorBudget& budget)
    : m_limits(limits), m_control(std::move(control)), m_budget(budget), m_solver(limits.request().seconds, true) {}

void FirstEstimates::run(double reserve, double slow) {
  m_reserve = reserve;
  m_slowReserve = std::max(reserve, slow);
  estimateAll();
  const RecommendRequest& request = m_limits.request();
  for (const BatchingWay& way : request.ways) settleModel(way);
  estimateAgain();
}

// Time was reserved for the most expensive certificate that might be needed: the candidates that would have needed one
// get the rest, if theirs and that of the best so far need less.
void FirstEstimates::estimateAgain() {
  const std::vector<Candidate*> order = estimated();
  if (order.empty()) return;
  const double kept = m_slowReserve;
  const double best = slowCertificateSeconds(order.front()->scenario);
  for (Candidate& each : m_candidates) {
    if (!each.forTime || each.estimate || !(each.seconds > 0) || !each.scenario.batching->ofStrategy()) continue;
    m_reserve = std::min(kept, kCertificateMargin * std::max(best, certificateSeconds(each.scenario)));
    m_slowReserve = m_reserve;
    if (kEstimateMargin * each.seconds > left()) continue;
    each.leftOut = {};
    each.forTime = false;
    estimate(each);
    settleModel(each.way);
  }
}

void FirstEstimates::estimateAll() {
  std::vector<Candidate*> order;
  for (Candidate& each : m_candidates) {
    if (each.leftOut.empty()) order.push_back(&each);
  }
  // Candidates that use the bands of another one come after it.
  std::ranges::stable_sort(
      order, {}, [](const Candidate* each) { return std::pair(each->mechanism()->curve != nullptr, each->seconds); });
  const std::size_t all = order.size();
  std::vector<std::string_view> slow;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Candidate& each = *order[i];
    // If one estimate did not end in time, others may not either: they come last.
    if (i < all && std::ranges::find(slow, each.way.id()) != slow.end()) {
      order.push_back(&each);
      continue;
    }
    m_control.report(JobLimits::kEstimateShare * static_cast<double>(std::min(i, all)) / static_cast<double>(all),
                     {Core::tr("estimating %1 under %2"), each.mechanism()->name, each.way.name()});
    if (m_budget.token().stop_requested()) {
      each.leftOut = m_control.stopRequested() ? Text(Core::tr("stopped")) : Text(Core::tr("no time was left"));
      each.forTime = true;
      continue;
    }
    takeBandsOfCurve(each);
    const double best = leastError();
    if (each.seconds > kQuickSeconds) {
      if (const double bound = boundOf(each.way); bound > best) {
        each.leftOut = {Core::tr("no strategy is better than %1 % above the best here"), percent(bound / best - 1)};
        continue;
      }
      // The optimum over banded Toeplitz strategies is close to those of other banded ones.
      const Mechanism* standard = each.mechanism()->banded(each.scenario) ? &standardMechanism() : nullptr;
      if (const Candidate* near = estimatedOf(standard, each); near && near->error > kFrontMargin * best) {
        each.leftOut = {Core::tr("near %1, which has %2"), near->mechanism()->name, worseBy(near->error / best)};
        continue;
      }
    }
    // If a certificate may need the time, it is not spent on candidates that are far behind.
    const bool needed = m_slowReserve > m_reserve && each.seconds > kQuickSeconds;
    if (each.seconds > kMostOfRest * left() || (needed && leastError(&each.way) > kFarBehind * best)) {
      each.leftOut = {Core::tr("would take about %1 s"), twoDigits(each.seconds)};
      each.forTime = true;
      continue;
    }
    estimate(each);
    if (each.forTime && !each.estimate) slow.push_back(each.way.id());
  }
}

const Candidate* FirstEstimates::estimatedOf(const Mechanism* mechanism, const Candidate& beside) const {
  if (!mechanism || !beside.scenario.searchesBands()) return nullptr;
  const auto found = std::ranges::find_if(m_candidates, [&](const Candidate& other) {
    return other.mechanism() == mechanism && other.way.id() == beside.way.id() && other.estimate;
  });
  return found != m_candidates.end() ? &*found : nullptr;
}

// A mechanism that stands in for others' optima over bands gives the best number.
void FirstEstimates::takeBandsOfCurve(Candidate& each) const {
  const Candidate* curve = estimatedOf(each.mechanism()->curve, each);
  if (!curve) return;
  each.chosenBands = std::min(curve->bands, each.scenario.mostBands());
  each.seconds = estimatedSeconds(asSolved(each.scenario), each.chosenBands) + noiseSeconds(modelOf(each));
}

void FirstEstimates::estimate(Candidate& each) {
  Scenario own = modelOf(each);
  if (each.chosenBands > 0) own.bands = std::max<Index>(1, each.chosenBands / each.shorter);
  if (!m_limits.fitIn(own)) {
    each.leftOut = {Core::tr("would take about %1 s"), twoDigits(estimatedSeconds(own, own.mostBands()))};
    each.forTime = true;
    return;
  }
  // The rest of the time without the certificates' share.
  const double most =
      std::max(JobLimits::kOneEstimateShare * m_limits.request().seconds, kEstimateMargin * each.seconds);
  ProcessorBudget part(m_budget.token(), std::min(most, left()));
  try {
    const SweepPoint point = m_solver.solve(own, {part.token(), {}});
    if (part.token().stop_requested()) {
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
      return;
    }
    take(each, point, each.shorter);
  } catch (const InvalidArgument& problem) {
    each.leftOut = problem.text();
  }
}

// Transfers the results of a model to the job itself: the best one is evaluated at full size, with the neighbouring
// bands if there is time, and so is the one that keeps the fewest rows; the others state their loss in the model.
void FirstEstimates::settleModel(const BatchingWay& way) {
  std::vector<Candidate*> of;
  for (Candidate* each : estimated()) {
    if (each->model > 1 && each->way.id() == way.id()) of.push_back(each);
  }
  if (of.empty()) return;
  const Index fewest = (*std::ranges::min_element(of, {}, &Candidate::rows))->rows;
  const double inModel = of.front()->error;
  bool settled = false;
  for (Candidate* each : of) {
    const double here = each->error / inModel;
    each->error = kInfinity;
    each->leftOut = {Core::tr("%1, in a model of %2 steps"), worseBy(here), modelOf(*each).iterations};
    const bool worth = !settled || here <= kShownMargin || (each->rows == fewest && here <= kFrontMargin);
    // Approximate time at full size.
    const double seconds = m_limits.quickSeconds(each->scenario) / JobLimits::kSearchSolves;
    const double most = settled ? m_budget.left() - m_slowReserve : left();
    if (!worth || seconds > most) continue;
    each->leftOut = {};
    if (settled || !each->scenario.searchesBands() || each->scenario.bands) {
      estimateInFull(*each, each->bands, most);
    } else {
      searchInFull(*each);
    }
    settled = settled || std::isfinite(each->error);
  }
}

// Descends from the bands of a model, then by a parabola.
void FirstEstimates::searchInFull(Candidate& each) {
  std::map<Index, Candidate> known;
  const Index steps = each.scenario.iterations;
  const auto upwards = [](Index a, Index b) { return (a + b - 1) / b; };
  const auto at = [&](double bands) -> double {
    const Index most = each.scenario.mostBands();
    Index rounded = std::clamp<Index>(std::llround(bands), 1, most);
    // The fewest that leave as many participations.
    if (each.way.batching->banded && rounded < most) rounded = upwards(steps, upwards(steps, rounded));
    rounded = each.scenario.bandsAtMost(rounded);
    if (const auto found = known.find(rounded); found != known.end()) return found->second.error;
    Candidate beside = each;
    estimateInFull(beside, rounded, m_budget.left());
    return known.emplace(rounded, std::move(beside)).first->second.error;
  };
  const double before = processorSeconds();
  auto middle = static_cast<double>(each.bands);
  at(middle);
  const double one = processorSeconds() - before;
  const auto affordable = [&] { return m_budget.left() - m_slowReserve > 2 * one; };
  for (const double factor : {1 / kBesideModel, kBesideModel}) {
    while (affordable() && at(middle * factor) < at(middle)) middle *= factor;
  }
  if (affordable()) {
    // The minimum of the parabola over the logarithm of the bands.
    const double low = at(middle / kBesideModel);
    const double high = at(middle * kBesideModel);
    const double curvature = low - 2 * at(middle) + high;
    if (curvature > 0 && std::isfinite(curvature)) at(middle * std::pow(kBesideModel, (low - high) / (2 * curvature)));
  }
  each = std::ranges::min_element(known, {}, [](const auto& one) { return one.second.error; })->second;
}

// One evaluation, for the bands that a model gave.
void FirstEstimates::estimateInFull(Candidate& each, Index bands, double most) {
  const ProcessorBudget part(m_budget.token(), most);
  each.error = kInfinity;
  Scenario own = each.scenario;
  if (own.usesBands()) own.bands = own.bandsAtMost(std::clamp<Index>(bands, 1, own.mostBands()));
  try {
    const SweepPoint point = m_solver.solve(own, {part.token(), {}});
    if (!part.token().stop_requested()) return take(each, point, 1);
    each.leftOut = Core::tr("did not end in time");
    each.forTime = true;
  } catch (const InvalidArgument& problem) {
    each.leftOut = problem.text();
  }
}

void FirstEstimates::take(Candidate& each, const SweepPoint& point, Index model) {
  each.estimate = point;
  each.error = point.error[m_limits.request().job.objective];
  each.solution = m_solver.lastSolution();
  each.bands = m_solver.lastBands();
  // An epoch of the job is not an integer number of epochs of the model.
  if (model > 1)
    each.bands = each.bands * each.scenario.stepsPerEpoch() / std::max<Index>(1, modelOf(each).stepsPerEpoch());
  each.rows = each.solution->strategy.noiseRows();
  each.model = model;
  if (model > 1) {
    if (const auto fixed = fixedNoiseRows(each.scenario)) {
      each.rows = std::max(each.rows, *fixed);
    } else if (!each.mechanism()->uses(Field::Buffers)) {
      each.rows *= model;
    }
    return;
  }
  if (const Text why = m_limits.misfit(each.scenario, noiseShapeOf(each.solution->strategy)); !why.empty()) {
    each.leftOut = why;
    each.error = kInfinity;
  }
}

double FirstEstimates::leastError(const BatchingWay* under) const {
  double least = kInfinity;
  for (const Candidate& each : m_candidates) {
    if (!under || each.way.id() == under->id()) least = std::min(least, each.error);
  }
  return least;
}

// If a noise multiplier is that of the batching and not of the strategy, its bound holds for all of them.
double FirstEstimates::boundOf(const BatchingWay& way) const {
  if (way.batching->amplified()) return 0;
  for (const Candidate& each : m_candidates) {
    if (each.estimate && each.way.id() == way.id()) return each.estimate->lowerBound;
  }
  return 0;
}

std::vector<Candidate*> FirstEstimates::estimated() {
  std::vector<Candidate*> order;
  for (Candidate& each : m_candidates) {
    if (std::isfinite(each.error)) order.push_back(&each);
  }
  std::ranges::stable_sort(order, {}, &Candidate::error);
  return order;
}

}  // namespace noiseloom
