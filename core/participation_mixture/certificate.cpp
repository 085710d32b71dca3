#include "core/participation_mixture/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/monte_carlo/sampled_certificate.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {
namespace {

// The fallback as it is.
SampledCertificate fallen(CertificateTimer timer, const Fallback& fallback) {
  timer.exact(fallback.value, fallback.method);
  timer.result().errorBound = fallback.errorBound;
  timer.result().stopped = fallback.stopped;
  return timer.result();
}

// The least x of the axis where the bounds of the weights of both directions are at most delta.
SampledCertificate byBounds(const MixtureWeights& weights, NoiseUnknown unknown, const NoiseAxis& axis, double delta,
                            const Fallback& fallback, const RunControl& control, CertificateTimer timer) {
  double x = axis.least();
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    x = std::max(x, whereBoundIs(weights, direction, axis, std::log(delta) - kCertificateRounding, control));
  }
  if (control.stopRequested()) {
    Fallback stopped = fallback;
    stopped.stopped = true;
    return fallen(timer, stopped);
  }
  const double value = (unknown == NoiseUnknown::Stddev ? axis.at(x).stddev : x) * (1 + kCertificateRounding);
  if (!(x < axis.most()) || !(value < fallback.value)) return fallen(timer, fallback);
  timer.exact(value, SampledMethod::MomentBound);
  // Typical of such bounds: 5 to 60 times delta, which falls with the tenth power of the noise or faster.
  timer.result().errorBound = 0.3;
  return timer.result();
}

SampledCertificate smallest(const ParticipationMixture& mixture, NoiseUnknown unknown, const NoisePoint& most,
                            double delta, const Fallback& fallback, const SampledOptions& options,
                            const RunControl& control, CertificateTimer timer) {
  if (mixture.stopped() && !fallback.exact) {
    Fallback stopped = fallback;
    stopped.stopped = true;
    stopped.errorBound = 1;  // nobody has looked at what the groups hide
    return fallen(timer, stopped);
  }
  if (fallback.exact || fallback.stopped || mixture.columns().empty()) return fallen(timer, fallback);
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law, control);
  const NoiseAxis axis(unknown, most);
  if (!ParticipationMixture::isDrawn(mixture.steps(), most.epsilon))
    return byBounds(weights, unknown, axis, delta, fallback, control, timer);
  std::optional<double> start;
  if (unknown == NoiseUnknown::Stddev) {
    start = std::log(certificateStart(mixture, most.epsilon, delta, options, control.quiet()));
  }
  SampledCertificate result = smallestCertified(weights, unknown, most, delta, options, control, timer, start);
  if (result.method != SampledMethod::Unamplified) return result;
  const bool stopped = result.stopped;
  result.method = fallback.method;
  result.errorBound = stopped ? 1 : fallback.errorBound;
  return result;
}

}  // namespace

SampledCertificate noiseWithoutDraws(const ParticipationMixture& mixture, double epsilon, double delta,
                                     const RunControl& control) {
  return fallen(CertificateTimer(), fallbackNoise(mixture, epsilon, delta, control));
}

SampledCertificate certifiedNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                  const SampledOptions& options, const RunControl& control) {
  checkNonNegative("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const CertificateTimer timer;
  const Fallback fallback = fallbackNoise(mixture, epsilon, delta, control);
  return smallest(mixture, NoiseUnknown::Stddev, {fallback.value, epsilon}, delta, fallback, options, control, timer);
}

SampledCertificate certifiedEpsilon(const ParticipationMixture& mixture, double stddev, double delta,
                                    const SampledOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const CertificateTimer timer;
  Fallback fallback = fallbackEpsilon(mixture, stddev, delta, control);
  if (!(fallback.value > 0)) fallback.exact = true;
  return smallest(mixture, NoiseUnknown::Epsilon, {stddev, fallback.value}, delta, fallback, options, control, timer);
}

SampledCertificate certifiedDelta(const ParticipationMixture& mixture, double stddev, double epsilon,
                                  const SampledOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkNonNegative("epsilon", epsilon);
  checkOptions(options);
  CertificateTimer timer;
  const Fallback fallback = fallbackDelta(mixture, stddev, epsilon, control);
  if (fallback.exact || fallback.stopped || mixture.columns().empty()) return fallen(timer, fallback);
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law, control);
  if (!ParticipationMixture::isDrawn(mixture.steps(), epsilon)) {
    double logBound = -std::numeric_limits<double>::infinity();
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      logBound = std::max(logBound, std::min(weights.boundedTilt(direction, stddev, epsilon).logBound,
                                             weights.logDeltaBound(direction, stddev, epsilon)));
    }
    const double bound = std::max(std::exp(logBound) * (1 + kCertificateRounding), std::numeric_limits<double>::min());
    if (!(bound < fallback.value)) return fallen(timer, fallback);
    timer.exact(bound, SampledMethod::MomentBound);
    timer.result().errorBound = 1;
    return timer.result();
  }
  SampledCertificate result = certifiedDelta(weights, {stddev, epsilon}, fallback.value, options, control, timer);
  if (result.method != SampledMethod::Unamplified) return result;
  result.method = fallback.method;
  if (!result.stopped) result.errorBound = fallback.errorBound;
  return result;
}

}  // namespace noiseloom
