#include "core/design/epsilon_at.h"

#include <cmath>

#include "core/accounting/secant_search.h"

namespace noiseloom {

std::optional<double> epsilonAt(const Accounting& accounting, double noiseMultiplier, double delta,
                                const RunControl& control) {
  constexpr double kMostEpsilon = 1000, kLeastDelta = 1e-300;
  SecantOptions options;
  options.leastX = 0;
  options.mostX = kMostEpsilon;
  options.start = 1;
  options.slope = -10;
  options.mostStep = kMostEpsilon;
  options.tolerance = 1e-3;
  options.fromBelow = true;
  options.mostEvaluations = 40;
  const SecantResult found = searchDecreasing(
      [&](double epsilon) -> std::optional<double> {
        if (control.stopRequested()) return std::nullopt;
        control.report(0.5, Core::tr("certifying the privacy accounting"));
        const double told = accounting.deltaAt(noiseMultiplier, epsilon, {control.stop, {}});
        return std::log(std::max(told, kLeastDelta) / delta);
      },
      options);
  if (std::isnan(found.x)) return std::nullopt;
  return found.x;
}

}  // namespace noiseloom
