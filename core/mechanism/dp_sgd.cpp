#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"private-deep-learning"}};

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl&) {
  return {IdentityStrategy(scenario.iterations)};
}

}  // namespace

constinit const Mechanism mechanisms::dpSgd{
    .id = "dp-sgd",
    .name = Core::tr("DP-SGD"),
    .summary = Core::tr("Independent noise: C is the identity"),
    .sources = kSources,
    .compared = true,
    .banded = [](const Scenario&) { return true; },
    .anyWorkload = true,
    .solve = solve,
    .noise = [](const Scenario&, Index) { return NoiseShape::of(NoiseRoute::Banded, 0); },
};

}  // namespace noiseloom
