#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr MechanismSetting kSettings[]{{Field::Imported}};

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (scenario.imported) {
    if (auto found = scenario.imported->problem(scenario)) return found;
    const Strategy strategy = scenario.imported->at(scenario.iterations);
    return strategy.kind().series || strategy.isIdentity() ? std::nullopt : columnsProblem(scenario);
  }
  return InvalidArgument("mechanism", mechanisms::imported.id, Core::tr("a file with its strategy"));
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl&) {
  if (const auto found = problem(scenario)) throw *found;
  return {scenario.imported->at(scenario.iterations)};
}

NoiseShape noise(const Scenario& scenario, Index) {
  // The noise rows of a scenario that cannot be solved do not matter.
  if (problem(scenario)) return NoiseShape::of(NoiseRoute::Banded, 0);
  return noiseShapeOf(scenario.imported->at(scenario.iterations));
}

}  // namespace

constinit const Mechanism mechanisms::imported{
    .id = "imported",
    .name = Core::tr("Imported"),
    .summary = Core::tr("A strategy from a file, or drawn by hand, as it stands: nothing is optimised"),
    .color = 3,  // no curve over bands is its own
    .settings = kSettings,
    // The bands are a property of the strategy: problem() checks them.
    .banded = [](const Scenario&) { return true; },
    .anyWorkload = true,
    .problem = problem,
    .solve = solve,
    .noise = noise,
};

}  // namespace noiseloom
