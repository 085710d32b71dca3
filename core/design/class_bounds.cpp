#include "core/design/class_bounds.h"

#include <algorithm>

#include "core/design/class_lower_bound.h"
#include "core/mechanism/dense.h"
#include "core/participation/participation.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr double kDenseTolerance = 1e-3;  // a bound is within its square of the optimum

}  // namespace

Text classText(const ClassBound& bound) {
  const bool toeplitz = bound.id.ends_with("toeplitz");
  if (!bound.bands)
    return toeplitz ? Core::tr("Toeplitz strategies") : Core::tr("strategies whose columns have one norm");
  const Text bands = *bound.bands == 1 ? Text(Core::tr("1 band")) : Text(Core::tr("%1 bands"), *bound.bands);
  if (toeplitz) return {Core::tr("Toeplitz strategies of at most %1"), bands};
  if (bound.id.ends_with("equal-norms"))
    return {Core::tr("strategies of at most %1 whose columns have one norm"), bands};
  return {Core::tr("strategies of at most %1"), bands};
}

Text whyBelow(const ClassBound& bound, const Design& design) {
  if (!bound.id.ends_with("toeplitz")) {
    return bound.id.ends_with("equal-norms") ? Core::tr("its columns differ in norm")
                                             : Core::tr("it is none of these strategies");
  }
  const bool rescaled = design.strategy.kind().series && sizesOf(design.strategy).scaling != ColumnScaling::None;
  return rescaled ? Core::tr("it is not Toeplitz: its columns are rescaled") : Core::tr("it is not Toeplitz");
}

std::vector<ClassBound> classBounds(const Design& design, const RunControl& control) {
  const Scenario& scenario = design.scenario;
  std::vector<ClassBound> bounds;
  if (scenario.batching->ofStrategy()) return bounds;
  const Workload& workload = scenario.workload;
  const Index n = scenario.iterations;
  const Index bands = std::min(design.bands, n);
  const Participation schema = scenario.participation();
  const bool ofBands = scenario.batching->amplified();
  const RunControl quiet = control.quiet();
  const auto add = [&](std::string_view id, std::optional<Index> most, double unit) {
    if (control.stopRequested()) return;
    // A bound for all matrices holds for a class.
    const double value = unit > 0 ? std::max(unit * design.noiseMultiplier.value, design.lowerBound) : 0;
    bounds.push_back({id, most, value});
  };
  const auto toeplitz = [&](Index most) {
    return toeplitzClassLowerBound(workload, n, most, schema, scenario.objective, quiet);
  };
  const auto stage = [&](double fraction) { control.report(fraction, Core::tr("bounding classes of strategies")); };
  stage(0);
  if (!ofBands) add("toeplitz", std::nullopt, toeplitz(n));
  stage(0.2);
  if (bands < n || ofBands) add("banded-toeplitz", bands, toeplitz(bands));
  if (scenario.objective != ErrorObjective::Mean || control.stopRequested()) return bounds;
  stage(0.3);
  add("equal-norms", ofBands ? std::optional(bands) : std::nullopt, equalNormLowerBound(workload, n, schema, quiet));
  const Index hits = mostHits(schema, n);
  const Index members = hits == 1 ? 1 : (n - 1) / schema.separation + 1;
  const bool apart = hits == 1 || bands <= schema.separation;
  if (bands == n || !apart || control.stopRequested()) return bounds;
  stage(0.4);
  // If an example can take every step of a comb, the norms are free; otherwise only equal norms have a bound.
  const bool all = hits == members;
  DenseOptions options;
  options.norms = hits > 1 && all ? ColumnNorms::Free : ColumnNorms::Equal;
  options.bands = bands;
  options.gradientTolerance = kDenseTolerance;
  add(all ? "banded" : "banded-equal-norms", bands,
      n > kMostDenseClass ? 0 : optimizeDense({workload, n, schema}, options, quiet).lowerBound);
  return bounds;
}

}  // namespace noiseloom
