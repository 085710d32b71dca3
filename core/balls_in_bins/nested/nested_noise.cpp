#include "core/balls_in_bins/nested/nested_noise.h"

#include <cmath>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/nested/nested_delta.h"
#include "core/linalg/secant_search.h"
#include "core/monte_carlo/equivalent_composition.h"

namespace noiseloom {
namespace {

constexpr double kRoughly = 0.05;        // of log M_2
constexpr double kTolerance = 1e-3;      // of log delta; what is left of it goes along the slope
constexpr double kLeastExponent = 1e-7;  // of log M_2: below it the grid has too many nodes

}  // namespace

std::optional<double> nestedNoise(const PairLevels& levels, double epsilon, double delta, const RunControl& control) {
  const double mu = gaussianMuFor(epsilon, delta), target = std::log(delta);
  // First as if the loss were normal.
  const auto start = whereSecondMomentIs(
      mu * mu, [&](double logSigma) { return levels.logSecondMoment(levels.exponents(std::exp(logSigma))); },
      std::log(levels.norm() / mu), levels.norm(), kRoughly, control);
  if (!start) return std::nullopt;
  SecantOptions search;
  search.start = *start;
  search.slope = 2 * target;
  search.leastX = std::log(levels.norm()) - 0.5 * std::log(kMostNestedExponent);
  search.mostStep = 0.3;
  search.tolerance = kTolerance;
  search.mostEvaluations = 20;
  const SecantResult found = searchDecreasing(
      [&](double logSigma) -> std::optional<double> {
        const std::vector<double> exponents = levels.exponents(std::exp(logSigma));
        if (control.stopRequested() || exponents[0] > kMostNestedExponent ||
            levels.logSecondMoment(exponents) < kLeastExponent)
          return std::nullopt;
        return nestedLogDelta(exponents, levels.bins(), epsilon, target) - target;
      },
      search);
  if (found.stopped || std::abs(found.value) > 10 * kTolerance) return std::nullopt;
  return std::exp(found.x - found.value / found.slope);
}

}  // namespace noiseloom
