#include "core/recommend/recommendation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/base/processor_time.h"
#include "core/design/evaluator.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/recommend/candidate.h"
#include "core/recommend/job_search.h"
#include "core/recommend/recommendation_text.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_climb.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Shares of a limited time: for the search, and for what is running at the end to finish.
constexpr double kSearchShare = 0.5;
constexpr double kForEnd = 0.02;
// Where the search and the certificates end, of the progress: what one more freedom would gain comes last. A
// certificate from draws takes so many times as long as others.
constexpr double kSearchEnds = 0.4;
constexpr double kCertifiedAt = 0.85;
constexpr double kSampledWeight = 20;
// Factors to the best error within which a candidate is certified in general, and if no other keeps as few rows.
constexpr double kShownMargin = 1.3;
constexpr double kCloseToNarrower = 1.03;  // certified errors of the best and of one that is narrower
constexpr double kFrontMargin = 2;
// A certificate from draws exceeds an estimate by at least that factor.
constexpr double kLeastExcess = 1.004;
constexpr std::size_t kMostShown = 12;
// Errors that differ by less are equal.
constexpr double kSame = 1e-9;

// Progress that stays where it is while an earlier part of the work goes on.
RunControl rising(RunControl control) {
  if (!control.onProgress) return control;
  control.onProgress = [outer = control.onProgress, reached = std::make_shared<double>(0)](const Progress& now) {
    *reached = std::max(*reached, now.fraction);
    outer({*reached, now.stage});
  };
  return control;
}

// The progress of a part under its own stop token and with one stage.
RunControl inStage(const RunControl& part, const std::stop_token& stop, const Text& stage) {
  RunControl inner{stop};
  if (part.onProgress)
    inner.onProgress = [outer = part.onProgress, stage](const Progress& now) { outer({now.fraction, stage}); };
  return inner;
}

double weightOf(const Candidate& each) {
  return each.scenario.batching->ofStrategy() ? kSampledWeight : 1;
}

JobLimits limitsOf(RecommendRequest request, const std::stop_token& stop) {
  if (request.ways.empty()) request.ways = allWays(request.job.epochs);
  const NumberType numbers = request.job.deployment.numberType;
  return {std::move(request), measuredNoiseRates(numbers, {stop})};
}

class Recommender {
 public:
  Recommender(const RecommendRequest& request, const RunControl& control)
      : m_control(rising(control)),
        m_start(processorSeconds()),
        m_all(control.stop, (1 - kForEnd) * request.seconds.value_or(kInfinity)),
        m_searching(m_all.token(), kSearchShare * request.seconds.value_or(kInfinity)),
        m_limits(limitsOf(request, m_all.token())),
        m_request(m_limits.request()),
        m_search(m_limits, m_control.part(0, kSearchEnds), m_searching.token()) {}

  Recommendation run() {
    for (const BatchingWay& way : m_request.ways) {
      for (const Mechanism* mechanism : allMechanisms()) m_search.add(way, mechanism);
    }
    m_search.run();
    Recommendation result;
    result.designs = certifyAll();
    if (!result.designs.empty()) addNarrower(result);
    stateFailure(result.designs);
    for (Candidate& each : m_search.candidates()) {
      if (each.apartSeconds > 0) m_facts.apart.push_back({each.mechanism(), each.way, each.apartSeconds});
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
    if (!result.designs.empty()) {
      findFacts(result.designs.front());
      result.facts = m_facts;
      result.sentences = recommendationSentences(result, m_request.job);
    }
    result.seconds = processorSeconds() - m_start;
    return result;
  }

 private:
  RunControl quiet() const { return {m_all.token(), {}}; }
  bool ended() const { return m_all.token().stop_requested(); }

  // The certified designs, the best first. A certificate needs more noise than its estimate, so that candidates which
  // lost against the estimate may win after all: certifying and searching alternate until nothing is added.
  std::vector<RecommendedDesign> certifyAll() {
    std::vector<RecommendedDesign> designs;
    double best = kInfinity;
    for (bool more = true; more;) {
      more = false;
      const std::vector<Candidate*> order = m_search.estimated();
      std::vector<Candidate*> worth = worthShowing(order);
      // What takes next to no time comes first, then the best.
      std::stable_partition(worth.begin(), worth.end(),
                            [](const Candidate* each) { return !each->scenario.batching->ofStrategy(); });
      double all = 0;
      double done = 0;
      for (const Candidate* each : worth) all += each->design ? 0 : weightOf(*each);
      for (Candidate* const each : worth) {
        const double before = done;
        done += each->design ? 0 : weightOf(*each);
        const bool first = each == order.front();
        const bool sampled = each->scenario.batching->ofStrategy();
        if (each->design || !each->leftOut.empty() || (sampled && !(kLeastExcess * each->error < best))) continue;
        const RunControl certificates = m_control.part(kSearchEnds, kCertifiedAt);
        const bool evenIfOverBudget = first && designs.empty();
        const RunControl part =
            inStage(certificates.part(before / all, done / all), evenIfOverBudget ? m_control.stop : m_all.token(),
                    {Core::tr("certifying %1 under %2"), each->mechanism()->name, each->way.name()});
        part.report(0, {});
        if (!certify(*each, evenIfOverBudget, part)) {
          // It may have kept others from being searched for.
          more = more || (!each->leftOut.empty() && !each->forTime);
          continue;
        }
        best = std::min(best, each->design->objectiveError());
        designs.push_back(shown(*each));
        more = true;
      }
      if (more) m_search.run();
    }
    m_search.dropRest();
    sortDesigns(designs);
    return designs;
  }

  // The best of all and of each way, what keeps fewer rows than all better ones, and the next ones, as many as are
  // shown; the best first. Of those whose certificates take seconds, only what may be the best will be certified.
  std::vector<Candidate*> worthShowing(std::vector<Candidate*> order) {
    std::vector<Candidate*> worth;
    const auto same = [](const Candidate* one, const Candidate* other) {
      return one->mechanism() == other->mechanism() && one->rows == other->rows &&
             std::abs(one->error - other->error) <= kSame * other->error;
    };
    for (std::size_t i = 0; i < order.size();) {
      const auto before = order.begin() + static_cast<std::ptrdiff_t>(i);
      const bool again = std::any_of(order.begin(), before, [&](const Candidate* one) { return same(one, *before); });
      if (again) {
        (*before)->leftOut = Core::tr("the same as under another batching above");
        order.erase(before);
      } else {
        ++i;
      }
    }
    const auto add = [&](Candidate* each) {
      if (worth.size() < kMostShown && std::ranges::find(worth, each) == worth.end()) worth.push_back(each);
    };
    for (Candidate* each : order) {
      if (each->error <= kRunnerUp * order.front()->error) add(each);
    }
    for (const BatchingWay& way : m_request.ways) {
      const auto first = std::ranges::find(order, way.id(), [](const Candidate* each) { return each->way.id(); });
      if (first != order.end()) add(*first);
    }
    Index fewest = std::numeric_limits<Index>::max();
    for (Candidate* each : order) {
      if (each->rows < fewest && each->error <= kFrontMargin * order.front()->error) add(each);
      fewest = std::min(fewest, each->rows);
    }
    for (Candidate* each : order) {
      if (each->error <= kShownMargin * order.front()->error) add(each);
    }
    std::ranges::stable_sort(worth, {}, &Candidate::error);
    return worth;
  }

  // Certifies the scenario of the estimate, with its bands or buffers fixed.
  bool certify(Candidate& each, bool evenIfOverBudget, const RunControl& control) {
    Scenario own = each.scenario;
    if (own.searchesBands() && each.climbed.empty()) own.bands = each.bands;
    const Strategy& strategy = each.solution->strategy;
    if (strategy.kind().form == NoiseForm::Buffers) own.buffers = sizesOf(strategy).buffers;
    own.mostNoiseRows = m_request.job.mostNoiseRows;
    try {
      Solution solution = *each.solution;
      if (!solution.whole && !isRefined(each.scenario))
        solution = solveMechanism(own, each.bands, solution.coefficients, control.part(0, 0.3));
      DesignHelp help{.solution = &solution, .neighbour = neighbourOf(each.way)};
      const bool first = &each == m_search.estimated().front();
      help.climbed = each.climbed;
      help.toBeat = m_search.leastCertified();
      help.alone = each.narrower;
      const bool fewest = std::ranges::none_of(m_search.candidates(), [&](const Candidate& other) {
        return other.design && other.design->strategy.noiseRows() <= each.rows;
      });
      const double margin = each.narrower ? kCloseToNarrower : fewest ? kFrontMargin : kShownMargin;
      help.mostError = margin * help.toBeat;
      // At the end of the time the best keeps what was certified by then; others are dropped.
      if (first)
        help.secondsAfterStop = evenIfOverBudget ? kSecondsAfterStop : 0;
      else
        help.abandon = control.stop;
      each.design = noiseloom::design(own, control.part(0.3, 1), help);
      if (each.design)
        m_failure.add(each.design->certificate);
      else if (own.batching->ofStrategy())
        m_failure.add(SampledCertificate{.failureProbability = own.failureProbability});
      if (each.design && !each.climbed.empty()) {
        Design fixed = *each.design;
        fixed.scenario.bands = fixed.bands;
        each.design = std::make_shared<const Design>(std::move(fixed));
      }
      if (each.design && isCutShort(*each.design) && !evenIfOverBudget) each.design.reset();
      if (each.design && each.design->certificate && each.design->objectiveError() > help.mostError) {
        each.design.reset();
        each.leftOut = {Core::tr("certified, it would have over %1 % more error than the best"), percent(margin - 1)};
        return false;
      }
    } catch (const InvalidArgument& problem) {
      each.leftOut = problem.text();
      return false;
    }
    if (!each.design) {
      each.leftOut = Core::tr("did not end in time");
      each.forTime = true;
    }
    return each.design != nullptr;
  }

  std::shared_ptr<const Design> neighbourOf(const BatchingWay& way) {
    for (const Candidate& each : m_search.candidates()) {
      if (each.design && each.way.id() == way.id()) return each.design;
    }
    return nullptr;
  }

  RecommendedDesign shown(const Candidate& each) const {
    RecommendedDesign made{each.design, each.way};
    made.narrower = each.narrower;
    const bool stopped = each.design->optimizer.termination == Termination::Stopped;
    made.searched = searchedBandsNote(each.scenario, kMostSearchSeconds, stopped);
    made.stepSeconds = m_limits.stepSeconds(each.scenario, noiseShapeOf(each.design->strategy));
    return made;
  }

  void stateFailure(std::vector<RecommendedDesign>& designs) const {
    for (RecommendedDesign& each : designs) {
      Design stated = *each.design;
      m_failure.state(stated.certificate);
      each.design = std::make_shared<const Design>(std::move(stated));
    }
  }

  static void sortDesigns(std::vector<RecommendedDesign>& designs) {
    std::ranges::stable_sort(designs, {}, [](const RecommendedDesign& each) { return each.design->objectiveError(); });
  }

  // The fewest bands of the recommended kind that lose next to nothing. Estimates do not tell where certificates are
  // far above them, by draws of many steps most of all: there fewer bands lost 4 to 33 %.
  void addNarrower(Recommendation& result) {
    constexpr Index kMostDrawnSteps = 4096;
    const Design& best = *result.designs.front().design;
    const auto found = std::ranges::find(m_search.candidates(), result.designs.front().design, &Candidate::design);
    if (found == m_search.candidates().end() || !found->scenario.searchesBands() || found->bands <= 2) return;
    const Candidate& kind = *found;
    const bool far = kind.scenario.batching->ofStrategy() && kind.scenario.iterations > kMostDrawnSteps;
    if (far || best.objectiveError() > kCloseToNarrower * kind.error) return;
    const double most = (1 + kNarrowerLoss) * kind.error;
    Index fails = 0;
    Index fits = kind.bands;
    Candidate narrow{kind.way, kind.scenario};
    // Errors fall with the bands up to the best number. Of so many steps an estimate takes seconds.
    const Index share = kind.scenario.iterations > kQuickErrorSteps ? 2 : 16;
    while (fits - fails > std::max<Index>(1, fits / share) && !ended()) {
      const Index middle = fails + (fits - fails) / (fails == 0 ? 4 : 2) + (fits - fails < 4 ? 1 : 0);
      if (middle >= fits) break;
      Candidate fewer{kind.way, kind.scenario};
      m_search.estimateAt(fewer, middle);
      if (fewer.error <= most) {
        fits = middle;
        narrow = std::move(fewer);
      } else {
        fails = middle;
      }
    }
    if (!narrow.solution || !std::isfinite(narrow.error) || 2 * narrow.rows > kind.rows) return;
    narrow.narrower = true;
    if (!certify(narrow, false, quiet())) return;
    const double loss = narrow.design->objectiveError() / best.objectiveError() - 1;
    if (!(loss > 0 && loss <= kCloseToNarrower - 1)) return;
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
    // Compares estimates with estimates: a certified error is up to a percent larger.
    const Text loss = worseBy(each.error / m_search.leastError());
    each.leftOut = {Core::tr("%1, and no fewer noise rows"), loss};
    const auto better = [&](const RecommendedDesign& other) {
      return other.design->objectiveError() <= each.error && other.design->strategy.noiseRows() <= each.rows;
    };
    if (std::ranges::none_of(designs, better)) each.leftOut = loss;
  }

  // The least error that a look finds for another job, of the mechanisms that were looked at for this one under the
  // way of `best` and suit every job, or are recommended.
  double looked(const Scenario& job, const BatchingWay& way, const RecommendedDesign& best) {
    const JobLimits limits({job, {way}, {}, m_request.stepSeconds}, m_limits.rates());
    JobSearch other(limits, quiet(), m_all.token());
    for (const Candidate* each : comparable(best)) other.add(way, each->mechanism());
    const double least = other.look();
    m_facts.untried = m_facts.untried || ended();
    return least;
  }

  std::vector<const Candidate*> comparable(const RecommendedDesign& best) {
    std::vector<const Candidate*> found;
    for (const Candidate& each : m_search.candidates()) {
      const bool suits = each.mechanism() == best.design->mechanism || each.mechanism() == &standardMechanism() ||
                         each.mechanism() == standardMechanism().sketch;
      if (suits && each.way.id() == best.way.id() && std::isfinite(each.looked)) found.push_back(&each);
    }
    return found;
  }

  void findFacts(const RecommendedDesign& found) {
    RecommendationFacts& facts = m_facts;
    facts.bestBaseline = bestBaseline(m_request.job, {m_control.stop});
    // Compares looks with looks, since for other jobs no strategy is optimised together with its noise.
    double least = kInfinity;
    bool refined = false;
    for (const Candidate* each : comparable(found)) {
      least = std::min(least, each->looked);
      // The design's own scenario has its bands fixed.
      refined = refined || (each->mechanism() == found.design->mechanism && isRefined(each->scenario));
    }
    if (!refined) least = std::min(least, found.design->objectiveError());
    const Scenario& job = m_request.job;
    const std::vector<BatchingWay> all = allWays(job.epochs);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const BatchingWay& way = all[i];
      m_control.report(kCertifiedAt + (1 - kCertifiedAt) * static_cast<double>(i) / static_cast<double>(all.size()),
                       Core::tr("what another batching would gain"));
      // A job that samples from all the data can have one band only: what parts would gain may be worth stating.
      const auto same = [&](const BatchingWay& each) {
        return each.batching == way.batching && coverageOf(each.applied(job), 2).status != AssumptionStatus::Violated;
      };
      if (std::ranges::any_of(m_request.ways, same) || ended()) continue;
      if (const double error = looked(job, way, found); error < least)
        facts.otherWays.emplace_back(way, 1 - error / least);
    }
    std::ranges::stable_sort(facts.otherWays, std::greater(), &std::pair<BatchingWay, double>::second);
    if (job.deployment.memoryPerMachine && !ended()) {
      Scenario roomier = job;
      roomier.deployment.memoryPerMachine = std::min(2 * *job.deployment.memoryPerMachine, Index{1} << 53);
      if (const double error = looked(roomier, found.way, found); std::isfinite(error))
        facts.twiceTheMemory = 1 - error / least;
    }
    // Twice the learning rate would change the curvatures, which are multiplied by it.
    if (static_cast<double>(job.iterations) >= 2 * std::max(job.epochs, 1.0) && !ofCurvatures(job.objective) &&
        (job.workload.fixedIterations() == 0 || job.schedule.isFormula()) && !ended()) {
      facts.halfTheSteps = job.iterations / 2;
      if (const double error = looked(job.withIterations(job.iterations / 2), found.way, found); std::isfinite(error))
        facts.twiceTheBatch = 1 - error / least;
    }
  }

  RunControl m_control;
  double m_start;
  ProcessorBudget m_all;
  ProcessorBudget m_searching;
  JobLimits m_limits;
  const RecommendRequest& m_request;
  JobSearch m_search;
  RecommendationFacts m_facts;
  FailureOfAll m_failure;
};

}  // namespace

Recommendation recommend(const RecommendRequest& request, const RunControl& control) {
  if (request.seconds) checkPositive("seconds", *request.seconds);
  if (request.stepSeconds) checkPositive("step_seconds", *request.stepSeconds);
  checkInteger("iterations", request.job.iterations, 1, Batching::kMostIterations);
  infoOf(Field::Epochs).check(request.job);
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
