#include "core/participation_mixture/fallback.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/participation/participation.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {
namespace {

// Subsampled Gaussians whose composition covers the mixture.
struct Composed {
  PoissonSteps steps;
  bool exact;
};

std::optional<Composed> composedOf(const ParticipationMixture& mixture) {
  const Index n = mixture.steps();
  if (const auto* groups = std::get_if<RandomGroups>(&mixture.law())) {
    const Index compositions = (n + groups->cycle - 1) / groups->cycle;
    if (compositions > kMostCompositions) return std::nullopt;
    return Composed{PoissonSteps(groups->probability, compositions), groups->cycle == 1};
  }
  const auto& spaced = std::get<SpacedSampling>(mixture.law());
  if (spaced.separation > 1 || n > kMostCompositions) return std::nullopt;
  return Composed{PoissonSteps(spaced.probability, n), true};
}

void checkProbability(double probability) {
  checkPositive("probability", probability);
  checkClosedInterval("probability", probability, 0, 1);
}

double unamplifiedNorm(const ParticipationMixture& mixture) {
  return mixture.greatestColumnNorm() * std::sqrt(static_cast<double>(mixture.mostParticipations()));
}

Fallback of(const Certified& certified, double scale, bool exact) {
  return {certified.value * scale, certified.errorBound, SampledMethod::Composition, exact, certified.stopped};
}

// Within the ranges of the accountant of compositions.
bool known(const Composed& composed, double delta, double noiseMultiplier) {
  return composed.steps.samplingProbability == 1 || (delta >= kLeastSubsampledDelta && noiseMultiplier >= kLeastSigma);
}

}  // namespace

struct ParticipationMixture::Joining {
  explicit Joining(ToeplitzStrategy own) : strategy(std::move(own)) {}
  ToeplitzStrategy strategy;
  std::mutex mutex;
  std::optional<JoinedSteps> steps = {};
};

const JoinedSteps* ParticipationMixture::joined(const RunControl& control) const {
  const std::lock_guard lock(m_joining->mutex);
  std::optional<JoinedSteps>& steps = m_joining->steps;
  if (!steps) steps = joinSteps(m_joining->strategy, m_law, control);
  return steps ? &*steps : nullptr;
}

MixtureColumns ParticipationMixture::ownColumns(const RunControl& control) const {
  const ToeplitzStrategy& strategy = m_joining->strategy;
  if (!isMixed(m_steps, strategy.bands(), periodOf(m_law))) return {};
  return {strategy, control};
}

bool ParticipationMixture::isDrawn(double epsilon) const {
  return isDrawn(joinable() ? partsOf(m_steps, m_law) : m_steps, epsilon);
}

ParticipationMixture::ParticipationMixture(const Strategy& strategy, const Law& law, const RunControl& control)
    : m_law(law), m_steps(strategy.iterations()) {
  Index apart = 0;
  if (const auto* groups = std::get_if<RandomGroups>(&law)) {
    checkInteger("cycle", groups->cycle, std::min(strategy.bands(), m_steps), m_steps);
    checkProbability(groups->probability);
    apart = groups->cycle;
  } else {
    const auto& spaced = std::get<SpacedSampling>(law);
    checkInteger("separation", spaced.separation, std::min(strategy.bands(), m_steps), m_steps);
    checkProbability(spaced.probability);
    apart = spaced.separation;
  }
  // Also when stopped: without it no noise would be known to be enough.
  m_norm = sensitivityOf(strategy, Participation::single()).value;
  m_stopped = control.stopRequested();
  if (m_stopped) return;
  if (const auto toeplitz = absoluteToeplitz(strategy)) {
    m_coefficients.assign(toeplitz->coefficients().begin(), toeplitz->coefficients().end());
    if (canJoin(*toeplitz, law)) {
      m_joining = std::make_shared<Joining>(*toeplitz);
      return;
    }
  }
  if (!isMixed(m_steps, strategy.bands(), apart)) return;
  m_columns = MixtureColumns(strategy, control);
  m_stopped = control.stopRequested();
}

bool ParticipationMixture::isMixed(Index steps, Index bands, Index apart) {
  return steps <= kMostPairNumbers / apart && steps <= MixtureColumns::kMostColumnNumbers / std::min(bands, steps);
}

Index ParticipationMixture::mostParticipations() const {
  const auto* groups = std::get_if<RandomGroups>(&m_law);
  const Index apart = groups ? groups->cycle : std::get<SpacedSampling>(m_law).separation;
  return (m_steps + apart - 1) / apart;
}

std::unique_ptr<const ParticipationLaw> lawOf(const ParticipationMixture& mixture) {
  return std::visit([&](const auto& law) { return makeLaw(law, mixture.steps()); }, mixture.law());
}

Fallback fallbackNoise(const ParticipationMixture& mixture, double epsilon, double delta, const RunControl& control) {
  const double norm = mixture.greatestColumnNorm();
  const auto composed = composedOf(mixture);
  if (composed && known(*composed, delta, kLeastSigma))
    return of(composed->steps.certifiedNoiseMultiplier(epsilon, delta, control), norm, composed->exact);
  return {unamplifiedNorm(mixture) * gaussianNoiseMultiplier(epsilon, delta)};
}

Fallback fallbackEpsilon(const ParticipationMixture& mixture, double stddev, double delta, const RunControl& control) {
  const double noiseMultiplier = stddev / mixture.greatestColumnNorm();
  const auto composed = composedOf(mixture);
  if (composed && known(*composed, delta, noiseMultiplier))
    return of(composed->steps.certifiedEpsilon(noiseMultiplier, delta, control), 1, composed->exact);
  return {gaussianEpsilon(unamplifiedNorm(mixture) / stddev, delta)};
}

Fallback fallbackDelta(const ParticipationMixture& mixture, double stddev, double epsilon, const RunControl& control) {
  const double noiseMultiplier = stddev / mixture.greatestColumnNorm();
  const auto composed = composedOf(mixture);
  if (composed && known(*composed, 1, noiseMultiplier))
    return of(composed->steps.certifiedDelta(noiseMultiplier, epsilon, control), 1, composed->exact);
  return {gaussianDelta(unamplifiedNorm(mixture) / stddev, epsilon)};
}

Fallback approximateFallbackNoise(const ParticipationMixture& mixture, double epsilon, double delta) {
  const auto composed = composedOf(mixture);
  if (composed && known(*composed, delta, kLeastSigma)) {
    const double sigma = composed->steps.approximateNoiseMultiplier(epsilon, delta);
    return {sigma * mixture.greatestColumnNorm(), 0, SampledMethod::Composition, composed->exact};
  }
  return {unamplifiedNorm(mixture) * gaussianNoiseMultiplier(epsilon, delta)};
}

}  // namespace noiseloom
