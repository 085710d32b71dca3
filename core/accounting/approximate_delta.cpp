#include "core/accounting/approximate_delta.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/accounting/analytic_gaussian.h"
#include "core/accounting/fourier_accountant.h"
#include "core/accounting/grid_accountant.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRelativeNegligible = -25;  // log: the other direction does not matter below it

/// Finds where log delta, decreasing in x, is `logDelta`: first by the rough approximation, then by ApproximateDelta.
/// mechanism(x) gives the step and epsilon at x.
template <class Mechanism>
SecantResult search(Mechanism mechanism, double logDelta, Index compositions, SecantOptions options,
                    const RunControl& control) {
  const auto rough = [&](double x) {
    const auto [step, epsilon] = mechanism(x);
    return roughLogDelta(step, epsilon, compositions, logDelta) - logDelta;
  };
  double roughSlope = 0;
  if (compositions > 1) {
    options.tolerance = 0.02;
    const SecantResult found = searchDecreasing(
        [&](double x) -> std::optional<double> {
          if (control.stopRequested()) return std::nullopt;
          return rough(x);
        },
        options);
    if (found.stopped) return found;
    options.start = found.x;
    const double width = 0.02 / std::max(1.0, -found.slope);
    const double low = std::max(options.leastX, found.x - width), high = std::min(options.mostX, found.x + width);
    roughSlope = (rough(high) - rough(low)) / (high - low);
    if (roughSlope < 0 && std::isfinite(roughSlope)) options.slope = roughSlope;
    options.mostStep *= 0.4;
  }
  ApproximateDelta approximate(compositions, logDelta, control);
  options.tolerance = 1e-13;
  if (compositions > 1) options.mostEvaluations = 20;
  SecantResult result = searchDecreasing(
      [&](double x) -> std::optional<double> {
        const auto [step, epsilon] = mechanism(x);
        const auto value = approximate(step, epsilon);
        if (!value) return std::nullopt;
        const double difference = *value - logDelta;
        // Within the error there is nothing left to find.
        return compositions > 1 && std::abs(difference) < 10 * approximate.error() ? 0.0 : difference;
      },
      options);
  // Secants between neighbouring points see the error; the rough slope is right to about 30 %.
  if (roughSlope < 0) result.slope = std::clamp(result.slope, 1.5 * roughSlope, roughSlope / 1.5);
  return result;
}

}  // namespace

ApproximateDelta::ApproximateDelta(Index compositions, double expectedLogDelta, RunControl control)
    : m_compositions(compositions), m_expected(expectedLogDelta), m_control(std::move(control)) {}

std::optional<double> ApproximateDelta::operator()(const SubsampledGaussian& step, double epsilon) {
  if (m_control.stopRequested()) return std::nullopt;
  if (m_compositions == 1) return step.oneStepLogDelta(epsilon);
  if (!m_useGrid) {
    const auto remove =
        fourierDelta(step, Direction::Remove, epsilon, m_compositions, m_expected, -kInfinity, m_removeSaddle);
    if (remove) {
      m_removeSaddle = remove->saddle;
      const auto add = fourierDelta(step, Direction::Add, epsilon, m_compositions, m_expected,
                                    remove->logDelta + kRelativeNegligible, m_addSaddle);
      if (add) {
        m_addSaddle = add->saddle;
        return std::max(remove->logDelta, add->logDelta);
      }
    }
    m_useGrid = true;  // for good, so that a search sees one function
  }
  const auto grid = gridDelta(step, epsilon, m_compositions, 1e-3, m_expected, m_control);
  if (!grid) return std::nullopt;
  return grid->logDelta - grid->excess;
}

double roughLogDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double expectedLogDelta) {
  const double mostOutcome =
      step.relevantOutcomes(std::log(static_cast<double>(compositions)), expectedLogDelta - 20).most;
  const auto saddle = saddlePoint(step, Direction::Remove, epsilon, compositions, 0, {mostOutcome});
  return saddle ? saddle->logDelta : -750;
}

double limitMu(double sigma, double q, Index compositions) {
  return q * std::sqrt(static_cast<double>(compositions)) * std::sqrt(std::expm1(std::min(700.0, 1 / (sigma * sigma))));
}

double limitSigma(double mu, double q, Index compositions) {
  const double ratio = mu / (q * std::sqrt(static_cast<double>(compositions)));
  return 1 / std::sqrt(std::log1p(ratio * ratio));
}

SecantResult approximateLogSigma(double epsilon, double delta, double q, Index compositions, double leastX,
                                 double mostX, const RunControl& control) {
  SecantOptions options;
  options.leastX = leastX;
  options.mostX = mostX;
  options.start = std::clamp(std::log(limitSigma(gaussianMuFor(epsilon, delta), q, compositions)), leastX, mostX);
  options.slope = -20;
  options.mostStep = 0.5;
  return search(
      [&](double logSigma) {
        return std::pair{SubsampledGaussian{std::exp(logSigma), q}, epsilon};
      },
      std::log(delta), compositions, options, control);
}

SecantResult approximateEpsilon(const SubsampledGaussian& step, double delta, Index compositions, double mostX,
                                const RunControl& control) {
  SecantOptions options;
  options.leastX = 0;
  options.mostX = mostX;
  options.start = std::clamp(gaussianEpsilon(limitMu(step.sigma, step.q, compositions), delta), 0.0, mostX);
  options.slope = -std::max(1.0, -std::log(delta)) / mostX;
  options.mostStep = mostX;
  return search(
      [&](double epsilon) {
        return std::pair{step, epsilon};
      },
      std::log(delta), compositions, options, control);
}

}  // namespace noiseloom
