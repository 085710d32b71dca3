#include "core/recommend/recommendation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/base/processor_time.h"
#include "core/design/evaluator.h"
#include "core/recommend/first_estimates.h"
#include "core/recommend/recommendation_text.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_climb.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Share of the rest for optimising strategies together with their noise.
constexpr double kTogetherShare = 0.5;
// Error factor within which a strategy is worth optimising together with the noise, which gains a few percent.
constexpr double kTogetherMargin = 1.1;
// Shares of the total time that only the certificate of the best estimate may still use, and in which what runs at the
// end of the others' share can finish.
constexpr double kBestBeyond = 0.05;
constexpr double kForEnd = 0.02;
// Share of the total time, left by further designs, for what twice the memory or the largest batch would gain.
constexpr double kForFreedoms = 0.04;
// Less than this share of its estimated time finds next to nothing.
constexpr double kTogetherLeast = 0.1;
constexpr std::size_t kMostShown = 12;
// Errors that differ by less are equal.
constexpr double kSame = 1e-9;

JobLimits limitsOf(RecommendRequest request, const std::stop_token& stop) {
  if (request.ways.empty()) request.ways = allWays(request.job.epochs);
  const NumberType numbers = request.job.deployment.numberType;
  return {std::move(request), measuredNoiseRates(numbers, {stop})};
}

class Recommender {
 public:
  Recommender(const RecommendRequest& request, const RunControl& control)
      : m_control(control),
        m_start(processorSeconds()),
        m_budget(control.stop, (1 - kBestBeyond - kForEnd) * request.seconds),
        m_limits(limitsOf(request, m_budget.token())),
        m_request(m_limits.request()),
        m_estimates(m_limits, control, m_budget) {}

  Recommendation run() {
    for (const BatchingWay& way : m_request.ways) {
      for (const Mechanism* mechanism : allMechanisms()) m_estimates.add(way, mechanism);
    }
    double reserve = (1 - JobLimits::kEstimateShare - kBestBeyond - kForEnd) * m_request.seconds;
    double slow = reserve;
    for (const Candidate& each : m_estimates.candidates()) {
      if (!each.leftOut.empty()) continue;
      reserve = std::max(reserve, certificateSeconds(each.scenario));
      slow = std::max(slow, slowCertificateSeconds(each.scenario));
    }
    m_estimates.run(reserve, slow);
    Recommendation result;
    result.designs = certifyAll();
    if (!result.designs.empty()) addNarrower(result);
    shareFailure(result.designs);
    for (Candidate& each : m_estimates.candidates()) {
      if (each.design) continue;
      explain(each, result.designs);
      result.leftOut.push_back({each.mechanism(), each.way, each.leftOut, each.forTime});
    }
    result.stopped = m_control.stopRequested();
    result.unit = m_request.unit;
    for (RecommendedDesign& each : result.designs) {
      const Design& design = *each.design;
      each.error = ErrorScale(result.unit, design.scenario, m_control.quiet())
                       .in(design.scenario.objective, design.objectiveError());
    }
    if (!result.designs.empty()) result.sentences = sentences(result);
    result.seconds = processorSeconds() - m_start;
    return result;
  }

 private:
  RunControl quiet() const { return {m_budget.token(), {}}; }
  bool ended() const { return m_budget.token().stop_requested(); }

  // Sorted by their value.
  std::vector<RecommendedDesign> certifyAll() {
    tryTogether();
    const std::vector<Candidate*> order = m_estimates.estimated();
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
    const auto sameAsShown = [&](const Candidate* each) {
      return std::ranges::any_of(worth, [&](const Candidate* shown) {
        return shown != each && shown->mechanism() == each->mechanism() && shown->rows == each->rows &&
               std::abs(shown->error - each->error) <= kSame * each->error;
      });
    };
    for (Candidate* each : order) {
      if (sameAsShown(each)) {
        each->leftOut = Core::tr("the same as under another batching above");
        continue;
      }
      if (each->rows < fewest && each->error <= kFrontMargin * order.front()->error) add(each);
      fewest = std::min(fewest, each->rows);
    }
    for (Candidate* each : order) {
      if (!sameAsShown(each) && each->error <= kShownMargin * order.front()->error) add(each);
    }
    // Candidates that take next to no time come first. The best estimate is certified whatever it takes if nothing else
    // is yet, and otherwise gets a little more time than there is.
    std::ranges::stable_sort(worth, {}, [](const Candidate* each) { return certificateSeconds(each->scenario); });
    std::vector<RecommendedDesign> designs;
    for (std::size_t i = 0; i < worth.size(); ++i) {
      const bool best = worth[i] == order.front();
      m_control.report(JobLimits::kEstimateShare +
                           (1 - JobLimits::kEstimateShare) * static_cast<double>(i) / static_cast<double>(worth.size()),
                       {Core::tr("certifying %1 under %2"), worth[i]->mechanism()->name, worth[i]->way.name()});
      const double kept = designs.empty() ? 0 : kForFreedoms * m_request.seconds;
      if (!best && certificateSeconds(worth[i]->scenario) > m_budget.left() - kept) {
        worth[i]->leftOut = {Core::tr("%1, estimated; its certificate would take about %2 s"),
                             worseBy(worth[i]->error / order.front()->error),
                             twoDigits(certificateSeconds(worth[i]->scenario))};
        worth[i]->forTime = true;
        continue;
      }
      const bool evenIfOverBudget = best && designs.empty();
      std::optional<ProcessorBudget> some;
      if (best && !evenIfOverBudget) some.emplace(m_control.stop, m_budget.left() + kBestBeyond * m_request.seconds);
      const std::stop_token stop = evenIfOverBudget ? m_control.stop : some ? some->token() : m_budget.token();
      if (certify(*worth[i], evenIfOverBudget, stop)) designs.push_back(shown(*worth[i]));
    }
    sortDesigns(designs);
    return designs;
  }

  // A strategy optimised together with its noise gains some percent.
  void tryTogether() {
    const double best = m_estimates.leastError();
    std::vector<Candidate*> worth;
    std::map<const Candidate*, Index> bandsOf;
    for (Candidate* each : m_estimates.estimated()) {
      if (!(each->error <= kTogetherMargin * best)) continue;
      if (each->scenario.optimisesAmplified()) {
        bandsOf[each] = each->scenario.mostBands();
      } else if (climbsBands(each->scenario)) {
        bandsOf[each] = bandsOfBest(each->way);
      } else {
        continue;
      }
      worth.push_back(each);
    }
    for (Candidate* each : worth) {
      const Index bands = bandsOf.at(each);
      const double needed = estimatedSeconds(each->scenario, bands);
      const double most = kTogetherShare * (m_budget.left() - slowCertificateSeconds(each->scenario));
      if (ended() || most < kTogetherLeast * needed) {
        m_facts.apart.push_back({each->mechanism(), each->way, needed});
        continue;
      }
      ProcessorBudget part(m_budget.token(), most);
      m_control.report(JobLimits::kEstimateShare,
                       {Core::tr("optimising %1 together with its noise"), each->mechanism()->name});
      try {
        Solution solution = solveMechanism(each->scenario, bands, {}, {part.token(), {}});
        const ErrorSummary error = errorOf(solution.strategy, each->scenario.workload, quiet());
        const double found =
            approximateFigures(each->scenario, solution.strategy, error, 0, quiet()).error[m_request.job.objective];
        if (ended() || !(found < each->error)) continue;
        each->error = found;
        each->rows = solution.strategy.noiseRows();
        each->solution = std::move(solution);
        each->bands = each->scenario.usesBands() ? bands : each->bands;
      } catch (const InvalidArgument&) {
        // The strategy that was optimised without it stays.
      }
    }
  }

  // The bands of the best under that way among those whose bands were searched: a strategy optimised for the sampling
  // is best with no fewer.
  Index bandsOfBest(const BatchingWay& way) {
    for (const Candidate* each : m_estimates.estimated()) {
      if (each->way.id() == way.id() && each->scenario.searchesBands()) return each->bands;
    }
    return 1;
  }

  // Certifies the scenario of the estimate, with its bands or buffers fixed.
  bool certify(Candidate& each, bool evenIfOverBudget, const std::stop_token& stop) {
    Scenario own = each.scenario;
    if (own.searchesBands()) own.bands = each.bands;
    const Strategy& strategy = each.solution->strategy;
    if (strategy.kind().form == NoiseForm::Buffers) own.buffers = sizesOf(strategy).buffers;
    own.mostNoiseRows = m_request.job.mostNoiseRows;
    try {
      Solution solution = *each.solution;
      if (!solution.whole && !own.optimisesAmplified() && !climbsBands(each.scenario))
        solution = solveMechanism(own, each.bands, solution.coefficients, {stop});
      DesignHelp help{.solution = &solution, .neighbour = neighbourOf(each.way)};
      if (!evenIfOverBudget) help.abandon = stop;
      each.design = noiseloom::design(own, {stop}, help);
    } catch (const InvalidArgument& problem) {
      each.leftOut = problem.text();
      return false;
    }
    if (each.design && isCutShort(*each.design) && !evenIfOverBudget) each.design.reset();
    if (!each.design) {
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
    }
    return each.design != nullptr;
  }

  std::shared_ptr<const Design> neighbourOf(const BatchingWay& way) {
    for (const Candidate& each : m_estimates.candidates()) {
      if (each.design && each.way.id() == way.id()) return each.design;
    }
    return nullptr;
  }

  RecommendedDesign shown(const Candidate& each) const {
    RecommendedDesign made{each.design, each.way};
    made.narrower = each.narrower;
    const bool stopped = each.design->optimizer.termination == Termination::Stopped;
    made.searched = searchedBandsNote(each.scenario, m_limits.solveSeconds(), stopped);
    if (each.shorter > 1 && !made.searched.empty())
      made.searched = {Core::tr("the best in a model of %1 steps, and those beside it"), modelOf(each).iterations};
    made.stepSeconds = m_limits.stepSeconds(each.scenario, noiseShapeOf(each.design->strategy));
    return made;
  }

  // The best design may be the one whose certificate fails: the probabilities add up.
  static void shareFailure(std::vector<RecommendedDesign>& designs) {
    double all = 0;
    for (const RecommendedDesign& each : designs) {
      if (each.design->certificate) all += each.design->certificate->failureProbability;
    }
    for (RecommendedDesign& each : designs) {
      if (!each.design->certificate || !(each.design->certificate->failureProbability > 0)) continue;
      Design shared = *each.design;
      shared.certificate->failureProbability = std::min(1.0, all);
      each.design = std::make_shared<const Design>(std::move(shared));
    }
  }

  static void sortDesigns(std::vector<RecommendedDesign>& designs) {
    std::ranges::stable_sort(designs, {}, [](const RecommendedDesign& each) { return each.design->objectiveError(); });
  }

  // The fewest bands of the recommended kind that lose next to nothing.
  void addNarrower(Recommendation& result) {
    const Design& best = *result.designs.front().design;
    const auto found = std::ranges::find(m_estimates.candidates(), result.designs.front().design, &Candidate::design);
    if (found == m_estimates.candidates().end() || !found->scenario.searchesBands() || found->bands <= 2) return;
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
      const Scenario plain = asSolved(kind.scenario);
      if (estimatedSeconds(plain, middle) + noiseSeconds(kind.scenario) > m_budget.left() / 4) break;
      Candidate fewer{kind.way, kind.scenario};
      m_estimates.estimateInFull(fewer, middle, m_budget.left());
      if (fewer.error <= most) {
        fits = middle;
        narrow = std::move(fewer);
      } else {
        fails = middle;
      }
    }
    if (!narrow.estimate || !std::isfinite(narrow.error) || 2 * narrow.rows > kind.rows) return;
    if (certificateSeconds(narrow.scenario) > m_budget.left()) return;
    narrow.narrower = true;
    if (!certify(narrow, false, m_budget.token()) || !(known > 0) ||
        narrow.design->objectiveError() <= best.objectiveError())
      return;
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
    // Compares estimates with estimates: a certificate costs up to a percent.
    const Text loss = worseBy(each.error / m_estimates.leastError());
    each.leftOut = {Core::tr("%1, and no fewer noise rows"), loss};
    const auto better = [&](const RecommendedDesign& other) {
      return other.design->objectiveError() <= each.error && other.design->strategy.noiseRows() <= each.rows;
    };
    if (std::ranges::none_of(designs, better)) each.leftOut = loss;
  }

  // The least estimated error for another job, of the recommended mechanism and those that suit every job.
  double otherwise(const Scenario& job, const BatchingWay& way, const Mechanism* recommended) {
    const JobLimits limits({job, {way}, std::max(1e-3, m_budget.left() / 2), m_request.stepSeconds}, m_limits.rates());
    const ProcessorBudget budget(m_budget.token(), limits.request().seconds);
    FirstEstimates other(limits, quiet(), budget);
    for (const Mechanism* mechanism : {recommended, &standardMechanism(), standardMechanism().sketch}) {
      if (mechanism) other.add(way, mechanism);
    }
    other.run(0, 0);
    const bool left = std::ranges::any_of(other.candidates(), [](const Candidate& each) { return each.forTime; });
    m_facts.untried = m_facts.untried || (left && !std::isfinite(other.leastError()));
    return other.leastError();
  }

  // True if there is no time for an estimate of another job; records that.
  bool noTime() {
    m_facts.untried = m_facts.untried || ended();
    return ended();
  }

  std::vector<Text> sentences(const Recommendation& result) {
    RecommendationFacts& facts = m_facts;
    const Design& best = *result.designs.front().design;
    // Compares estimates with an estimate.
    double least = best.objectiveError();
    for (const Candidate& each : m_estimates.candidates()) {
      if (each.mechanism() == best.mechanism && each.way.id() == result.designs.front().way.id()) least = each.error;
      if (each.mechanism() != &baselineMechanism() || !std::isfinite(each.error)) continue;
      if (!facts.bestBaseline || each.error < facts.bestBaselineError) {
        facts.bestBaseline = each.way;
        facts.bestBaselineError = each.error;
      }
    }
    const Scenario& job = m_request.job;
    for (const BatchingWay& way : allWays(job.epochs)) {
      // A job that samples all the data has one band; the effect of parts may be worth stating.
      const auto same = [&](const BatchingWay& each) {
        return each.batching == way.batching && coverageOf(each.applied(job), 2).status != AssumptionStatus::Violated;
      };
      if (std::ranges::any_of(m_request.ways, same) || noTime()) continue;
      if (const double error = otherwise(job, way, best.mechanism); error < least)
        facts.otherWays.emplace_back(way, 1 - error / least);
    }
    std::ranges::stable_sort(facts.otherWays, std::greater(), &std::pair<BatchingWay, double>::second);
    if (job.deployment.memoryPerMachine && !noTime()) {
      Scenario roomier = job;
      roomier.deployment.memoryPerMachine = std::min(2 * *job.deployment.memoryPerMachine, Index{1} << 53);
      if (const double error = otherwise(roomier, result.designs.front().way, best.mechanism); std::isfinite(error))
        facts.twiceTheMemory = 1 - error / least;
    }
    // Twice the learning rate would change the curvatures, which are multiplied by it.
    if (job.iterations >= 2 * std::max<Index>(job.epochs, 1) && !ofCurvatures(job.objective) &&
        (job.workload.isToeplitz() || job.schedule.isFormula()) && !noTime()) {
      facts.halfTheSteps = job.iterations / 2;
      if (const double error =
              otherwise(job.withIterations(job.iterations / 2), result.designs.front().way, best.mechanism);
          std::isfinite(error))
        facts.twiceTheBatch = 1 - error / least;
    }
    return recommendationSentences(result, job, facts);
  }

  RunControl m_control;
  double m_start;
  ProcessorBudget m_budget;
  JobLimits m_limits;
  const RecommendRequest& m_request;
  FirstEstimates m_estimates;
  RecommendationFacts m_facts;
};

}  // namespace

Recommendation recommend(const RecommendRequest& request, const RunControl& control) {
  checkPositive("seconds", request.seconds);
  if (request.stepSeconds) checkPositive("step_seconds", *request.stepSeconds);
  checkInteger("iterations", request.job.iterations, 1, Batching::kMostIterations);
  checkInteger("epochs", request.job.epochs, 1, request.job.iterations, Core::tr("the iterations"));
  checkUnit(request.unit, request.job);
  // Another batching may allow what one refuses.
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
