#include "core/participation_mixture/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/monte_carlo/sampled_certificate.h"
#include "core/participation_mixture/drawn_mixture.h"
#include "core/participation_mixture/equivalent_root.h"
#include "core/participation_mixture/fallback.h"

namespace noiseloom {
namespace {

// The fallback as it is.
SampledCertificate fallen(CertificateTimer timer, const Fallback& fallback) {
  timer.exact(fallback.value, fallback.method);
  timer.result().errorBound = fallback.errorBound;
  timer.result().stopped = fallback.stopped;
  return timer.result();
}

SampledCertificate stoppedAt(CertificateTimer timer, Fallback fallback, double errorBound) {
  fallback.stopped = true;
  fallback.errorBound = errorBound;
  return fallen(timer, fallback);
}

// The least x of the axis where the bounds of the weights of both directions are at most delta.
SampledCertificate byBounds(const DrawnMixture& drawn, NoiseUnknown unknown, const NoiseAxis& axis, double delta,
                            const Fallback& fallback, const RunControl& control, CertificateTimer timer) {
  double x = axis.least();
  for (const Direction direction : {Direction::Remove, Direction::Add})
    x = std::max(x, whereBoundIs(drawn.weights(), direction, axis, std::log(delta) - kCertificateRounding, control));
  if (control.stopRequested()) return stoppedAt(timer, fallback, fallback.errorBound);
  const double own = unknown == NoiseUnknown::Stddev ? axis.at(x).stddev : drawn.epsilonOf(x);
  const double value = own * (1 + kCertificateRounding);
  if (!(x < axis.most()) || !(value < fallback.value)) return fallen(timer, fallback);
  timer.exact(value, SampledMethod::MomentBound);
  timer.result().joined = drawn.joined();
  // Typical of such bounds: 5 to 60 times delta, which falls with the tenth power of the noise or faster.
  timer.result().errorBound = 0.3;
  return timer.result();
}

// What is asked of a mixture whose noise, or epsilon, is to be found.
struct Asked {
  const ParticipationMixture& mixture;
  NoiseUnknown unknown;
  NoisePoint most;
  double delta;
  const Fallback& fallback;
  const SampledOptions& options;
  const RunControl& control;
};

SampledCertificate smallestOf(const DrawnMixture& drawn, const Asked& asked, CertificateTimer timer) {
  const auto& [mixture, unknown, most, delta, fallback, options, control] = asked;
  if (drawn.stopped()) return stoppedAt(timer, fallback, 1);
  const NoisePoint own{most.stddev, drawn.epsilon(most.epsilon)};
  if (own.epsilon < 0) return fallen(timer, fallback);
  const NoiseAxis axis(unknown, own);
  const double ownDelta = drawn.delta(delta);
  if (!ParticipationMixture::isDrawn(drawn.weights().columns().steps, most.epsilon))
    return byBounds(drawn, unknown, axis, ownDelta, fallback, control, timer);
  std::optional<RootStart> start;
  if (unknown == NoiseUnknown::Stddev) {
    start = RootStart{
        std::log(certificateStart(mixture, drawn, most.epsilon, delta, options, control.quiet())),
        [&asked] { return equivalentSlope(asked.mixture, asked.most.epsilon, asked.delta, asked.control.quiet()); }};
  }
  SampledCertificate result =
      smallestCertified(drawn.weights(), unknown, own, ownDelta, options, control, timer, start);
  result.joined = drawn.joined();
  if (unknown == NoiseUnknown::Epsilon) result.value = std::min(drawn.epsilonOf(result.value), most.epsilon);
  if (result.method != SampledMethod::Unamplified) return result;
  const bool stopped = result.stopped;
  result.joined = 1;
  result.method = fallback.method;
  result.errorBound = stopped ? 1 : fallback.errorBound;
  return result;
}

// Joined steps meet too often where columns are steep and examples rarely meet but at one and the same step: if their
// draws leave more than this, those of all steps are tried as well, and the lesser value counts.
constexpr double kMostLeft = 0.03;

// Where steps can be joined, either attempt may err with half the failure probability.
template <class Certify>
SampledCertificate ofJoinedOrOwn(const ParticipationMixture& mixture, const SampledOptions& options,
                                 const RunControl& control, Certify certify) {
  SampledOptions half = options;
  if (mixture.joinable()) half.failureProbability /= 2;
  SampledCertificate result = certify(DrawnMixture(mixture, control), half);
  // Beyond what is of use nothing is known of the joined steps; all of them are tried only where these are.
  const bool cut = result.value > options.mostOfUse;
  if (mixture.joinable() && !cut && !(result.joined > 1 && result.errorBound <= kMostLeft) && !result.stopped) {
    const Index samples = result.samples;
    const double tried = result.triedProbability;
    half.mostOfUse = std::min(half.mostOfUse, result.value);
    if (const auto own = DrawnMixture::ofOwn(mixture, control)) {
      const SampledCertificate other = certify(*own, half);
      if (other.value < result.value) result = other;
      if (other.stopped) result.stopped = true;
      result.samples = samples + other.samples;
      result.triedProbability = tried + other.triedProbability;
    } else if (control.stopRequested()) {
      result.stopped = true;
      result.errorBound = 1;
    }
  }
  if (result.failureProbability > 0) result.failureProbability = options.failureProbability;
  return result;
}

SampledCertificate smallest(const Asked& asked, CertificateTimer timer) {
  const ParticipationMixture& mixture = asked.mixture;
  const Fallback& fallback = asked.fallback;
  // Stopped, nobody has looked at what the groups hide.
  if (mixture.stopped() && !fallback.exact) return stoppedAt(timer, fallback, 1);
  if (fallback.exact || fallback.stopped || !mixture.isMixed()) return fallen(timer, fallback);
  return ofJoinedOrOwn(
      mixture, asked.options, asked.control, [&](const DrawnMixture& drawn, const SampledOptions& options) {
        return smallestOf(drawn, {mixture, asked.unknown, asked.most, asked.delta, fallback, options, asked.control},
                          timer);
      });
}

SampledCertificate deltaOf(const DrawnMixture& drawn, const NoisePoint& point, const Fallback& fallback,
                           const SampledOptions& options, const RunControl& control, CertificateTimer timer) {
  if (drawn.stopped()) return stoppedAt(timer, fallback, 1);
  const NoisePoint own{point.stddev, std::max(0.0, drawn.epsilon(point.epsilon))};
  if (!ParticipationMixture::isDrawn(drawn.weights().columns().steps, point.epsilon)) {
    double logBound = -std::numeric_limits<double>::infinity();
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      logBound = std::max(logBound, std::min(drawn.weights().boundedTilt(direction, own.stddev, own.epsilon).logBound,
                                             drawn.weights().logDeltaBound(direction, own.stddev, own.epsilon)));
    }
    const double bound = std::max(drawn.deltaOf(std::exp(logBound), point.epsilon) * (1 + kCertificateRounding),
                                  std::numeric_limits<double>::min());
    if (!(bound < fallback.value)) return fallen(timer, fallback);
    timer.exact(bound, SampledMethod::MomentBound);
    timer.result().joined = drawn.joined();
    timer.result().errorBound = 1;
    return timer.result();
  }
  SampledCertificate result = certifiedDelta(drawn.weights(), own, fallback.value, options, control, timer);
  if (result.method != SampledMethod::Unamplified) {
    result.value = std::min(drawn.deltaOf(result.value, point.epsilon), fallback.value);
    result.joined = drawn.joined();
    return result;
  }
  result.method = fallback.method;
  if (!result.stopped) result.errorBound = fallback.errorBound;
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
  return smallest({mixture, NoiseUnknown::Stddev, {fallback.value, epsilon}, delta, fallback, options, control}, timer);
}

SampledCertificate certifiedEpsilon(const ParticipationMixture& mixture, double stddev, double delta,
                                    const SampledOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const CertificateTimer timer;
  Fallback fallback = fallbackEpsilon(mixture, stddev, delta, control);
  if (!(fallback.value > 0)) fallback.exact = true;
  return smallest({mixture, NoiseUnknown::Epsilon, {stddev, fallback.value}, delta, fallback, options, control}, timer);
}

SampledCertificate certifiedDelta(const ParticipationMixture& mixture, double stddev, double epsilon,
                                  const SampledOptions& options, const RunControl& control) {
  checkPositive("stddev", stddev);
  checkNonNegative("epsilon", epsilon);
  checkOptions(options);
  CertificateTimer timer;
  const Fallback fallback = fallbackDelta(mixture, stddev, epsilon, control);
  if (fallback.exact || fallback.stopped || !mixture.isMixed()) return fallen(timer, fallback);
  return ofJoinedOrOwn(mixture, options, control, [&](const DrawnMixture& drawn, const SampledOptions& each) {
    return deltaOf(drawn, {stddev, epsilon}, fallback, each, control, timer);
  });
}

}  // namespace noiseloom
