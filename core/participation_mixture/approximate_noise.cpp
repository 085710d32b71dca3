#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/calibration.h"
#include "core/accounting/secant_search.h"
#include "core/base/check.h"
#include "core/monte_carlo/direction_search.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kPurpose = 2048;  // and on
constexpr std::uint32_t kMostStages = 6;
constexpr Index kFirstDraws = 128;
constexpr Index kDraws = 384;
constexpr Index kAddDraws = 512;
constexpr double kMostWork = 0x1p25;  // about ten milliseconds
// Typical bounds of the weights, over delta; where pairs of patterns are few, they are looser.
double logBoundOverDelta(const Tilt& tilt) {
  return tilt.kind == Tilt::Kind::Pairs && tilt.t <= 4 ? 4.5 : 2.5;
}
constexpr double kTrust = 0.22;  // of log stddev around the proposal's

SecantOptions around(double x, double most) {
  SecantOptions options;
  options.start = x;
  options.leastX = x - 2;
  options.mostX = most;
  options.slope = -16;
  options.mostStep = kTrust;
  options.tolerance = 1e-3;
  options.mostEvaluations = 12;
  return options;
}

// log stddev where one direction's delta is about the given one, from samples drawn at x; nothing when stopped.
std::optional<double> sampledRoot(const MixtureWeights& weights, const Tilt& tilt, double x, double most,
                                  double epsilon, double logDelta, Index draws, std::uint32_t purpose,
                                  const SampledOptions& options, const RunControl& control) {
  const WeightSample sample(weights.sampler(tilt, std::exp(x), control), options.stream, purpose, draws, kMostWork,
                            control);
  if (!sample.complete()) return std::nullopt;
  if (!std::isfinite(sample.at(std::exp(x), epsilon, control).logDelta)) {
    // Not one draw reaches epsilon: delta is far below the target here.
    return control.stopRequested() ? std::nullopt : std::optional(x - kTrust);
  }
  SecantOptions search = around(x, most);
  search.leastX = x - kTrust;
  search.mostX = std::min(most, x + kTrust);
  const SecantResult found = searchDecreasing(
      [&](double at) -> std::optional<double> {
        const WeightEstimate estimate = sample.at(std::exp(at), epsilon, control);
        if (control.stopRequested()) return std::nullopt;
        return estimate.logDelta - logDelta;
      },
      search);
  if (found.stopped || std::isnan(found.x)) return std::nullopt;
  return found.x;
}

// Where the bound of removing is e^above times delta.
double boundedStart(const MixtureWeights& weights, double x, double most, double epsilon, double logDelta,
                    double above) {
  for (int round = 0; round < 2; ++round) {
    const Tilt tilt = weights.boundedTilt(Direction::Remove, std::exp(x), epsilon).tilt;
    SecantOptions search = around(x, most);
    search.tolerance = 0.1;
    const SecantResult found = searchDecreasing(
        [&](double at) -> std::optional<double> {
          return weights.logWeightBound(tilt, std::exp(at), epsilon, {}) - logDelta - above;
        },
        search);
    if (!std::isnan(found.x)) x = found.x;
  }
  return x;
}

}  // namespace

double approximateParticipationNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                     const SampledOptions& options, const RunControl& control) {
  checkPositive("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const Fallback fallback = approximateFallbackNoise(mixture, epsilon, delta);
  if (fallback.exact || mixture.columns().empty()) return fallback.value;
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const double most = std::log(fallback.value);
  const double logDelta = std::log(delta);
  double start = most;
  if (const auto* spaced = std::get_if<SpacedSampling>(&mixture.law())) {
    // Random groups of the same rate and separation are alike.
    const auto apart = static_cast<double>(spaced->separation);
    const double q = std::min(1.0, apart * law->slowed(1).perStep);
    const Index compositions = mixture.mostParticipations();
    // Where nobody is likely enough to be sampled at all, the accountant of compositions refuses.
    const double sampled = -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
    if (q == 1 || (delta >= kLeastSubsampledDelta && delta < 0.5 * sampled)) {
      start = std::min(
          most, std::log(approximateNoiseMultiplier(epsilon, delta, q, compositions) * mixture.greatestColumnNorm()));
    }
  }
  if (mixture.steps() > ParticipationMixture::kMostDrawnSteps || epsilon > kMostDrawnEpsilon) {
    // The certificate will be the bound, of removing in most cases.
    const double x = boundedStart(weights, start, most, epsilon, logDelta, 0);
    return control.stopRequested() ? fallback.value : std::min(std::exp(x), fallback.value);
  }
  double x = boundedStart(weights, start, most, epsilon, logDelta,
                          logBoundOverDelta(weights.boundedTilt(Direction::Remove, std::exp(start), epsilon).tilt));
  // A few draws until the root is near the proposal's stddev, then more of them.
  bool settled = false;
  for (std::uint32_t stage = 0; stage < kMostStages; ++stage) {
    const auto root = sampledRoot(weights, weights.steadyTilt(std::exp(x), epsilon), x, most, epsilon, logDelta,
                                  settled ? kDraws : kFirstDraws, kPurpose + stage, options, control);
    if (!root) return fallback.value;
    const bool near = std::abs(*root - x) < 0.5 * kTrust;
    x = *root;
    if (settled && near) break;
    settled = near;
  }
  if (!settled) {
    // So few draws do not see such rare losses: what the bounds without draws say.
    const NoiseAxis axis(NoiseUnknown::Stddev, {fallback.value, epsilon});
    x = axis.least();
    for (const Direction direction : {Direction::Remove, Direction::Add})
      x = std::max(x, whereBoundIs(weights, direction, axis, logDelta, control));
    return control.stopRequested() ? fallback.value : std::min(axis.at(x).stddev, fallback.value);
  }
  for (std::uint32_t stage = 0; stage < 2; ++stage) {
    const BoundedTilt adding = weights.boundedTilt(Direction::Add, std::exp(x), epsilon);
    if (adding.logBound <= logDelta) break;
    const auto root = sampledRoot(weights, adding.tilt, x, most, epsilon, logDelta, kAddDraws,
                                  kPurpose + kMostStages + stage, options, control);
    if (!root) return fallback.value;
    if (*root <= x) break;
    x = *root;
  }
  return std::min(std::exp(x), fallback.value);
}

}  // namespace noiseloom
