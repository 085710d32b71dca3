#include "core/mechanism/bisr.h"

#include "core/base/check.h"
#include "core/mechanism/list.h"
#include "core/mechanism/square_root.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::vector<double> bisrCoefficients(const Workload& workload, Index bands) {
  checkInteger("bands", bands, 1, kNoLimit);
  return workloadPowerCoefficients(workload, -0.5, bands);
}

namespace {

constexpr MechanismSource kSources[]{{"bisr-bandinvmf", Core::tr("section 3")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl&) {
  return {InverseToeplitzStrategy(scenario.iterations, bisrCoefficients(scenario.workload, bands))};
}

}  // namespace

constinit const Mechanism mechanisms::bisr{
    .id = "bisr",
    .name = Core::tr("Banded inverse square root"),
    .shortName = "BISR",
    .summary = Core::tr("The first b coefficients of the square root's inverse: closed form"),
    .sources = kSources,
    .color = 3,
    .compared = true,
    .settings = kSettings,
    .bandsOfInverse = true,
    .solve = solve,
};

}  // namespace noiseloom
