#include "core/batching/parts/mixture_accounting.h"

#include <algorithm>
#include <variant>

#include "core/batching/mixture_law.h"
#include "core/batching/parts/sampled_accounting.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/scenario/mechanism.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

Text because(SampledMethod method, const Text& why) {
  Phrase what = Core::tr("the sampling is not credited, as that of cyclic Poisson would be: %1");
  if (method == SampledMethod::Composition) what = Core::tr("groups are taken for known: %1");
  if (method == SampledMethod::MomentBound) what = Core::tr("a bound of moments stands in for draws: %1");
  return {what, why};
}

Text tooMany(const Scenario& scenario, Index bands) {
  return {Core::tr("%1 steps with %2 bands are more than are mixed over, whose product is at most %3"),
          scenario.iterations, bands, ParticipationMixture::kMostPairNumbers};
}

Text drawsEnd() {
  return {Core::tr("draws end at %1 steps and epsilon %2"), ParticipationMixture::kMostDrawnSteps,
          ParticipationMixture::kMostDrawnEpsilon};
}

// Steps are joined under an optimised Toeplitz strategy, whose last coefficients are 0 for that.
bool joins(const Scenario& scenario, Index bands) {
  const auto law = mixtureLaw(scenario, bands);
  return law && scenario.mechanism->optimisedJointly && joinedTail(scenario.iterations, *law) > 0;
}

bool isMixed(const Scenario& scenario, Index bands) {
  return joins(scenario, bands) || ParticipationMixture::isMixed(scenario.iterations, bands, bands);
}

bool isDrawn(const Scenario& scenario, Index bands) {
  const bool joined = joins(scenario, bands);
  const Index steps = joined ? partsOf(scenario.iterations, *mixtureLaw(scenario, bands)) : scenario.iterations;
  return ParticipationMixture::isDrawn(steps, scenario.epsilon);
}

// What took the place of draws of patterns, and why. The last rungs of their ladder need no draw.
Text insteadOf(const Accounted& figures) {
  const Scenario& scenario = figures.scenario;
  const auto& certificate = figures.certificate;
  if (!certificate) return mixtureStandIn(scenario, figures.bands);
  const SampledMethod method = certificate->method;
  const bool fallen = method == SampledMethod::Composition || method == SampledMethod::Unamplified;
  if (figures.bands == 1 || (!fallen && method != SampledMethod::MomentBound)) return {};
  if (!isMixed(scenario, figures.bands)) return because(method, tooMany(scenario, figures.bands));
  const bool drawn = isDrawn(scenario, figures.bands);
  if (fallen) {
    return because(method, drawn ? Text(Core::tr("draws certified no less noise, or were stopped"))
                                 : Text(Core::tr("a bound of moments certifies no less noise, and %1"), drawsEnd()));
  }
  return drawn ? Text() : because(method, drawsEnd());
}

}  // namespace

std::unique_ptr<Accounting> mixtureAccounting(const Scenario& scenario, const Strategy& strategy,
                                              const Sensitivity& sensitivity, const ParticipationMixture::Law& law,
                                              const RunControl& control) {
  // Stopped, it knows the fallback only, which needs nothing of the columns.
  return std::make_unique<SampledAccounting<ParticipationMixture>>(
      scenario, strategy.bands(), ParticipationMixture(strategy, law, control), sensitivity.value);
}

BatchLaw mixtureBatchLaw(const Scenario& scenario, Index) {
  return {scenario.iterations, largerSize(scenario), scenario.samplingRate()};
}

Text mixtureStandIn(const Scenario& scenario, Index bands) {
  if (bands == 1) return {};  // Poisson sampling, composed exactly
  const auto law = mixtureLaw(scenario, bands);
  const bool groups = law && std::holds_alternative<RandomGroups>(*law);
  if (!isMixed(scenario, bands))
    return because(groups ? SampledMethod::Composition : SampledMethod::Unamplified, tooMany(scenario, bands));
  if (!isDrawn(scenario, bands)) return because(SampledMethod::MomentBound, drawsEnd());
  return {};
}

Accountant mixtureAccountant(const Accounted& figures, std::string_view name, Phrase sampler,
                             const Sampling& sampling) {
  Accountant made;
  made.name = name;
  made.sampling = sampling;
  const auto& certificate = figures.certificate;
  made.instead = insteadOf(figures);
  switch (certificate ? certificate->method : SampledMethod::Unamplified) {
    case SampledMethod::Composition:
      made.shortName = Core::tr("PLD");
      made.method = {Core::tr("privacy loss distribution of the composition of Poisson-subsampled Gaussian mechanisms "
                              "that bounds %1, the worse of both directions, pessimistic, nothing sampled"),
                     sampler};
      break;
    case SampledMethod::MomentBound:
    case SampledMethod::Deterministic:
      made.shortName = Core::tr("moment bound");
      made.method = {
          Core::tr("Chernoff's bound of the privacy loss of %1 from bounds of its moments, the worse of both "
                   "directions, nothing sampled"),
          sampler};
      break;
    case SampledMethod::Unamplified:
      made.shortName = Core::tr("analytic Gaussian");
      made.method = {Core::tr("one Gaussian mechanism of as many participations as %1 may lead to"), sampler};
      break;
    case SampledMethod::MonteCarlo:
      made.shortName = Core::tr("Monte Carlo certificate");
      made.method = {
          Core::tr("importance sampling of the privacy loss of %1, %2 samples, the worse of both directions: an upper "
                   "confidence bound that fails with probability at most %3 over the draw of the samples (and so does "
                   "each other figure of the profile); the samples are those of a fixed public stream, so that anyone "
                   "gets the same figure"),
          sampler, certificate->samples, certificate->failureProbability};
      made.failureProbability = certificate->failureProbability;
      made.tau = figures.scenario.tau;
      made.samples = certificate->samples;
      break;
  }
  if (certificate && certificate->joined > 1) {
    made.method = {Core::tr("%1; %2 neighbouring steps are taken for one, which loses no less privacy"), made.method,
                   certificate->joined};
  }
  made.method = withStandIn(made.method, made.instead);
  return made;
}

}  // namespace noiseloom
