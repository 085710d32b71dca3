#include "core/accounting/fourier/approximate_root.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"

namespace noiseloom {
namespace {

constexpr double kRoughTolerance = 0.02;  // of log delta
constexpr double kSettled = 1e-6;         // of log delta: errors above it make neighbours' differences meaningless
constexpr double kAstray = 1;             // of log delta: a rough approximation so far off tells no slope either
constexpr double kFar = 6;                // of log delta: from farther off a search of its own is quicker
constexpr double kSlopeApart = 1e-5;      // of log delta: points nearer to each other tell their error, not the slope

/// The slope at the result from the evaluated point that is nearest to it without being too near.
void takeSlope(SecantResult& result, const std::vector<std::pair<double, double>>& points, double least) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [x, value] : points) {
    const double apart = std::abs(value - result.value);
    const double slope = (value - result.value) / (x - result.x);
    if (!(apart > least && apart < nearest) || !(slope < 0) || !std::isfinite(slope)) continue;
    nearest = apart;
    result.slope = slope;
  }
}

/// The slope at the result from points so far apart that errors hardly matter: where the rough
/// approximation is astray or the methods settle for little, neither it nor neighbouring points are anything to go by.
/// f(x) is log delta less what is wanted, empty when stopped.
template <class Function>
void takeWideSlope(SecantResult& result, Function f, double leastX, double mostX) {
  constexpr double kWide = 0.1;  // of log delta, on each side
  double distance = kWide / -result.slope;
  for (int attempt = 0; attempt < 4; ++attempt, distance *= 4) {
    const double low = std::max(leastX, result.x - distance), high = std::min(mostX, result.x + distance);
    const auto atLow = f(low), atHigh = f(high);
    if (!atLow || !atHigh || !std::isfinite(*atLow) || !std::isfinite(*atHigh)) return;
    const double slope = (*atHigh - *atLow) / (high - low);
    if (slope < 0 && std::isfinite(slope)) result.slope = slope;
    if (*atLow - *atHigh > kWide) return;
  }
}

/// Finds where log delta, decreasing in x, is `logDelta`: first by the rough approximation, then by ApproximateDelta.
/// composedAt(x) gives the steps and epsilon at x.
template <class ComposedAt>
SecantResult search(ComposedAt composedAt, double logDelta, Index compositions, SecantOptions options,
                    const RunControl& control) {
  RoughDelta rough(logDelta);
  if (compositions > 1) {
    options.tolerance = kRoughTolerance;
    const SecantResult found = searchDecreasing(
        [&](double x) -> std::optional<double> {
          if (control.stopRequested()) return std::nullopt;
          return rough(composedAt(x)) - logDelta;
        },
        options);
    if (found.stopped) return found;
    options.start = found.x;
    const double width = kRoughTolerance / std::max(1.0, -found.slope);
    const double low = std::max(options.leastX, found.x - width), high = std::min(options.mostX, found.x + width);
    const double slope = (rough(composedAt(high)) - rough(composedAt(low))) / (high - low);
    if (slope < 0 && std::isfinite(slope)) options.slope = slope;
    options.mostStep *= 0.4;
    options.mostEvaluations = 25;
  }
  options.tolerance = 1e-13;
  ApproximateDelta approximate(logDelta, control);
  std::vector<std::pair<double, double>> points;
  const auto difference = [&](double x) -> std::optional<double> {
    const auto value = approximate(composedAt(x));
    if (!value) return std::nullopt;
    points.emplace_back(x, *value - logDelta);
    // Within the error there is nothing left to find.
    return compositions > 1 && std::abs(points.back().second) < 2 * approximate.error() ? 0.0 : points.back().second;
  };
  SecantResult result = searchDecreasing(difference, options);
  takeSlope(result, points, std::max(kSlopeApart, 20 * approximate.error()));
  if (approximate.isCoarse() && !result.stopped) {
    approximate.refine();
    options.start = result.x;
    options.slope = result.slope;
    options.mostEvaluations = 6;
    points.clear();
    result = searchDecreasing(difference, options);
    result.slope = options.slope;
    takeSlope(result, points, 20 * approximate.error());
  }
  if (compositions == 1 || result.stopped || std::isnan(result.x)) return result;
  const bool roughAstray = !(std::abs(rough(composedAt(result.x)) - logDelta) < kAstray);
  if (roughAstray || approximate.error() > kSettled) takeWideSlope(result, difference, options.leastX, options.mostX);
  return result;
}

}  // namespace

SecantResult approximateLogSigma(double epsilon, double delta, double q, Index compositions, Adjacency adjacency,
                                 double leastX, double mostX, const RunControl& control) {
  SecantOptions options;
  options.leastX = leastX;
  options.mostX = mostX;
  options.start = std::clamp(std::log(limitSigma(gaussianMuFor(epsilon, delta), q, compositions)), leastX, mostX);
  options.slope = -20;
  options.mostStep = 0.5;
  return search(
      [&](double logSigma) {
        return ComposedSteps{{std::exp(logSigma), q, adjacency}, epsilon, compositions};
      },
      std::log(delta), compositions, options, control);
}

SecantResult nextLogSigma(double epsilon, double delta, double q, Index compositions, Adjacency adjacency, double start,
                          double slope, double leastX, double mostX, double tolerance) {
  SecantOptions options{.start = start,
                        .slope = slope,
                        .leastX = leastX,
                        .mostX = mostX,
                        .mostStep = 0.2,
                        .tolerance = tolerance * std::max(1.0, -slope),
                        .mostEvaluations = 8};
  const double logDelta = std::log(delta);
  ApproximateDelta approximate(logDelta, {});
  SecantResult found = searchDecreasing(
      [&](double x) -> std::optional<double> {
        const auto value = approximate(ComposedSteps{{std::exp(x), q, adjacency}, epsilon, compositions});
        if (!value || !(std::abs(*value - logDelta) < kFar) || approximate.error() > kSettled) return std::nullopt;
        return *value - logDelta;
      },
      options);
  found.stopped |= !(std::abs(found.value) <= options.tolerance);
  // What is left along the slope costs nothing.
  if (!found.stopped) found.x = std::clamp(found.x - found.value / found.slope, leastX, mostX);
  return found;
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
        return ComposedSteps{step, epsilon, compositions};
      },
      std::log(delta), compositions, options, control);
}

SecantResult approximateMinusLogQ(double sigma, double epsilon, double delta, Index compositions, Adjacency adjacency,
                                  double mostX, const RunControl& control) {
  SecantOptions options{.leastX = 1e-12, .mostX = mostX};
  const double limit = limitMu(sigma, 1, compositions);
  options.start = std::clamp(std::log(limit / gaussianMuFor(epsilon, delta)), 0.5 * std::min(mostX, 1e-3), mostX);
  options.slope = -3;
  options.mostStep = 1;
  return search(
      [&](double x) {
        return ComposedSteps{{sigma, std::exp(-x), adjacency}, epsilon, compositions};
      },
      std::log(delta), compositions, options, control);
}

}  // namespace noiseloom
