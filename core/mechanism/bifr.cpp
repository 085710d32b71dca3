#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/errors.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/optimize/line_minimum.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"inverse-fractional-roots"}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

// C^-1 has the first coefficients of A^-gamma: gamma = 1/2 is BISR, gamma = 0 independent noise.
InverseToeplitzStrategy strategyAt(double gamma, const Scenario& scenario, Index bands) {
  return {scenario.iterations, workloadPowerCoefficients(scenario.workload, -gamma, bands)};
}

// x = -log(1 - gamma): the series of C decays the more slowly the nearer gamma is to 1. From BISR downhill, so that
// without amplification the error is never above BISR's.
MechanismSolution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl& control) {
  const auto gammaAt = [](double x) { return -std::expm1(-x); };
  const auto error = [&](double x) {
    try {
      return unitError(scenario, strategyAt(gammaAt(x), scenario, bands), {control.stop, {}});
    } catch (const InvalidArgument&) {
      return std::numeric_limits<double>::infinity();  // C decays too slowly to be held
    }
  };
  LineOptions options;
  options.start = std::numbers::ln2;
  options.least = 0;
  options.most = 12;
  options.step = 0.25;
  options.tolerance = 1e-6;  // where the error, flat at its minimum, no longer changes in ten digits
  options.variable = endings::kExponent;
  if (bands == 1) options.most = options.least = options.start;
  LineMinimum found = minimizeAlongLine(error, options, control);
  return {strategyAt(gammaAt(found.x), scenario, bands), std::move(found.summary)};
}

// Some forty evaluations, whose series are about fifteen roots of n long at the exponents that are tried. Measured at n
// = 2000 to 10^9, p = 2 to 1024.
double seconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double terms = std::min(n, 15 * std::sqrt(n)) + (scenario.workload.isToeplitz() ? 0 : n);
  return 1e-3 + 4.5e-8 * static_cast<double>(bands) * terms;
}

}  // namespace

constinit const Mechanism mechanisms::bifr{
    .id = "bifr",
    .name = Core::tr("Inverse fractional root"),
    .shortName = "BIFR",
    .summary = Core::tr("The first b coefficients of the workload to a negative power, the best one"),
    .sources = kSources,
    .color = 9,
    .settings = kSettings,
    .bandsOfInverse = true,
    .ofParticipation = true,
    .solve = solve,
    .seconds = seconds,
    .sketch = &bisr,
};

}  // namespace noiseloom
