#include "core/design/recommendation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/base/processor_time.h"
#include "core/design/band_search.h"
#include "core/design/cost.h"
#include "core/design/curve_solver.h"
#include "core/design/designer.h"
#include "core/design/evaluator.h"
#include "core/design/recommendation_text.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Of the time: what one solve may take, what first looks may take, and what the optimisation of a strategy together
// with its noise may.
constexpr double kSolveShare = 0.1;
constexpr double kLookShare = 0.6;
constexpr double kTogetherShare = 0.5;
// What a first look may take beyond its estimate before it is given up, of the time and of the estimate.
constexpr double kOneLookShare = 0.15;
constexpr double kEstimateMargin = 3;
// What a look may be estimated to take, of what is left for looks.
constexpr double kMostOfRest = 0.5;
// Solves that a search for the best bands takes, most of them narrower than the widest.
constexpr double kSearchSolves = 5;
// What is tried whatever its chances: its error stands in the table.
constexpr double kQuickSeconds = 0.1;
// Worth optimising together with the noise: what a strategy has not gained when it is optimised without is a few
// percent.
constexpr double kTogetherMargin = 1.1;
// Worth a certificate beside what nothing else beats in error and rows.
constexpr double kShownMargin = 1.3;
constexpr double kFrontMargin = 2;
constexpr std::size_t kMostShown = 12;
// Errors that differ by less are the same.
constexpr double kSame = 1e-9;

// What would take long is looked at in a model, the same job so many times shorter: under balls-in-bins more bins than
// kManyBins in one of kModelBins, and a search whose looks take longer than their share in one of kModelSteps. Bands
// scale with it (as do sampling and compositions, so that the noise multiplier is the same), and errors by a factor
// that an evaluation at full size tells.
constexpr Index kManyBins = 300;
constexpr double kModelBins = 128;
constexpr double kModelSteps = 25'000;
// Bands that are tried beside those that the model tells.
constexpr double kBesideModel = 1.19;
// An evaluation under a batching whose noise depends on the whole strategy, and a certificate; measured at 100 to 2048
// bins.
double noiseSeconds(const Scenario& scenario) {
  if (!scenario.batching->ofStrategy) return 0;
  const auto bins = static_cast<double>(scenario.stepsPerEpoch());
  return 2e-3 + 6e-11 * bins * bins * bins;
}
double certificateSeconds(const Scenario& scenario) {
  return scenario.batching->ofStrategy ? 0.1 + 10 * noiseSeconds(scenario) : 0.05;
}

struct Candidate {
  BatchingWay way;
  Scenario scenario;   // bands open, unless they were chosen
  double seconds = 0;  // of the look, about
  std::optional<SweepPoint> look = {};
  double error = kInfinity;  // by the look
  Index rows = 0;
  Index bands = 1;  // as Mechanism::solve has them
  std::optional<Solution> solution = {};
  bool narrower = false;
  Index chosenBands = 0;  // those of Mechanism::curve, where they are known
  Index shorter = 1;      // how many times the job is that is to be looked at
  Index model = 1;        // how many times shorter the job was that was looked at
  std::shared_ptr<const Design> design = {};
  Text leftOut = {};
  bool forTime = false;

  const Mechanism* mechanism() const { return scenario.mechanism; }
};

class Recommender {
 public:
  Recommender(const RecommendRequest& request, const RunControl& control)
      : m_request(request),
        m_control(control),
        m_start(processorSeconds()),
        m_budget(control.stop, request.seconds),
        m_solver(request.seconds, true) {
    if (m_request.ways.empty()) m_request.ways = allWays(m_request.job.epochs);
  }

  Recommendation run() {
    m_rates = measuredNoiseRates(m_request.job.deployment.numberType, {m_budget.token(), {}});
    for (const BatchingWay& way : m_request.ways) {
      for (const Mechanism* mechanism : allMechanisms()) m_candidates.push_back(candidate(way, mechanism));
    }
    m_reserve = (1 - kLookShare) * m_request.seconds;
    for (const Candidate& each : m_candidates) {
      if (each.leftOut.empty()) m_reserve = std::max(m_reserve, certificateSeconds(each.scenario));
    }
    lookAtAll();
    for (const BatchingWay& way : m_request.ways) settleModel(way);
    Recommendation result;
    result.designs = certifyAll();
    if (!result.designs.empty()) addNarrower(result);
    for (Candidate& each : m_candidates) {
      if (each.design) continue;
      explain(each, result.designs);
      result.leftOut.push_back({each.mechanism(), each.way, each.leftOut, each.forTime});
    }
    result.stopped = m_control.stopRequested();
    if (!result.designs.empty()) result.sentences = sentences(result);
    result.seconds = processorSeconds() - m_start;
    return result;
  }

 private:
  RunControl quiet() const { return {m_budget.token(), {}}; }
  bool ended() const { return m_budget.token().stop_requested(); }

  // The most bands or buffers whose rows fit a machine and a step; nothing where the size is not for us to choose.
  // 0: none fits.
  std::optional<Index> mostSize(const Scenario& scenario) const {
    std::optional<Index> most;
    if (const auto memory = memoryOfMachine(scenario.deployment)) most = mostSizeIn(*memory, scenario);
    const double limit = m_request.stepSeconds.value_or(kInfinity);
    const bool sized = scenario.usesBands() || scenario.mechanism->uses(Field::Buffers);
    if (!m_rates || !std::isfinite(limit) || !sized) return most;
    const Index widest = most.value_or(scenario.usesBands() ? scenario.mostBands() : kMostBltBuffers);
    Index fits = 0;
    for (Index above = widest + 1; above - fits > 1;) {
      const Index middle = fits + (above - fits) / 2;
      (stepSecondsOf(scenario, *noiseShapeOf(scenario, middle)) <= limit ? fits : above) = middle;
    }
    return fits;
  }

  double stepSecondsOf(const Scenario& scenario, const NoiseShape& shape) const {
    return m_rates ? m_rates->secondsPerStep(shape, noiseMemoryOf(0, scenario.deployment).coordinates) : 0;
  }

  static Text tooManyRows(Index rows) {
    return {Core::tr("keeps %1 noise rows: more than a machine has room for"), rows};
  }

  // What does not fit whatever its size: mechanisms whose rows the scenario decides.
  Text misfit(const Scenario& scenario, const NoiseShape& shape) const {
    const auto memory = memoryOfMachine(scenario.deployment);
    if (memory && shape.rows > mostRowsIn(*memory, scenario.deployment)) return tooManyRows(shape.rows);
    const double seconds = stepSecondsOf(scenario, shape);
    if (m_request.stepSeconds && seconds > *m_request.stepSeconds)
      return {Core::tr("making its noise would take about %1 s a step"), twoDigits(seconds)};
    return {};
  }

  Candidate candidate(const BatchingWay& way, const Mechanism* mechanism) const {
    Candidate made{way, way.applied(m_request.job)};
    Scenario& own = made.scenario;
    own.mechanism = mechanism;
    own.bands.reset();
    own.buffers.reset();
    own.stamps.reset();
    own.mostSeconds.reset();
    own.imported.reset();
    // A job that samples without parts knows one band only.
    if (coverageOf(own, 2).status == AssumptionStatus::Violated) own.mostNoiseRows = 0;
    if (own.batching->banded && !mechanism->banded(own) && mechanism->bandedWith.empty()) {
      made.leftOut = {Core::tr("its strategies are not banded, as %1 needs them"), own.batching->name};
      return made;
    }
    if (!mechanism->bandedWith.empty() && own.batching->banded) own.bands = own.iterations / own.epochs;
    if (const auto size = mostSize(own)) {
      const Index rows = mechanism->uses(Field::Buffers) ? *size : *size - 1;
      if (*size == 0) {
        made.leftOut = Core::tr("not even its smallest size fits the memory and the time a step");
        return made;
      }
      own.mostNoiseRows = std::min(own.mostNoiseRows.value_or(rows), rows);
      if (own.usesBands() && !own.searchesBands() && *size < own.bands.value_or(own.mostBands())) own.bands = *size;
    }
    if (const auto rows = own.mostNoiseRows ? fixedNoiseRows(own) : std::nullopt; rows && *rows > *own.mostNoiseRows) {
      made.leftOut = tooManyRows(*rows);
      return made;
    }
    const auto problems = own.problems();
    if (!problems.empty()) {
      made.leftOut = problems.front().text();
      return made;
    }
    if (own.batching->ofStrategy && certificateSeconds(own) > kLookShare * m_request.seconds) {
      made.leftOut = {Core::tr("its certificate would take about %1 s"), twoDigits(certificateSeconds(own))};
      made.forTime = true;
      return made;
    }
    if (!own.usesBands() && !mechanism->uses(Field::Buffers)) {
      if (const auto shape = noiseShapeOf(own, 1)) made.leftOut = misfit(own, *shape);
    }
    made.shorter = shorterFor(own);
    made.seconds = lookSeconds(modelOf(made));
    return made;
  }

  double lookSeconds(const Scenario& scenario) const {
    Scenario plain = withoutAmplification(scenario);
    // Whose refinement a look leaves out.
    if (scenario.mechanism->look) plain.columnNormalize = false;
    const bool searched = scenario.searchesBands() && !scenario.bands;
    const Index most = scenario.bands.value_or(scenario.mostBands());
    // The widest that a search is likely to solve, within what one solve may take.
    const Index likely = searched && scenario.batching->banded ? std::min(6 * thumbBands(scenario), most) : most;
    double one = estimatedSeconds(plain, likely);
    if (searched) one = std::min(one, kSolveShare * m_request.seconds);
    return (searched ? kSearchSolves : 1) * (one + noiseSeconds(scenario));
  }

  // Keeps a search to the bands whose solve takes no longer than its share; false where even one band would.
  bool fitIn(Scenario& scenario) const {
    const Scenario plain = withoutAmplification(scenario);
    if (!scenario.searchesBands() || scenario.bands)
      return estimatedSeconds(plain, scenario.bands.value_or(scenario.mostBands())) <= kSolveShare * m_request.seconds;
    const Index fits = mostBandsWithin(plain, kSolveShare * m_request.seconds);
    if (fits < scenario.mostBands()) scenario.mostNoiseRows = fits - 1;
    return fits > 0;
  }

  void lookAtAll() {
    std::vector<Candidate*> order;
    for (Candidate& each : m_candidates) {
      if (each.leftOut.empty()) order.push_back(&each);
    }
    // Whose bands are those of another come after it.
    std::ranges::stable_sort(
        order, {}, [](const Candidate* each) { return std::pair(each->mechanism()->curve != nullptr, each->seconds); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      Candidate& each = *order[i];
      m_control.report(kLookShare * static_cast<double>(i) / static_cast<double>(order.size()),
                       {Core::tr("looking at %1 under %2"), each.mechanism()->name, each.way.name()});
      if (ended()) {
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
      }
      if (each.seconds > kMostOfRest * leftForLooks()) {
        each.leftOut = {Core::tr("would take about %1 s"), twoDigits(each.seconds)};
        each.forTime = true;
        continue;
      }
      look(each);
    }
  }

  // What stands for its own optima over bands tells the best number.
  void takeBandsOfCurve(Candidate& each) const {
    if (!each.mechanism()->curve || !each.scenario.searchesBands()) return;
    for (const Candidate& curve : m_candidates) {
      if (curve.mechanism() != each.mechanism()->curve || curve.way.id() != each.way.id() || !curve.look) continue;
      each.chosenBands = std::min(curve.bands, each.scenario.mostBands());
      each.seconds =
          estimatedSeconds(withoutAmplification(each.scenario), each.chosenBands) + noiseSeconds(modelOf(each));
    }
  }

  void look(Candidate& each) {
    Scenario own = modelOf(each);
    if (each.chosenBands > 0) own.bands = std::max<Index>(1, each.chosenBands / each.shorter);
    if (!fitIn(own)) {
      each.leftOut = {Core::tr("would take about %1 s"), twoDigits(estimatedSeconds(own, own.mostBands()))};
      each.forTime = true;
      return;
    }
    // What is left but for the certificates.
    const double most = std::max(kOneLookShare * m_request.seconds, kEstimateMargin * each.seconds);
    ProcessorBudget part(m_budget.token(), std::min(most, leftForLooks()));
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

  double leftForLooks() const { return m_budget.left() - m_reserve; }

  // How many times shorter a job has to be for a first look.
  Index shorterFor(const Scenario& scenario) const {
    if (!scenario.workload.isToeplitz() && !scenario.schedule.isFormula()) return 1;
    const auto bins = static_cast<double>(scenario.stepsPerEpoch());
    if (scenario.batching->ofStrategy) return bins <= kManyBins ? 1 : static_cast<Index>(std::ceil(bins / kModelBins));
    const bool slow = lookSeconds(scenario) > kOneLookShare * m_request.seconds;
    if (!slow || !scenario.searchesBands() || scenario.bands) return 1;
    const auto times = static_cast<double>(scenario.iterations) / kModelSteps;
    // An epoch stays of many steps.
    return std::clamp<Index>(static_cast<Index>(times), 1, std::max<Index>(1, scenario.stepsPerEpoch() / 256));
  }

  // The scenario to look at.
  static Scenario modelOf(const Candidate& each) {
    if (each.shorter == 1) return each.scenario;
    Scenario model = each.scenario.withIterations(each.scenario.iterations / each.shorter);
    if (model.mostNoiseRows && !model.mechanism->uses(Field::Buffers))
      model.mostNoiseRows = *model.mostNoiseRows / each.shorter;
    if (model.bands) model.bands = std::max<Index>(1, *model.bands / each.shorter);
    return model;
  }

  // What a look at a model says of the job itself: the best one is evaluated at full size, with the bands beside where
  // there is time for that, and so is the one that keeps the fewest rows; the others say what they lose in the model.
  void settleModel(const BatchingWay& way) {
    std::vector<Candidate*> of;
    for (Candidate* each : looked()) {
      if (each->model > 1 && each->way.id() == way.id()) of.push_back(each);
    }
    if (of.empty()) return;
    const Index fewest = (*std::ranges::min_element(of, {}, &Candidate::rows))->rows;
    const double inModel = of.front()->error;
    bool settled = false;
    for (Candidate* each : of) {
      const double here = each->error / inModel;
      each->error = kInfinity;
      each->leftOut = {Core::tr("%1, in a model of %2 steps"), worse(here), modelOf(*each).iterations};
      const bool worth = !settled || here <= kShownMargin || (each->rows == fewest && here <= kFrontMargin);
      // About what it takes at full size.
      const double seconds = lookSeconds(each->scenario) / kSearchSolves;
      if (!worth || seconds > leftForLooks()) continue;
      each->leftOut = {};
      if (settled || !each->scenario.searchesBands() || each->scenario.bands) {
        lookInFull(*each, each->bands);
      } else {
        searchInFull(*each);
      }
      settled = settled || std::isfinite(each->error);
    }
  }

  // From the bands of a model downhill, then by a parabola.
  void searchInFull(Candidate& each) {
    std::map<Index, Candidate> known;
    const Index steps = each.scenario.iterations;
    const auto upwards = [](Index a, Index b) { return (a + b - 1) / b; };
    const auto at = [&](double bands) -> double {
      const Index most = each.scenario.mostBands();
      Index rounded = std::clamp<Index>(std::llround(bands), 1, most);
      // The fewest that leave as many participations.
      if (each.way.batching->banded && rounded < most) rounded = upwards(steps, upwards(steps, rounded));
      if (const auto found = known.find(rounded); found != known.end()) return found->second.error;
      Candidate beside = each;
      lookInFull(beside, rounded);
      return known.emplace(rounded, std::move(beside)).first->second.error;
    };
    const double before = processorSeconds();
    auto middle = static_cast<double>(each.bands);
    at(middle);
    const double one = processorSeconds() - before;
    const auto affordable = [&] { return leftForLooks() > 2 * one; };
    for (const double factor : {1 / kBesideModel, kBesideModel}) {
      while (affordable() && at(middle * factor) < at(middle)) middle *= factor;
    }
    if (affordable()) {
      // The lowest point of the parabola over the logarithm of the bands.
      const double low = at(middle / kBesideModel);
      const double high = at(middle * kBesideModel);
      const double curvature = low - 2 * at(middle) + high;
      if (curvature > 0 && std::isfinite(curvature))
        at(middle * std::pow(kBesideModel, (low - high) / (2 * curvature)));
    }
    each = std::ranges::min_element(known, {}, [](const auto& one) { return one.second.error; })->second;
  }

  // One evaluation, of the bands that a model told.
  void lookInFull(Candidate& each, Index bands) {
    each.error = kInfinity;
    Scenario own = each.scenario;
    if (own.usesBands()) own.bands = std::clamp<Index>(bands, 1, own.mostBands());
    try {
      const SweepPoint point = m_solver.solve(own, quiet());
      if (!ended()) return take(each, point, 1);
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
    } catch (const InvalidArgument& problem) {
      each.leftOut = problem.text();
    }
  }

  // "about 12.3 % more error", "4.5 times the error".
  static Text worse(double ratio) {
    if (ratio < 2) return {Core::tr("about %1 % more error"), percent(ratio - 1)};
    return {Core::tr("about %1 times the error"), twoDigits(ratio)};
  }

  void take(Candidate& each, const SweepPoint& point, Index model) {
    each.look = point;
    each.error = point.errorOf(m_request.job.objective);
    each.solution = m_solver.lastSolution();
    each.bands = model * m_solver.lastBands();
    each.rows = each.solution->strategy.noiseRows();
    each.model = model;
    if (model > 1) {
      if (!each.mechanism()->uses(Field::Buffers)) each.rows *= model;
      return;
    }
    if (const Text why = misfit(each.scenario, noiseShapeOf(each.solution->strategy)); !why.empty()) {
      each.leftOut = why;
      each.error = kInfinity;
    }
  }

  double leastError() const {
    double least = kInfinity;
    for (const Candidate& each : m_candidates) least = std::min(least, each.error);
    return least;
  }

  // Where a noise multiplier is that of the batching and not of the strategy, its bound holds for all of them.
  double boundOf(const BatchingWay& way) const {
    if (way.batching->amplified) return 0;
    for (const Candidate& each : m_candidates) {
      if (each.look && each.way.id() == way.id()) return each.look->lowerBound;
    }
    return 0;
  }

  std::vector<Candidate*> looked() {
    std::vector<Candidate*> order;
    for (Candidate& each : m_candidates) {
      if (std::isfinite(each.error)) order.push_back(&each);
    }
    std::ranges::stable_sort(order, {}, &Candidate::error);
    return order;
  }

  // In the order in which they are worth it.
  std::vector<RecommendedDesign> certifyAll() {
    tryTogether();
    const std::vector<Candidate*> order = looked();
    std::vector<Candidate*> worth;
    const auto add = [&](Candidate* each) {
      if (worth.size() < kMostShown && std::ranges::find(worth, each) == worth.end()) worth.push_back(each);
    };
    if (!order.empty()) add(order.front());
    for (const BatchingWay& way : m_request.ways) {
      const auto first = std::ranges::find(order, way.id(), [](const Candidate* each) { return each->way.id(); });
      if (first != order.end()) add(*first);
    }
    Index fewest = std::numeric_limits<Index>::max();
    const auto again = [&](const Candidate* each) {
      return std::ranges::any_of(worth, [&](const Candidate* shown) {
        return shown != each && shown->mechanism() == each->mechanism() && shown->rows == each->rows &&
               std::abs(shown->error - each->error) <= kSame * each->error;
      });
    };
    for (Candidate* each : order) {
      if (again(each)) {
        each->leftOut = Core::tr("the same as under another batching above");
        continue;
      }
      if (each->rows < fewest && each->error <= kFrontMargin * order.front()->error) add(each);
      fewest = std::min(fewest, each->rows);
    }
    for (Candidate* each : order) {
      if (!again(each) && each->error <= kShownMargin * order.front()->error) add(each);
    }
    // What takes next to no time comes first; the best is certified whatever it takes.
    std::ranges::stable_sort(worth, {}, [](const Candidate* each) { return certificateSeconds(each->scenario); });
    std::vector<RecommendedDesign> designs;
    for (std::size_t i = 0; i < worth.size(); ++i) {
      const bool best = worth[i] == order.front();
      m_control.report(kLookShare + (1 - kLookShare) * static_cast<double>(i) / static_cast<double>(worth.size()),
                       {Core::tr("certifying %1 under %2"), worth[i]->mechanism()->name, worth[i]->way.name()});
      if (!best && certificateSeconds(worth[i]->scenario) > m_budget.left()) {
        worth[i]->leftOut = {Core::tr("%1 at a first look; its certificate would take about %2 s"),
                             worse(worth[i]->error / order.front()->error),
                             twoDigits(certificateSeconds(worth[i]->scenario))};
        worth[i]->forTime = true;
        continue;
      }
      if (certify(*worth[i], best)) designs.push_back(shown(*worth[i]));
    }
    sortDesigns(designs);
    return designs;
  }

  // Optimised together with its noise, a strategy gains some percent.
  void tryTogether() {
    const double best = leastError();
    std::vector<Candidate*> worth;
    for (Candidate* each : looked()) {
      if (each->scenario.optimisesAmplified() && each->error <= kTogetherMargin * best) worth.push_back(each);
    }
    for (Candidate* each : worth) {
      if (ended()) return;
      ProcessorBudget part(m_budget.token(),
                           kTogetherShare * std::max(0.0, m_budget.left() - 2 * certificateSeconds(each->scenario)));
      m_control.report(kLookShare, {Core::tr("optimising %1 together with its noise"), each->mechanism()->name});
      try {
        const Index bands = each->scenario.mostBands();
        Solution solution = solveMechanism(each->scenario, bands, {}, {part.token(), {}});
        const ErrorSummary error = errorOf(solution.strategy, each->scenario.workload, quiet());
        const double found =
            approximateFigures(each->scenario, solution.strategy, error, 0, quiet()).errorOf(m_request.job.objective);
        if (ended() || !(found < each->error)) continue;
        each->error = found;
        each->rows = solution.strategy.noiseRows();
        each->solution = std::move(solution);
        each->bands = each->scenario.usesBands() ? bands : each->bands;
      } catch (const InvalidArgument&) {
        // Then the strategy stands that was optimised without.
      }
    }
  }

  // With its bands or buffers fixed: the scenario of what was found.
  bool certify(Candidate& each, bool whatever) {
    Scenario own = each.scenario;
    if (own.searchesBands()) own.bands = each.bands;
    if (const auto* blt = each.solution->strategy.as<BltStrategy>()) own.buffers = blt->buffers();
    own.mostNoiseRows = m_request.job.mostNoiseRows;
    const std::stop_token stop = whatever ? m_control.stop : m_budget.token();
    try {
      Solution solution = *each.solution;
      if (!solution.whole && !own.optimisesAmplified())
        solution = solveMechanism(own, each.bands, solution.coefficients, {stop, {}});
      DesignHelp help{.solution = &solution, .neighbour = neighbourOf(each.way)};
      if (!whatever) help.abandon = stop;
      each.design = noiseloom::design(own, {stop, {}}, help);
    } catch (const InvalidArgument& problem) {
      each.leftOut = problem.text();
      return false;
    }
    if (each.design && each.design->ballsInBins && each.design->ballsInBins->stopped && !whatever) each.design.reset();
    if (!each.design) {
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
    }
    return each.design != nullptr;
  }

  std::shared_ptr<const Design> neighbourOf(const BatchingWay& way) const {
    for (const Candidate& each : m_candidates) {
      if (each.design && each.way.id() == way.id()) return each.design;
    }
    return nullptr;
  }

  RecommendedDesign shown(const Candidate& each) const {
    RecommendedDesign made{each.design, each.way};
    made.narrower = each.narrower;
    const bool stopped = each.design->optimizer.termination == Termination::Stopped;
    made.searched = searchedBandsNote(each.scenario, kSolveShare * m_request.seconds, stopped);
    if (each.shorter > 1 && !made.searched.empty())
      made.searched = {Core::tr("the best in a model of %1 steps, and those beside it"), modelOf(each).iterations};
    made.stepSeconds = stepSecondsOf(each.scenario, noiseShapeOf(each.design->strategy));
    return made;
  }

  static void sortDesigns(std::vector<RecommendedDesign>& designs) {
    std::ranges::stable_sort(designs, {}, [](const RecommendedDesign& each) { return each.design->objectiveError(); });
  }

  // The fewest bands of the recommended kind that lose next to nothing.
  void addNarrower(Recommendation& result) {
    const Design& best = *result.designs.front().design;
    const auto found = std::ranges::find(m_candidates, result.designs.front().design, &Candidate::design);
    if (found == m_candidates.end() || !found->scenario.searchesBands() || found->bands <= 2) return;
    const Candidate& kind = *found;
    const double most = (1 + kNarrowerLoss) * kind.error;
    Index fails = 0;
    Index fits = kind.bands;
    Candidate narrow{kind.way, kind.scenario};
    const double known = kind.error;
    // Errors fall with the bands up to the best number.
    while (fits - fails > std::max<Index>(1, fits / 16) && !ended()) {
      const Index middle = fails + (fits - fails) / (fails == 0 ? 4 : 2) + (fits - fails < 4 ? 1 : 0);
      if (middle >= fits) break;
      Scenario own = kind.scenario;
      own.bands = middle;
      if (estimatedSeconds(withoutAmplification(own), middle) + noiseSeconds(own) > m_budget.left() / 4) break;
      try {
        const SweepPoint point = m_solver.solve(own, quiet());
        if (ended()) break;
        if (point.errorOf(m_request.job.objective) <= most) {
          fits = middle;
          take(narrow, point, 1);
        } else {
          fails = middle;
        }
      } catch (const InvalidArgument&) {
        break;
      }
    }
    if (!narrow.look || !std::isfinite(narrow.error) || 2 * narrow.rows > kind.rows) return;
    if (certificateSeconds(narrow.scenario) > m_budget.left()) return;
    narrow.narrower = true;
    if (!certify(narrow, false) || !(known > 0) || narrow.design->objectiveError() <= best.objectiveError()) return;
    result.designs.push_back(shown(narrow));
    sortDesigns(result.designs);
  }

  void explain(Candidate& each, const std::vector<RecommendedDesign>& designs) const {
    if (!each.leftOut.empty()) return;
    if (designs.empty() || !std::isfinite(each.error)) {
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
      return;
    }
    const Text loss = worse(each.error / designs.front().design->objectiveError());
    each.leftOut = {Core::tr("%1, and no fewer noise rows"), loss};
    const auto better = [&](const RecommendedDesign& other) {
      return other.design->objectiveError() <= each.error && other.design->strategy.noiseRows() <= each.rows;
    };
    if (std::ranges::none_of(designs, better)) each.leftOut = loss;
  }

  // The least error by a look at another job, of the recommended mechanism and those that serve everywhere.
  double otherwise(const Scenario& job, const BatchingWay& way, const Mechanism* recommended) {
    double least = kInfinity;
    Recommender other({job, {way}, std::max(1e-3, m_budget.left() / 2), m_request.stepSeconds}, {m_budget.token(), {}});
    other.m_rates = m_rates;
    for (const Mechanism* mechanism : {recommended, &standardMechanism(), standardMechanism().sketch}) {
      if (mechanism) other.m_candidates.push_back(other.candidate(way, mechanism));
    }
    other.lookAtAll();
    other.settleModel(way);
    for (const Candidate& each : other.m_candidates) least = std::min(least, each.error);
    return least;
  }

  std::vector<Text> sentences(const Recommendation& result) {
    RecommendationFacts facts;
    const Design& best = *result.designs.front().design;
    // Looks compare with a look.
    double least = best.objectiveError();
    for (const Candidate& each : m_candidates) {
      if (each.design == result.designs.front().design) least = each.error;
      if (each.mechanism() != &baselineMechanism() || !std::isfinite(each.error)) continue;
      if (!facts.bestBaseline || each.error < facts.bestBaselineError) {
        facts.bestBaseline = each.way;
        facts.bestBaselineError = each.error;
      }
    }
    const Scenario& job = m_request.job;
    for (const BatchingWay& way : allWays(job.epochs)) {
      const auto same = [&](const BatchingWay& each) { return each.batching == way.batching; };
      if (ended() || std::ranges::any_of(m_request.ways, same)) continue;
      if (const double error = otherwise(job, way, best.mechanism); error < least)
        facts.otherWays.emplace_back(way, 1 - error / least);
    }
    std::ranges::stable_sort(facts.otherWays, std::greater(), &std::pair<BatchingWay, double>::second);
    if (job.deployment.memoryPerMachine && !ended()) {
      Scenario roomier = job;
      roomier.deployment.memoryPerMachine = std::min(2 * *job.deployment.memoryPerMachine, Index{1} << 53);
      if (const double error = otherwise(roomier, result.designs.front().way, best.mechanism); std::isfinite(error))
        facts.twiceTheMemory = 1 - error / least;
    }
    if (job.iterations >= 2 * std::max<Index>(job.epochs, 1) && !ended() &&
        (job.workload.isToeplitz() || job.schedule.isFormula())) {
      facts.halfTheSteps = job.iterations / 2;
      if (const double error =
              otherwise(job.withIterations(job.iterations / 2), result.designs.front().way, best.mechanism);
          std::isfinite(error))
        facts.twiceTheBatch = 1 - error / least;
    }
    return recommendationSentences(result, job, facts);
  }

  RecommendRequest m_request;
  RunControl m_control;
  double m_start;
  ProcessorBudget m_budget;
  double m_reserve = 0;  // for certificates
  CurveSolver m_solver;
  std::optional<NoiseRates> m_rates;
  std::vector<Candidate> m_candidates;
};

}  // namespace

Recommendation recommend(const RecommendRequest& request, const RunControl& control) {
  checkPositive("seconds", request.seconds);
  if (request.stepSeconds) checkPositive("step_seconds", *request.stepSeconds);
  checkInteger("iterations", request.job.iterations, 1, Batching::kMostIterations);
  checkInteger("epochs", request.job.epochs, 1, request.job.iterations, Core::tr("the iterations"));
  // What one batching refuses, another may allow.
  std::optional<InvalidArgument> refused;
  for (const BatchingWay& way : request.ways.empty() ? allWays(request.job.epochs) : request.ways) {
    Scenario job = way.applied(request.job);
    job.mechanism = &baselineMechanism();
    const std::vector<InvalidArgument> problems = job.problems();
    if (problems.empty()) return Recommender(request, control).run();
    if (!refused) refused = problems.front();
  }
  throw InvalidArgument(*refused);
}

}  // namespace noiseloom
