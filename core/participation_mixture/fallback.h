#pragma once

#include <memory>

#include "core/participation_mixture/certificate.h"
#include "core/participation_mixture/drawn_mixture.h"
#include "core/participation_mixture/sampling/participation_law.h"

namespace noiseloom {

std::unique_ptr<const ParticipationLaw> lawOf(const ParticipationMixture& mixture);

/// The noise that accountants without draws certify: the composition of subsampled Gaussians where the groups
/// may be known, or one Gaussian mechanism of as many participations as there may be.
struct Fallback {
  double value = 0;
  double errorBound = 1;
  SampledMethod method = SampledMethod::Unamplified;
  bool exact = false;  ///< but for the error bound: nothing else is worth a try
  bool stopped = false;
};
Fallback fallbackNoise(const ParticipationMixture& mixture, double epsilon, double delta, const RunControl& control);
Fallback fallbackEpsilon(const ParticipationMixture& mixture, double stddev, double delta, const RunControl& control);
Fallback fallbackDelta(const ParticipationMixture& mixture, double stddev, double epsilon, const RunControl& control);
/// In a fraction of a millisecond, uncertified. `exact` as above.
Fallback approximateFallbackNoise(const ParticipationMixture& mixture, double epsilon, double delta);

/// Where a certificate of the noise begins: an estimate, or where draws say nothing what their bounds can show.
double certificateStart(const ParticipationMixture& mixture, const DrawnMixture& drawn, double epsilon, double delta,
                        const SampledOptions& options, const RunControl& control);

}  // namespace noiseloom
