#include "core/scenario/mechanism.h"

#include <algorithm>

#include "core/error/series_error.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

// "dp-sgd, bsr, dense": the mechanisms that cyclic Poisson sampling can run.
std::string bandedMechanisms() {
  std::string list;
  for (const Mechanism* mechanism : allMechanisms()) {
    Scenario scenario({.mechanism = mechanism});
    if (mechanism->bandedWith.empty() && !mechanism->banded(scenario)) continue;
    if (!list.empty()) list += ", ";
    list += mechanism->id;
  }
  return list;
}

}  // namespace

const MechanismSetting* Mechanism::setting(Field field) const {
  const auto found = std::ranges::find(settings, field, &MechanismSetting::field);
  return found == settings.end() ? nullptr : &*found;
}

std::optional<const Mechanism*> mechanismFromName(std::string_view id) {
  const auto found = std::ranges::find(offeredMechanisms(), id, &Mechanism::id);
  return found == offeredMechanisms().end() ? std::nullopt : std::optional(*found);
}

std::optional<InvalidArgument> mechanismProblem(const Scenario& scenario) {
  const Mechanism& mechanism = *scenario.mechanism;
  if (scenario.iterations < 1 || !(scenario.epochs > 0)) return std::nullopt;
  if (scenario.batching->banded && !mechanism.banded(scenario)) {
    const std::string_view under = scenario.batching->id;
    return InvalidArgument(
        "mechanism", mechanism.id,
        mechanism.bandedWith.empty()
            ? Text(Core::tr("a banded mechanism under %1 (%2), or another batching"), under, bandedMechanisms())
            : Text(Core::tr("%1 %2 (at most n/k) under %3, or another batching"), mechanism.id, mechanism.bandedWith,
                   under));
  }
  if (scenario.workload.isMatrix() && !mechanism.anyWorkload) {
    return InvalidArgument("mechanism", mechanism.id,
                           Core::tr("dense (with bands or without), dp-sgd, tree or an imported strategy beside a "
                                    "workload that is a matrix"));
  }
  if (mechanism.problem) {
    if (auto problem = mechanism.problem(scenario)) return problem;
  }
  if (scenario.mostNoiseRows) {
    if (const auto rows = fixedNoiseRows(scenario); rows && *rows > *scenario.mostNoiseRows) {
      return InvalidArgument("most_noise_rows", *scenario.mostNoiseRows,
                             {Core::tr("at least %1 for %2"), *rows, mechanism.id});
    }
  }
  return std::nullopt;
}

std::optional<InvalidArgument> iterationsProblem(const Scenario& scenario, Index most, const Text& why) {
  if (scenario.iterations <= most) return std::nullopt;
  return InvalidArgument("iterations", scenario.iterations, {Core::tr("1 to %1 (%2)"), most, why});
}

std::optional<InvalidArgument> columnsProblem(const Scenario& scenario) {
  if (scenario.workload.isRational()) return std::nullopt;
  return iterationsProblem(scenario, kMostByColumns,
                           Core::tr("this mechanism beside an averaging window or a workload from a file"));
}

std::optional<Index> fixedNoiseRows(const Scenario& scenario) {
  if (scenario.searchesBands()) return std::nullopt;
  const Index size = scenario.usesBands() ? scenario.bands.value_or(scenario.iterations) : scenario.buffers.value_or(1);
  const auto shape = noiseShapeOf(scenario, size);
  return shape ? std::optional(shape->rows) : std::nullopt;
}

Solution solveMechanism(const Scenario& scenario, Index bands, std::span<const double> start,
                        const RunControl& control) {
  if (!scenario.mechanism->solve) throw InvalidArgument("mechanism", scenario.mechanism->id, Core::tr("one mechanism"));
  return scenario.mechanism->solve(scenario, bands, start, control);
}

Solution solveQuickly(const Scenario& scenario, Index bands, std::span<const double> start, const RunControl& control) {
  if (!scenario.mechanism->quickSolve) return solveMechanism(scenario, bands, start, control);
  return scenario.mechanism->quickSolve(scenario, bands, start, control);
}

double estimatedSeconds(const Scenario& scenario, Index bands) {
  if (scenario.mechanism->seconds) return scenario.mechanism->seconds(scenario, bands);
  return 1e-6 * std::min(static_cast<double>(scenario.iterations), 1e6);
}

std::optional<NoiseShape> noiseShapeOf(const Scenario& scenario, Index size) {
  const Mechanism& mechanism = *scenario.mechanism;
  if (scenario.asksForBest()) return std::nullopt;
  checkInteger(mechanism.uses(Field::Buffers) ? "buffers" : "bands", size, 1, kNoLimit);
  if (mechanism.noise) return mechanism.noise(scenario, size);
  return mechanism.bandsOfInverse ? NoiseShape::of(NoiseRoute::Convolution, size - 1)
                                  : NoiseShape::of(NoiseRoute::Banded, size - 1);
}

}  // namespace noiseloom
