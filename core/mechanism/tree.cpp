#include "core/mechanism/list.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/full_tree.h"
#include "core/strategy/strategy_kind.h"
#include "core/strategy/tree_strategy.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"tree-estimates"}, {"without-sampling"}};
constexpr MechanismSetting kSettings[]{{Field::TreeDecoder}};

bool isFull(const Scenario& scenario) {
  return scenario.treeDecoder == TreeDecoder::Full;
}

std::optional<InvalidArgument> problem(const Scenario& scenario) {
  if (!isFull(scenario)) return columnsProblem(scenario);
  return iterationsProblem(scenario, kMostFullTreeIterations, Core::tr("memory of the full decoder"));
}

Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  if (isFull(scenario)) {
    if (auto full = fullTreeStrategy(scenario.iterations, control)) return {*std::move(full)};
  }
  const bool own = scenario.treeDecoder == TreeDecoder::OwnNode;
  return {TreeStrategy(scenario.iterations, own ? TreeEstimate::OwnNode : TreeEstimate::FromBelow)};
}

double seconds(const Scenario& scenario, Index) {
  const double n = static_cast<double>(scenario.iterations);
  return isFull(scenario) ? n * n * n / 4e10 : 1e-3;
}

// The matrix and its inverse.
double bytes(const Scenario& scenario, Index) {
  const double n = static_cast<double>(scenario.iterations);
  return isFull(scenario) ? 16 * n * n : 0;
}

NoiseShape noise(const Scenario& scenario, Index) {
  if (isFull(scenario)) return NoiseShape::ofBlocks(scenario.iterations - 1);
  return NoiseShape::of(NoiseRoute::Tree, TreeStrategy(scenario.iterations).levels() + 1);
}

}  // namespace

constinit const Mechanism mechanisms::tree{
    .id = "tree",
    .name = Core::tr("Binary tree"),
    .summary = Core::tr("Noisy sums of dyadic blocks: log n noise vectors"),
    .sources = kSources,
    .color = 5,
    .settings = kSettings,
    .anyWorkload = true,
    .problem = problem,
    .solve = solve,
    .seconds = seconds,
    .bytes = bytes,
    .sketch = &tree,
    .noise = noise,
    .size =
        [](const Strategy& strategy) {
          if (!strategy.kind().treeEstimate) return Text(Core::tr("full decoder"));
          return Text(sizesOf(strategy).treeEstimate == TreeEstimate::OwnNode ? Core::tr("own nodes alone")
                                                                              : Core::tr("online decoder"));
        },
};

}  // namespace noiseloom
