// How often an example may be seen: the largest safe sampling probability and number of compositions.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/calibration/calibration_steps.h"
#include "core/accounting/fourier/approximate_root.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

using namespace calibration;

namespace {

/// Largest T with which the Gaussian mechanism without sampling is safe; at most kMostCompositions.
Index unsampledCompositions(double mu, double epsilon, double delta) {
  const double root = gaussianMuFor(epsilon, delta) * (1 - 0.5 * kClosedFormError) / mu;
  return static_cast<Index>(std::min(root * root, static_cast<double>(kMostCompositions)));
}

/// Largest T with which being sampled at all is no more probable than delta: safe whatever the noise.
Index compositionsWithoutNoise(double delta, double q) {
  const double count = std::log1p(-delta) / std::log1p(-q) * (1 - 1e-12);
  return static_cast<Index>(std::min(count, static_cast<double>(kMostCompositions)));
}

constexpr int kMostCertificates = 40;
constexpr double kCoarsest =
    0.03;  // of the count, relative: the search goes on to it even where no grid resolves delta

/// The search for the largest T at which log delta, increasing in T, is at most logDelta.
class CompositionsSearch {
 public:
  CompositionsSearch(const SubsampledGaussian& step, double epsilon, double delta, Index safe,
                     const RunControl& control)
      : m_step(step),
        m_epsilon(epsilon),
        m_logDelta(std::log(delta)),
        m_control(control),
        m_low(safe),
        m_uncertified(m_logDelta, control) {}

  /// Uncertified; never below what is known to be safe. False when stopped.
  bool approximate() {
    const double mu = gaussianMuFor(m_epsilon, std::exp(m_logDelta)), one = limitMu(m_step.sigma, m_step.q, 1);
    double next = std::max(mu / one * (mu / one), 1.0);
    // log delta grows about like this power of T at first.
    m_slope = std::max(1.0, 0.3 * -m_logDelta);
    for (int evaluation = 0; evaluation < 200 && m_high - m_low > 1; ++evaluation) {
      const Index count = std::clamp(static_cast<Index>(std::min(next, 2e9)), m_low + 1, m_high - 1);
      auto value = excessAt(count);
      if (!value) return false;
      if (m_uncertified.isCoarse() && std::abs(*value) < 20 * m_uncertified.error()) {
        m_uncertified.refine();
        value = excessAt(count);
        if (!value) return false;
      }
      const double logCount = std::log(static_cast<double>(count));
      if (m_haveLast && std::isfinite(*value) && logCount != m_lastLogCount) {
        const double slope = (*value - m_lastValue) / (logCount - m_lastLogCount);
        if (slope > 0.5 && std::isfinite(slope)) m_slope = slope;
      }
      m_lastLogCount = logCount, m_lastValue = *value, m_haveLast = std::isfinite(*value);
      (*value <= 0 ? m_low : m_high) = count;
      // Neighbours that cannot be distinguished.
      if (std::abs(*value) < 0.2 * m_slope / static_cast<double>(count)) {
        next = static_cast<double>(count) + (*value <= 0 ? 1 : -1);
      } else {
        const double low = std::log(std::max<double>(1, static_cast<double>(m_low)));
        next = std::exp(logCount - std::clamp(*value / m_slope, -3.0, 3.0));
        const bool inside = next > static_cast<double>(m_low) && next < static_cast<double>(m_high);
        if (!inside || evaluation % 5 == 4) {
          next = m_high <= kMostCompositions ? std::exp(0.5 * (low + std::log(static_cast<double>(m_high))))
                                             : 16.0 * static_cast<double>(count);
        }
      }
    }
    return true;
  }

  /// Steps down from the uncertified count until the grid accountant agrees, then halves what is left between that and
  /// the least that it did not agree with. Empty when stopped.
  std::optional<Index> certified(Index safe) {
    Index count = m_low, refused = m_low + 1;
    double tolerance = 0;  // 0: to be chosen for this count
    m_fall = m_uncertified.fallOfRemove({m_step, m_epsilon, count});
    for (int evaluation = 0; evaluation < kMostCertificates && count > safe; ++evaluation) {
      m_control.report(1 - 0.5 / (evaluation + 1), Core::tr("certifying the privacy accounting"));
      const auto uncertified = excessAt(count);
      if (!uncertified) return std::nullopt;
      if (tolerance == 0) {
        const double relative = std::max(kTolerance, 1 / static_cast<double>(count));
        tolerance = std::clamp(std::min(0.25 * m_slope * relative, -0.5 * *uncertified), 1e-7, 1e-3);
      }
      const auto excess = certifiedExcess(count, tolerance);
      if (!excess) return std::nullopt;
      if (*excess <= 0) {
        safe = count;
      } else {
        // A grid finer by what it was above the truth may do; only then a smaller count.
        const double above = *excess - *uncertified;
        if (*uncertified < -2 * kRounding && tolerance > 1e-6 && !m_finest) {
          tolerance = std::max(1e-6, std::clamp(-0.3 * *uncertified / above, 0.01, 0.3) * tolerance);
          continue;
        }
        refused = count;
      }
      tolerance = 0;
      const auto lowest = static_cast<double>(safe), highest = static_cast<double>(refused);
      // Counts nearer to each other than what the finest grid errs by are nothing to look for.
      const double resolved = m_finest ? std::min(0.2 * m_gridExcess / m_slope, kCoarsest) : 0;
      if (highest - lowest <= std::max(1.0, std::max(kTolerance, resolved) * lowest)) break;
      // By the slope while nothing is certified above `safe` and the grid is nearly there, else in the middle.
      const double less = highest * std::exp(-std::min(*excess, 1.0) / m_slope);
      const bool near = *excess > 0 && *excess < 0.1 && evaluation < 8;
      count = std::clamp(static_cast<Index>(near ? less : std::sqrt(std::max(1.0, lowest) * highest)), safe + 1,
                         refused - 1);
    }
    return std::max(safe, Index{0});
  }

  Index best() const noexcept { return m_low; }

 private:
  std::optional<double> excessAt(Index count) {
    const auto value = m_uncertified({m_step, m_epsilon, count});
    if (!value) return std::nullopt;
    return *value - m_logDelta;
  }

  std::optional<double> certifiedExcess(Index count, double tolerance) {
    if (count == 1) return m_step.oneStepLogDelta(m_epsilon) + kOneStepError - m_logDelta;
    const auto bound = gridDelta(m_step, m_epsilon, count, tolerance, {m_logDelta, m_fall}, m_control);
    if (!bound) return std::nullopt;
    m_gridExcess = bound->excess;
    m_finest = bound->excess > 4 * tolerance;
    return bound->logDelta + kRounding - m_logDelta;
  }

  SubsampledGaussian m_step;
  double m_epsilon;
  double m_logDelta;
  RunControl m_control;
  Index m_low;  ///< safe, or 0
  Index m_high = kMostCompositions + 1;
  ApproximateDelta m_uncertified;
  double m_gridExcess = 0;  ///< of the last grid
  double m_slope = 1;       ///< d log delta / d log T
  double m_fall = 0;        ///< -d log delta / d epsilon, 0: not known
  bool m_finest = false;    ///< the last grid was coarser than asked for: a finer one is not to be had
  double m_lastLogCount = 0, m_lastValue = 0;
  bool m_haveLast = false;
};

[[noreturn]] void refuseNoiseMultiplier(double sigma, double epsilon, double delta, double q, Adjacency adjacency) {
  throw InvalidArgument("noise_multiplier", sigma,
                        {Core::tr("a number of at least %1, which a single composition needs"),
                         PoissonSteps(q, 1, adjacency).certifiedNoiseMultiplier(epsilon, delta).value});
}

}  // namespace

Certified certifiedSamplingProbability(double noiseMultiplier, double epsilon, double delta, Index compositions,
                                       const RunControl& control, Adjacency adjacency) {
  const Stopwatch watch;
  checkNonNegative("epsilon", epsilon);
  checkCompositions(compositions);
  checkDelta(delta, false);
  checkNoiseMultiplier(noiseMultiplier, {.sampled = false});
  const double mu = distance(adjacency) / noiseMultiplier;
  if (unsampledCompositions(mu, epsilon, delta) >= compositions) return {1, 0, watch.seconds(), false};
  checkDelta(delta, true);
  checkNoiseMultiplier(noiseMultiplier, {});
  // Sampled at all with probability delta at most.
  const double safe = -std::expm1(std::log1p(-delta) / static_cast<double>(compositions)) * (1 - kClosedFormError);
  if (noiseMultiplier > kMostSigma) return {safe, 1 / safe, watch.seconds(), false};
  const double mostX = -std::log(safe);
  const SecantResult approximate =
      approximateMinusLogQ(noiseMultiplier, epsilon, delta, compositions, adjacency, mostX, control);
  const auto result = [&](double x, double inflation, double error, bool stopped) {
    const double value = std::max(safe, std::exp(-x) * (1 - inflation));
    return Certified{value, error, watch.seconds(), stopped};
  };
  if (approximate.stopped) return {safe, 1 / safe, watch.seconds(), true};
  if (compositions == 1) return result(approximate.x, kOneStepError, 2 * kOneStepError, false);
  const auto composedAt = [&](double x) {
    return ComposedSteps{{noiseMultiplier, std::exp(-x), adjacency}, epsilon, compositions};
  };
  const CertifiedRoot root = certify(composedAt, approximate, {kTolerance, 1e-12, mostX, std::log(delta)}, control);
  if (std::isnan(root.result.x)) return {safe, 1 / safe, watch.seconds(), root.result.stopped};
  return result(root.result.x, kRounding, std::expm1(root.excess) + 2 * kRounding, root.result.stopped);
}

CertifiedCount certifiedCompositions(double noiseMultiplier, double epsilon, double delta, double samplingProbability,
                                     const RunControl& control, Adjacency adjacency) {
  const Stopwatch watch;
  const double q = samplingProbability;
  checkNonNegative("epsilon", epsilon);
  checkSamplingProbability(q);
  checkDelta(delta, q < 1);
  checkNoiseMultiplier(noiseMultiplier, {.sampled = q < 1});
  const Index unsampled = unsampledCompositions(distance(adjacency) / noiseMultiplier, epsilon, delta);
  if (q == 1) {
    if (unsampled == 0) refuseNoiseMultiplier(noiseMultiplier, epsilon, delta, q, adjacency);
    return {unsampled, unsampled, watch.seconds(), false};
  }
  const Index safe = std::max(unsampled, compositionsWithoutNoise(delta, q));
  if (safe >= kMostCompositions) return {kMostCompositions, kMostCompositions, watch.seconds(), false};
  const SubsampledGaussian step{noiseMultiplier, q, adjacency};
  const Index first = std::max<Index>(safe, step.oneStepLogDelta(epsilon) + kOneStepError <= std::log(delta) ? 1 : 0);
  if (first == 0) refuseNoiseMultiplier(noiseMultiplier, epsilon, delta, q, adjacency);
  if (noiseMultiplier > kMostSigma) return {first, kMostCompositions, watch.seconds(), false};
  CompositionsSearch search(step, epsilon, delta, first, control);
  if (!search.approximate()) return {first, kMostCompositions, watch.seconds(), true};
  const auto value = search.certified(first);
  if (!value) return {first, kMostCompositions, watch.seconds(), true};
  return {*value, std::max(*value, search.best()), watch.seconds(), false};
}

}  // namespace noiseloom
