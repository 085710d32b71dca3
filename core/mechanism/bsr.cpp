#include "core/mechanism/list.h"
#include "core/mechanism/square_root.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"banded-square-root"}, {"bisr-bandinvmf", Core::tr("section 2")}};
constexpr MechanismSetting kSettings[]{{Field::Bands}};

Solution solve(const Scenario& scenario, Index bands, std::span<const double>, const RunControl&) {
  return {ToeplitzStrategy(scenario.iterations, bandedSquareRoot(scenario.workload, bands))};
}

}  // namespace

constinit const Mechanism mechanisms::bsr{
    .id = "bsr",
    .name = Core::tr("Banded square root"),
    .shortName = "BSR",
    .summary = Core::tr("The first b coefficients of the square root: closed form"),
    .sources = kSources,
    .color = 1,
    .settings = kSettings,
    .banded = [](const Scenario&) { return true; },
    .bandedWithin = &bandedToeplitz,
    .solve = solve,
};

}  // namespace noiseloom
