#include <algorithm>
#include <cmath>
#include <utility>

#include "core/mechanism/list.h"
#include "core/mechanism/parts/decay_search.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/mechanism/square_root.h"
#include "core/optimize/endings.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"inverse-fractional-roots"}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

// C^-1 has the first coefficients of A^-gamma: gamma = 1/2 is BISR, gamma = 0 independent noise.
InverseToeplitzStrategy strategyAt(double gamma, const Scenario& scenario, Index bands) {
  return {scenario.iterations, workloadPowerCoefficients(scenario.workload, -gamma, bands)};
}

// Descends from BISR, so that without amplification the error is never above BISR's.
Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl& control) {
  const auto error = [&](double gamma) {
    return unitError(scenario, strategyAt(gamma, scenario, bands), control.quiet());
  };
  LineMinimum found = searchDecay(error, 0.25, bands == 1, endings::kExponent, control);
  return {strategyAt(found.x, scenario, bands), std::move(found.summary)};
}

// Forty evaluations, where fifteen are usual, whose series are about fifteen roots of n long at the tried exponents.
// Measured at n = 2000 to 10^9, p = 2 to 1024.
double seconds(const Scenario& scenario, Index bands) {
  const double n = static_cast<double>(scenario.iterations);
  const double terms = std::min(n, 15 * std::sqrt(n)) + (scenario.workload.isToeplitz() ? 0 : n);
  return 1e-3 + 4.5e-8 * static_cast<double>(bands) * terms;
}

}  // namespace

constinit const Mechanism mechanisms::bifr{
    .id = "bifr",
    .name = Core::tr("Banded inverse fractional root"),
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
