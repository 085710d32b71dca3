#include "core/claim/post_hoc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/claim/assumptions.h"

namespace noiseloom {
namespace {

// The unamplified batching with that participation.
const Batching* batchingOf(const Participation& participation) {
  const auto same = [&](const Batching* batching) {
    return !batching->amplified() && batching->participation({}).schema == participation.schema;
  };
  return *std::ranges::find_if(allBatchings(), same);
}

Text participationText(const Participation& participation) {
  const Index k = participation.participations;
  const Index s = participation.separation;
  switch (participation.schema) {
    case Participation::Schema::Single: return Core::tr("at most once");
    case Participation::Schema::FixedEpochOrder:
      return k == 1 ? Text(Core::tr("at most 1 time, exactly every %1 steps"), s)
                    : Text(Core::tr("at most %1 times, exactly every %2 steps"), k, s);
    case Participation::Schema::OnceEachEpoch:
      return k == 1 ? Text(Core::tr("at most once in 1 epoch of %1 steps"), s)
                    : Text(Core::tr("at most once in each of %1 epochs of %2 steps"), k, s);
    case Participation::Schema::MinSeparation:
      return k == 1 ? Text(Core::tr("at most 1 time, at least %1 steps apart"), s)
                    : Text(Core::tr("at most %1 times, at least %2 steps apart"), k, s);
  }
  return {};
}

void check(const Design& design, const Participation& participation) {
  const Scenario& built = design.scenario;
  checkPositive("stddev", design.stddev);
  checkPositive("clip_norm", built.clipNorm);
  checkInteger("participations", participation.participations, 1, built.iterations, Core::tr("the iterations"));
  checkInteger("separation", participation.separation, 1, built.iterations, Core::tr("the iterations"));
}

}  // namespace

PostHocClaim claimAt(const Design& design, const Participation& participation, const RunControl& control) {
  check(design, participation);
  const Scenario& built = design.scenario;
  PostHocClaim result;
  result.sensitivity = sensitivityOf(design.strategy, participation, control);
  result.epsilon.value = std::numeric_limits<double>::infinity();
  result.delta.value = 1;
  if (control.stopRequested()) {
    result.epsilon.stopped = result.delta.stopped = true;
    return result;
  }
  const auto examples = static_cast<double>(built.examplesOfMember());
  result.noiseMultiplier = design.stddev / (built.clipNorm * result.sensitivity.value);
  const PoissonSteps gaussian(1, 1, built.adjacency);  // one step with q = 1 is the Gaussian mechanism
  result.epsilon = gaussian.certifiedEpsilon(result.noiseMultiplier / examples, built.delta, control);
  result.delta = gaussian.certifiedDelta(result.noiseMultiplier / examples, built.epsilon, control);
  Design used = design;
  used.scenario.batching = batchingOf(participation);
  used.scenario.jobBatching = &standardJobBatching();
  used.scenario.epochs = static_cast<double>(participation.participations);
  used.scenario.lastBatch = LastBatch::Smaller;
  used.scenario.minSeparation = participation.separation;
  used.scenario.epsilon = result.epsilon.value;
  used.sensitivity = result.sensitivity;
  used.noiseMultiplier = {.value = result.noiseMultiplier, .errorBound = result.epsilon.errorBound};
  used.certificate.reset();
  result.claim = claimOf(used);
  for (Assumption& assumption : result.claim.assumptions) {
    if (assumption.name == "batching") {
      assumption.text = {Core::tr("%1 took part %2."), everyMember(built.contributor()),
                         participationText(participation)};
    }
  }
  if (built.epsilon != result.epsilon.value) {
    result.claim.profile.emplace_back(built.epsilon, result.delta.value);
    std::sort(result.claim.profile.begin(), result.claim.profile.end());
  }
  result.claim.howToVerify =
      Core::tr("noiseloom-cli claim FILE with the same separation and participations computes it again");
  return result;
}

std::vector<Index> observedSeparations(const Design& design, int count) {
  const Scenario& built = design.scenario;
  const Index own = built.effectiveMinSeparation();
  const Index most = std::clamp<Index>(2 * own, 1, built.iterations);
  std::vector<Index> found{1, most, std::clamp<Index>(own, 1, most)};
  for (const std::optional<Index> marked : {std::optional(design.bands), built.robustFrom}) {
    if (marked && *marked >= 1 && *marked <= most) found.push_back(*marked);
  }
  for (int i = 1; i < count; ++i)
    found.push_back(std::llround(std::pow(static_cast<double>(most), static_cast<double>(i) / count)));
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void epsilonAgainstSeparation(const Design& design, Index participations, const std::vector<Index>& separations,
                              const std::function<void(const SeparationPoint&)>& onPoint, const RunControl& control) {
  const Scenario& built = design.scenario;
  for (const Index separation : separations) {
    const Participation participation = Participation::minSeparation(participations, separation);
    check(design, participation);
    SeparationPoint point{separation, sensitivityOf(design.strategy, participation, control), {}};
    if (control.stopRequested()) return;
    const double sigma =
        design.stddev / (built.clipNorm * point.sensitivity.value * static_cast<double>(built.examplesOfMember()));
    point.epsilon = PoissonSteps(1, 1, built.adjacency).certifiedEpsilon(sigma, built.delta, control.quiet());
    if (control.stopRequested()) return;
    onPoint(point);
  }
}

}  // namespace noiseloom
