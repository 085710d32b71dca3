#include "core/recommend/recommendation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/infinity.h"
#include "core/base/processor_time.h"
#include "core/mechanism/list.h"
#include "core/recommend/recommendation_text.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/job_designer.h"

namespace noiseloom {
namespace {

// Where the certificates end, of the progress: what one more freedom would gain comes last.
constexpr double kCertifiedAt = 0.85;

// Progress that stays where it is while an earlier part of the work goes on.
RunControl rising(RunControl control) {
  if (!control.onProgress) return control;
  control.onProgress = [outer = control.onProgress, reached = std::make_shared<double>(0)](const Progress& now) {
    *reached = std::max(*reached, now.fraction);
    outer({*reached, now.stage});
  };
  return control;
}

RecommendRequest complete(RecommendRequest request) {
  if (request.ways.empty()) request.ways = allWays(request.job.epochs);
  request.job.buffers.reset();
  return request;
}

class Recommender {
 public:
  Recommender(const RecommendRequest& request, const RunControl& control)
      : m_control(rising(control)),
        m_start(processorSeconds()),
        m_request(complete(request)),
        m_designer(m_request, measuredNoiseRates(m_request.job.deployment.numberType, {control.stop}),
                   m_control.part(0, kCertifiedAt)) {}

  Recommendation run() {
    m_designer.run(true);
    Recommendation result;
    result.unit = m_request.unit;
    for (const Candidate* each : m_designer.certified()) result.designs.push_back(shown(*each));
    for (const Candidate& each : m_designer.candidates()) {
      if (each.apartSeconds > 0) m_facts.apart.push_back({each.mechanism(), each.way, each.apartSeconds});
      if (!each.design) result.leftOut.push_back({each.mechanism(), each.way, each.leftOut, each.forTime});
    }
    result.stopped = m_control.stopRequested();
    if (!result.designs.empty()) {
      findFacts(result.designs.front());
      result.facts = m_facts;
      result.sentences = recommendationSentences(result, m_request.job);
    }
    result.seconds = processorSeconds() - m_start;
    return result;
  }

 private:
  bool ended() const { return m_designer.outOfTime().stop_requested(); }

  RecommendedDesign shown(const Candidate& each) const {
    const Design& design = *each.design;
    RecommendedDesign made{each.design, each.way};
    made.narrower = each.narrower;
    made.searched = searchedNote(each);
    made.stepSeconds = m_designer.limits().stepSeconds(each.scenario, noiseShapeOf(design.strategy));
    made.error = ErrorScale(m_request.unit, design.scenario, m_control.quiet())
                     .in(design.scenario.objective, design.objectiveError());
    return made;
  }

  // The least error that a look finds for another job, of the mechanisms that were looked at for this one under the
  // way of `best` and suit every job, or are recommended.
  double looked(const Scenario& job, const BatchingWay& way, const RecommendedDesign& best) {
    const JobLimits limits({job, {way}, {}, m_request.stepSeconds}, m_designer.limits().rates());
    JobSearch other(limits, {m_designer.outOfTime(), {}}, m_designer.outOfTime());
    for (const Candidate* each : comparable(best)) other.add(way, each->mechanism());
    const double least = other.look();
    m_facts.untried = m_facts.untried || ended();
    return least;
  }

  std::vector<const Candidate*> comparable(const RecommendedDesign& best) {
    std::vector<const Candidate*> found;
    for (const Candidate& each : m_designer.candidates()) {
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
  RecommendRequest m_request;
  JobDesigner m_designer;
  RecommendationFacts m_facts;
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
