#include "core/monte_carlo/equivalent_composition.h"

#include <algorithm>
#include <cmath>

#include "core/accounting/calibration/calibration.h"
#include "core/linalg/secant_search.h"

namespace noiseloom {
namespace {

constexpr double kMultiplierTolerance = 1e-5;
constexpr double kWhole = 1e-9;
// Steps from which two neighbours tell enough of what is between whole numbers.
constexpr double kManySteps = 16;

}  // namespace

double EquivalentComposition::logSecondMoment(double sigma) const {
  return steps * std::log1p(rate * rate * std::expm1(1 / (sigma * sigma)));
}

std::optional<double> matchedRate(double logSecond, double logThird, double steps) {
  // With E (Y - 1)^2 = A and E (Y - 1)^3 = 3 A^2 + A^3 of a lognormal Y of mean 1, x = q A has x^3 + 3 a x = d.
  const double a = std::expm1(logSecond / steps);
  const double d = std::expm1(logThird / steps) - 3 * a;
  if (!(a > 0) || !(d > 0) || !std::isfinite(d)) return std::nullopt;
  const double x = 2 * std::sqrt(a) * std::sinh(std::asinh(d / (2 * a * std::sqrt(a))) / 3);
  return std::min(a / x, 1.0);
}

std::optional<double> composedNoiseMultiplier(const EquivalentComposition& composition, double epsilon, double delta,
                                              SigmaTrail& trail) {
  const auto& [q, steps] = composition;
  const double below = std::floor(steps + kWhole);
  const bool whole = steps - below < kWhole;
  if (q == 1) return PoissonSteps(1, 1).approximateNoiseMultiplier(epsilon, delta) * std::sqrt(steps);
  const double sampled = -std::expm1(below * std::log1p(-q));
  if (!(delta >= kLeastSubsampledDelta && delta < 0.5 * sampled)) return std::nullopt;
  // Lagrange's polynomial of log sigma in log T.
  const int points = whole ? 1 : below < kManySteps ? 3 : 2;
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    double weight = 1;
    for (int j = 0; j < points; ++j) {
      if (j != i) weight *= std::log(steps / (below + j)) / std::log((below + i) / (below + j));
    }
    const PoissonSteps poisson(q, static_cast<Index>(below) + i);
    sum += weight * std::log(nextNoiseMultiplier(poisson, epsilon, delta, trail, kMultiplierTolerance));
  }
  return std::exp(sum);
}

std::optional<double> whereSecondMomentIs(double target, const LogMoment& logMoment, double start, double norm,
                                          double tolerance, const RunControl& control) {
  SecantOptions search;
  search.start = start;
  search.leastX = std::log(norm) - 8;
  search.mostX = std::log(norm) + 14;
  search.slope = -2.2;  // of log log M_2, typically
  search.mostStep = 0.7;
  search.tolerance = tolerance;
  search.mostEvaluations = 30;
  const SecantResult found = searchDecreasing(
      [&](double at) -> std::optional<double> {
        if (control.stopRequested()) return std::nullopt;
        return std::log(logMoment(at) / target);
      },
      search);
  if (found.stopped || !std::isfinite(found.x)) return std::nullopt;
  // The last step, along the slope, costs nothing.
  return found.x - found.value / found.slope;
}

}  // namespace noiseloom
