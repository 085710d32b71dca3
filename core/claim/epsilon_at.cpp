#include "core/claim/epsilon_at.h"

#include <algorithm>
#include <cmath>

#include "core/base/safe_digits.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {

double shortestSafe(double epsilon, double slack, const std::function<bool(double)>& isSafe) {
  constexpr int kMostDigits = 12;
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    const double candidate = roundedDown(epsilon, digits);
    if (candidate == epsilon) return epsilon;
    if (epsilon - candidate <= slack) return candidate > 0 && isSafe(candidate) ? candidate : epsilon;
  }
  return epsilon;
}

std::optional<Certified> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                   const RunControl& control) {
  constexpr double kMostEpsilon = 1000, kLeastDelta = 1e-300, kCoarse = 1e-3, kFinest = 1e-11;
  double error = 1;  // of the certified delta at the last safe epsilon
  const auto excess = [&](double epsilon) -> std::optional<double> {
    if (control.stopRequested()) return std::nullopt;
    control.report(0.5, Core::tr("certifying the privacy accounting"));
    const Certified certified = accounting.certifiedDelta(noiseMultiplier, epsilon, control.quiet());
    const double value = std::log(std::max(certified.value, kLeastDelta) / delta);
    if (value <= 0) error = certified.errorBound;
    return value;
  };
  SecantOptions options{.start = 1,
                        .slope = -10,
                        .leastX = 0,
                        .mostX = kMostEpsilon,
                        .mostStep = kMostEpsilon,
                        .tolerance = kCoarse,
                        .fromBelow = true,
                        .mostEvaluations = 40};
  const SecantResult rough = searchDecreasing(excess, options);
  if (std::isnan(rough.x)) return std::nullopt;
  if (rough.x == 0) return Certified{};
  // Searches once more, to the precision of the certified delta.
  options.start = rough.x;
  options.slope = rough.slope;
  options.tolerance = std::clamp(0.1 * error, kFinest, kCoarse);
  options.mostEvaluations = 15;
  SecantResult found = rough.stopped || rough.value >= -options.tolerance ? rough : searchDecreasing(excess, options);
  if (std::isnan(found.x)) found = rough;
  const double slack = 2 * std::max(-found.value, options.tolerance) / -found.slope;
  Certified result;
  result.stopped = found.stopped;
  result.value = shortestSafe(found.x, slack, [&](double epsilon) {
    const auto value = excess(epsilon);
    return value && *value <= 0;
  });
  const double ofDelta = error < 1 ? -std::log1p(-error) : INFINITY;
  result.errorBound = std::min(1.0, (slack + ofDelta / -found.slope) / result.value);
  return result;
}

}  // namespace noiseloom
