#include "core/error/loss_curve.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/check.h"

namespace noiseloom {
namespace {

void checkDescent(const QuadraticDescent& descent) {
  checkInteger("directions", std::ssize(descent.directions), 1, kNoLimit);
  checkPositive("learning_rate", descent.learningRate);
  checkFinite("noise", descent.noise);
  if (descent.noise < 0) checkPositive("noise", descent.noise);
  for (const QuadraticDirection& direction : descent.directions) {
    checkPositive("curvature", direction.curvature);
    checkClosedInterval("curvature times learning_rate", direction.curvature * descent.learningRate, 0, 1);
    checkFinite("start", direction.start);
    checkPositive("count", direction.count);
  }
}

}  // namespace

LossCurve expectedLossCurve(const Strategy& strategy, const QuadraticDescent& descent, Index mostPoints,
                            const RunControl& control) {
  checkDescent(descent);
  LossCurve curve;
  curve.steps.push_back(0);
  for (const Index step : profileSteps(strategy.iterations(), mostPoints)) curve.steps.push_back(step + 1);
  curve.signal.assign(curve.steps.size(), 0.0);
  curve.noise = curve.signal;
  std::map<double, double> scales;  // of the variances, by alpha
  const double stddev = descent.learningRate * descent.noise;
  for (const QuadraticDirection& direction : descent.directions) {
    const double alpha = 1 - direction.curvature * descent.learningRate;
    const double half = direction.count * direction.curvature / 2;
    for (std::size_t i = 0; i < curve.steps.size(); ++i)
      curve.signal[i] += half * std::pow(std::pow(alpha, static_cast<double>(curve.steps[i])) * direction.start, 2);
    scales[alpha] += half * stddev * stddev;
  }
  double done = 0;
  for (const auto& [alpha, scale] : scales) {
    if (scale == 0) continue;
    const double part = 1 / static_cast<double>(scales.size());
    const Workload workload = alpha > 0 ? Workload::sgd(alpha, 0) : Workload::identity();
    const ErrorProfile profile = errorProfile(strategy, workload, mostPoints, control.part(done, done + part));
    done = std::min(done + part, 1.0);
    if (!profile.valid) return curve;
    for (std::size_t i = 0; i < profile.variances.size(); ++i) curve.noise[i + 1] += scale * profile.variances[i];
    curve.relativeErrorBound = std::max(curve.relativeErrorBound, profile.relativeErrorBound);
  }
  curve.valid = std::ranges::all_of(curve.noise, [](double value) { return std::isfinite(value); }) &&
                std::ranges::all_of(curve.signal, [](double value) { return std::isfinite(value); });
  return curve;
}

}  // namespace noiseloom
