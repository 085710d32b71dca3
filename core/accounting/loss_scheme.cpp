#include "core/accounting/loss_scheme.h"

#include <cmath>
#include <limits>

#include "core/accounting/analytic_gaussian.h"
#include "core/accounting/calibration_steps.h"
#include "core/accounting/secant_search.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

using namespace calibration;

namespace {

constexpr double kRough = 4;     // fineness of the first look
constexpr double kFinest = 768;  // and of the last
constexpr int kMostGrids = 8;
constexpr double kFirst = 32;     // with which delta is tried
constexpr double kApart = 0.06;   // of log delta: grids farther apart are not extrapolated
constexpr double kWanted = 4e-4;  // error of sigma and epsilon, relative
constexpr double kWantedOfDelta = 5e-3;
constexpr double kOrderMargin = 1.5;  // on an error that is taken to fall with the square of the spacing

/// delta along one unknown x, in which it falls.
template <class At>
class Unknown {
 public:
  Unknown(const LossScheme& scheme, double logDelta, At at, const RunControl& control)
      : m_scheme(scheme), m_logDelta(logDelta), m_at(at), m_control(control) {}

  /// log delta less what is wanted, and how fine the grid was that told it.
  struct Told {
    double value = 0;
    double fineness = 0;
    double allowance = 0;
  };
  std::optional<Told> at(double x, double fineness) const {
    if (m_control.stopRequested()) return std::nullopt;
    const auto [sigma, epsilon] = m_at(x);
    const auto bound = m_scheme.bound(sigma, epsilon, {fineness, m_logDelta}, m_control);
    if (!bound) return std::nullopt;
    return Told{bound->worst() - m_logDelta, bound->fineness, bound->allowance};
  }

  /// `told`: the last answer.
  SecantResult root(const SecantOptions& options, double fineness, Told& told) const {
    return searchDecreasing(
        [&](double x) -> std::optional<double> {
          const auto found = at(x, fineness);
          if (!found) return std::nullopt;
          told = *found;
          return found->value;
        },
        options);
  }

 private:
  const LossScheme& m_scheme;
  double m_logDelta;
  At m_at;
  const RunControl& m_control;
};

/// A root by two coarse grids, extrapolated, with the slope there; x is not a number where none was found.
struct RoughRoot : SecantResult {
  double excess = 0;  ///< what log delta comes out too large by at fineness 1, should it fall with its square
};

template <class At>
RoughRoot roughRoot(const Unknown<At>& unknown, SecantOptions options) {
  options.tolerance = 0.02;
  options.mostEvaluations = 40;
  RoughRoot found;
  double fineness = kRough;
  for (int attempt = 0; attempt < 5; ++attempt, fineness *= 2) {
    typename Unknown<At>::Told last;
    static_cast<SecantResult&>(found) = unknown.root(options, fineness, last);
    if (found.stopped || std::isnan(found.x)) return found;
    const double told = last.fineness;
    const auto fine = unknown.at(found.x, 2 * told);
    if (!fine) {
      found.stopped = true;
      return found;
    }
    if (!std::isfinite(fine->value) || !std::isfinite(found.value)) break;
    const double apart = std::max(0.0, found.value - fine->value);
    const double ratio = fine->fineness / told * (fine->fineness / told);
    if (!(ratio > 1.5)) break;  // no finer grid is to be had
    found.excess = apart * told * told * ratio / (ratio - 1);
    // The finer one, and what both tend to.
    found.x = std::clamp(found.x - (fine->value - apart / (ratio - 1)) / found.slope, options.leastX, options.mostX);
    found.value = 0;
    if (apart < kApart) break;
    options.start = found.x;
    options.slope = found.slope;
    options.mostStep *= 0.5;
  }
  return found;
}

struct SafeRoot {
  double x = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::infinity();  ///< by how much x is too large, about
  bool stopped = false;
};

/// The certified root near a rough one, with an error of about `wanted` as far as the finest grids allow.
template <class At>
SafeRoot safeRoot(const Unknown<At>& unknown, const RoughRoot& rough, SecantOptions options, double wanted,
                  const RunControl& control) {
  SafeRoot best;
  double start = rough.x, slope = rough.slope;
  // As fine as the rough grids tell that it must be, half of what is wanted being for the search.
  const double told = std::sqrt(kOrderMargin * rough.excess / (0.5 * wanted * -slope));
  double fineness = std::clamp(std::isfinite(told) ? told : 0.0, 2 * kRough, kFinest / 8);
  for (int attempt = 0; attempt < kMostGrids && fineness <= kFinest; ++attempt, fineness *= 2) {
    control.report(1 - kRough / fineness, Core::tr("certifying the privacy accounting"));
    options.slope = slope;
    options.tolerance = std::max(0.4 * wanted * -slope, 1e-7);
    const double expected = rough.excess / (fineness * fineness) + 0.5 * options.tolerance;
    options.start = std::clamp(start - expected / slope, options.leastX, options.mostX);
    options.fromBelow = true;
    options.mostEvaluations = 15;
    typename Unknown<At>::Told last;
    const SecantResult found = unknown.root(options, fineness, last);
    if (found.stopped) {
      best.stopped = true;
      return best;
    }
    const double told = last.fineness;
    const bool finest = told < 0.9 * fineness;
    if (std::isnan(found.x)) {
      if (finest) break;
      continue;
    }
    const auto coarse = unknown.at(found.x, 0.5 * told);
    if (!coarse) {
      best.stopped = true;
      return best;
    }
    const double ratio = told / coarse->fineness * (told / coarse->fineness);
    const double grid = ratio > 1.5 ? kOrderMargin / (ratio - 1) * std::max(0.0, coarse->value - found.value)
                                    : std::numeric_limits<double>::infinity();
    const double above = grid + last.allowance;
    const double error =
        std::isfinite(above) ? (above - found.value) / -found.slope : std::numeric_limits<double>::infinity();
    if (std::isnan(best.x) || found.x <= best.x) best = {found.x, error, false};
    if (found.x == options.leastX) best.error = std::numeric_limits<double>::infinity();
    if (best.error <= wanted || finest) break;
  }
  return best;
}

void checkScheme(const LossScheme& scheme, double delta) {
  checkOpenInterval("delta", delta, 0, 1);
  if (delta < kLeastSubsampledDelta)
    throw InvalidArgument("delta", delta, {Core::tr("a number of at least %1"), kLeastSubsampledDelta});
  if (const double seen = scheme.seenAtAll(); delta >= seen) {
    throw InvalidArgument(
        "delta", shortest(delta),
        {Core::tr("a number below %1, the probability of being sampled at all (at or above it no noise is needed)"),
         seen});
  }
}

/// Of log sigma: the bracket and where to start.
SecantOptions sigmaOptions(const LossScheme& scheme, double epsilon, double delta, double most) {
  SecantOptions options;
  options.leastX = std::log(kLeastSigma);
  options.mostX = std::log(most);
  const double mu = gaussianMuFor(epsilon, delta);
  double low = options.leastX, high = options.mostX;
  while (high - low > 0.01) {
    const double middle = 0.5 * (low + high);
    (scheme.limitMu(std::exp(middle)) > mu ? low : high) = middle;
  }
  options.start = high;
  options.slope = -20;
  options.mostStep = 0.5;
  return options;
}

auto alongSigma(const LossScheme& scheme, double epsilon, double delta, const RunControl& control) {
  const auto at = [epsilon](double x) { return std::pair{std::exp(x), epsilon}; };
  return Unknown<decltype(at)>(scheme, std::log(delta), at, control);
}

}  // namespace

Certified noiseMultiplierOf(const LossScheme& scheme, double epsilon, double delta, const RunControl& control) {
  const Stopwatch watch;
  checkPositive("epsilon", epsilon);
  checkScheme(scheme, delta);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * scheme.sensitivity() * (1 + kClosedFormError);
  const double most = std::min(unsampled, kMostSigma);
  if (most <= kLeastSigma) return {unsampled, 1, watch.seconds(), false};
  const SecantOptions options = sigmaOptions(scheme, epsilon, delta, most);
  const auto unknown = alongSigma(scheme, epsilon, delta, control);
  const RoughRoot rough = roughRoot(unknown, options);
  if (rough.stopped) return {unsampled, 1, watch.seconds(), true};
  if (std::isnan(rough.x)) return {unsampled, 1, watch.seconds(), false};
  const SafeRoot root = safeRoot(unknown, rough, options, kWanted, control);
  if (std::isnan(root.x)) return {unsampled, 1, watch.seconds(), root.stopped};
  const double value = std::min(unsampled, std::exp(root.x) * (1 + kRounding));
  return {value, std::min(1.0, root.error + 2 * kRounding), watch.seconds(), root.stopped};
}

double approximateNoiseMultiplierOf(const LossScheme& scheme, double epsilon, double delta, const RunControl& control) {
  checkPositive("epsilon", epsilon);
  checkScheme(scheme, delta);
  const double unsampled = gaussianNoiseMultiplier(epsilon, delta) * scheme.sensitivity();
  if (unsampled <= kLeastSigma) return unsampled;
  const SecantOptions options = sigmaOptions(scheme, epsilon, delta, unsampled);
  const RoughRoot rough = roughRoot(alongSigma(scheme, epsilon, delta, control), options);
  return rough.stopped || std::isnan(rough.x) ? unsampled : std::exp(rough.x);
}

Certified epsilonOf(const LossScheme& scheme, double noiseMultiplier, double delta, const RunControl& control) {
  const Stopwatch watch;
  checkNoiseMultiplier(noiseMultiplier, true);
  checkOpenInterval("delta", delta, 0, 1);
  const double unsampled = gaussianEpsilon(scheme.sensitivity() / noiseMultiplier, delta) * (1 + kClosedFormError);
  if (unsampled == 0 || delta >= scheme.seenAtAll()) return {0, 0, watch.seconds(), false};
  checkScheme(scheme, delta);
  if (noiseMultiplier > kMostSigma) return {unsampled, 1, watch.seconds(), false};
  const auto at = [noiseMultiplier](double x) { return std::pair{noiseMultiplier, x}; };
  const Unknown<decltype(at)> unknown(scheme, std::log(delta), at, control);
  SecantOptions options;
  options.leastX = 0;
  options.mostX = unsampled;
  options.start = std::clamp(gaussianEpsilon(scheme.limitMu(noiseMultiplier), delta), 0.0, unsampled);
  options.slope = -std::max(1.0, -std::log(delta)) / unsampled;
  options.mostStep = unsampled;
  const RoughRoot rough = roughRoot(unknown, options);
  if (rough.stopped) return {unsampled, 1, watch.seconds(), true};
  if (std::isnan(rough.x)) return {unsampled, 1, watch.seconds(), false};
  const double scale = std::max(rough.x, 1e-6 * unsampled);
  const SafeRoot root = safeRoot(unknown, rough, options, kWanted * scale, control);
  if (std::isnan(root.x)) return {unsampled, 1, watch.seconds(), root.stopped};
  if (root.x == 0) return {0, 0, watch.seconds(), root.stopped};
  const double value = std::min(unsampled, root.x * (1 + kRounding));
  return {value, std::min(1.0, root.error / root.x + 2 * kRounding), watch.seconds(), root.stopped};
}

Certified deltaOf(const LossScheme& scheme, double noiseMultiplier, double epsilon, const RunControl& control) {
  const Stopwatch watch;
  checkNoiseMultiplier(noiseMultiplier, true);
  checkNonNegative("epsilon", epsilon);
  const double most = std::min(1.0, gaussianDelta(scheme.sensitivity() / noiseMultiplier, epsilon) * (1 + 1e-9));
  const auto safe = [&](double logDelta, double error, bool stopped) {
    const double value = std::clamp(std::exp(logDelta) * (1 + kRounding), kLeastDelta, std::max(kLeastDelta, most));
    const bool cut = value == kLeastDelta || (value == most && value < 1);
    return Certified{value, cut ? 1 : std::min(1.0, error), watch.seconds(), stopped};
  };
  if (noiseMultiplier > kMostSigma) return safe(0, 1, false);
  // A first look tells where tails stop to matter.
  const auto look = scheme.bound(noiseMultiplier, epsilon, {2 * kRough, std::log(kLeastSubsampledDelta)}, control);
  if (!look) return safe(0, 1, true);
  const double expected = std::max(look->worst(), std::log(kLeastSubsampledDelta));
  double best = 0, error = 1;
  std::optional<SchemeDelta> coarse = scheme.bound(noiseMultiplier, epsilon, {0.5 * kFirst, expected - 3}, control);
  if (!coarse) return safe(0, 1, true);
  double fineness = kFirst;
  for (int attempt = 0; attempt < kMostGrids && fineness <= kFinest; ++attempt, fineness *= 2) {
    const auto fine = scheme.bound(noiseMultiplier, epsilon, {fineness, expected - 3}, control);
    if (!fine) return safe(best, error, true);
    const double ratio = fine->fineness / coarse->fineness * (fine->fineness / coarse->fineness);
    best = std::min(best, fine->worst());
    if (ratio > 1.5) {
      const double grid = kOrderMargin / (ratio - 1) * std::max(0.0, coarse->worst() - fine->worst());
      error = std::expm1(std::min(10.0, grid + fine->allowance)) + 2 * kRounding;
    }
    if (error <= kWantedOfDelta || fine->fineness < 0.9 * fineness) break;
    coarse = fine;
  }
  return safe(best, error, false);
}

}  // namespace noiseloom
