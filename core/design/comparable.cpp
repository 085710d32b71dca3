#include "core/design/comparable.h"

#include <algorithm>

#include "core/design/designer.h"

namespace noiseloom {
namespace {

// Beyond what the accounting assumes, a job that does something else makes another promise, or none.
bool sameBatches(const Scenario& left, const Scenario& right) {
  return left.batching == right.batching && left.jobBatching == right.jobBatching;
}

}  // namespace

bool sameWorkload(const Workload& left, const Workload& right) {
  const auto a = left.eta();
  const auto b = right.eta();
  return left.alpha() == right.alpha() && left.beta() == right.beta() && a.size() == b.size() &&
         (a.data() == b.data() || std::ranges::equal(a, b));
}

std::string_view toString(ClaimPart part) {
  switch (part) {
    case ClaimPart::Epsilon: return "epsilon";
    case ClaimPart::Delta: return "delta";
    case ClaimPart::Unit: return "unit";
    case ClaimPart::Adjacency: return "adjacency";
    case ClaimPart::Batching: return "batching";
    case ClaimPart::MinSeparation: return "min_separation";
    case ClaimPart::Tau: return "tau";
    case ClaimPart::Iterations: return "iterations";
    case ClaimPart::Participations: return "epochs";
    case ClaimPart::ClipNorm: return "clip_norm";
    case ClaimPart::Workload: return "workload";
    case ClaimPart::Objective: return "objective";
  }
  return "";
}

std::vector<ClaimPart> claimDifferences(const Scenario& left, const Scenario& right) {
  std::vector<ClaimPart> parts;
  const auto compare = [&parts](ClaimPart part, bool same) {
    if (!same) parts.push_back(part);
  };
  const bool bothSeparated = left.batching == Batching::MinSeparation && right.batching == Batching::MinSeparation;
  const bool bothBinned = left.batching == Batching::BallsInBins && right.batching == Batching::BallsInBins;
  compare(ClaimPart::Epsilon, left.epsilon == right.epsilon);
  compare(ClaimPart::Delta, left.delta == right.delta);
  compare(ClaimPart::Unit, left.unit == right.unit);
  compare(ClaimPart::Adjacency, left.adjacency == right.adjacency);
  compare(ClaimPart::Batching, sameBatches(left, right));
  compare(ClaimPart::MinSeparation, !bothSeparated || left.effectiveMinSeparation() == right.effectiveMinSeparation());
  compare(ClaimPart::Tau,
          !bothBinned || (left.tau == right.tau && left.failureProbability == right.failureProbability));
  compare(ClaimPart::Iterations, left.iterations == right.iterations);
  compare(ClaimPart::Participations, left.effectiveParticipations() == right.effectiveParticipations());
  compare(ClaimPart::ClipNorm, left.clipNorm == right.clipNorm);
  compare(ClaimPart::Workload, sameWorkload(left.workload, right.workload));
  compare(ClaimPart::Objective, left.objective == right.objective);
  return parts;
}

Scenario underClaimOf(const Scenario& claim, Scenario scenario) {
  // What a mechanism owns is put into the claim, and not the other way round: a member that is new to Scenario then
  // belongs to the claim until someone says otherwise.
  Scenario result = claim;
  result.mechanism = scenario.mechanism;
  result.bands = scenario.bands;
  result.buffers = scenario.buffers;
  result.treeDecoder = scenario.treeDecoder;
  result.robustFrom = scenario.robustFrom;
  result.stamps = scenario.stamps;
  result.columnNormalize = scenario.columnNormalize;
  result.mostNoiseRows = scenario.mostNoiseRows;
  result.mostSeconds = scenario.mostSeconds;
  result.deployment = scenario.deployment;
  return result;
}

bool strategySurvives(const Design& design, const Scenario& claim) {
  const Scenario& own = design.scenario;
  // Under balls-in-bins the strategy is optimised together with its noise.
  if (own.batching != claim.batching || own.batching == Batching::BallsInBins) return false;
  const Participation before = own.participation();
  const Participation after = claim.participation();
  return own.iterations == claim.iterations && before.schema == after.schema &&
         before.participations == after.participations && before.separation == after.separation &&
         sameWorkload(own.workload, claim.workload) && own.objective == claim.objective;
}

std::shared_ptr<const Design> recalibrated(const Design& design, const Scenario& claim, const RunControl& control) {
  Scenario scenario = underClaimOf(claim, design.scenario);
  // The same family and size, also where the best of several was asked for.
  scenario.mechanism = design.mechanism;
  if (scenario.usesBands()) scenario.bands = design.bands;
  if (const auto* blt = design.strategy.as<BltStrategy>()) scenario.buffers = blt->buffers();
  if (design.mechanism == MechanismKind::Stamped) scenario.stamps = design.scenario.effectiveStamps();
  if (!strategySurvives(design, claim)) {
    auto solved = noiseloom::design(scenario, control);
    return solved && control.stopRequested() ? nullptr : solved;
  }
  const auto evaluated = evaluate(scenario, design.strategy, control);
  if (!evaluated) return nullptr;
  // The strategy is the one that was optimised before, in the time that this took.
  auto result = std::make_shared<Design>(*evaluated);
  result->optimizer = design.optimizer;
  result->seconds.optimize = design.seconds.optimize;
  result->seconds.total += design.seconds.optimize;
  return result;
}

}  // namespace noiseloom
