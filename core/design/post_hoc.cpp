#include "core/design/post_hoc.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/check.h"

namespace noiseloom {
namespace {

Batching batchingOf(const Participation& participation) {
  switch (participation.schema) {
    case Participation::Schema::FixedEpochOrder: return Batching::FixedEpoch;
    case Participation::Schema::MinSeparation: return Batching::MinSeparation;
    case Participation::Schema::Single: break;
  }
  return Batching::Single;
}

std::string participationText(const Participation& participation) {
  if (participation.schema == Participation::Schema::Single) return "at most once";
  const bool exactly = participation.schema == Participation::Schema::FixedEpochOrder;
  return "at most " + std::to_string(participation.participations) +
         (participation.participations == 1 ? " time" : " times") + (exactly ? ", exactly every " : ", at least ") +
         std::to_string(participation.separation) + " steps" + (exactly ? "" : " apart");
}

}  // namespace

PostHocClaim claimAt(const Design& design, const Participation& participation, const RunControl& control) {
  const Scenario& built = design.scenario;
  checkPositive("stddev", design.stddev);
  checkPositive("clip_norm", built.clipNorm);
  checkInteger("participations", participation.participations, 1, built.iterations, "the iterations");
  checkInteger("separation", participation.separation, 1, built.iterations, "the iterations");

  PostHocClaim result;
  result.sensitivity = sensitivityOf(design.strategy, participation, control);
  result.epsilon.value = std::numeric_limits<double>::infinity();
  result.delta.value = 1;
  if (control.stopRequested()) {
    result.epsilon.stopped = result.delta.stopped = true;
    return result;
  }
  result.noiseMultiplier = design.stddev / (built.clipNorm * result.sensitivity.value);
  result.epsilon = epsilonFor(result.noiseMultiplier, built.delta, 1, 1, control, built.adjacency);
  result.delta = deltaFor(result.noiseMultiplier, built.epsilon, 1, 1, control, built.adjacency);

  Design used = design;
  used.scenario.batching = batchingOf(participation);
  used.scenario.jobBatching = JobBatching::AsAccounted;
  used.scenario.epochs = participation.participations;
  used.scenario.minSeparation = participation.separation;
  used.scenario.epsilon = result.epsilon.value;
  used.sensitivity = result.sensitivity;
  used.noiseMultiplier = {.value = result.noiseMultiplier, .errorBound = result.epsilon.errorBound};
  used.ballsInBins.reset();
  result.claim = claimOf(used);
  for (Assumption& assumption : result.claim.assumptions) {
    if (assumption.name == "batching") {
      assumption.text =
          "Every " + std::string(toString(built.unit)) + " took part " + participationText(participation) + ".";
    }
  }
  if (built.epsilon != result.epsilon.value) {
    result.claim.profile.emplace_back(built.epsilon, result.delta.value);
    std::sort(result.claim.profile.begin(), result.claim.profile.end());
  }
  result.claim.howToVerify = "noiseloom-cli claim FILE with the same separation and participations computes it again";
  return result;
}

}  // namespace noiseloom
