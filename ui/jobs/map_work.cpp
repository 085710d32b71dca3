#include "ui/jobs/map_work.h"

#include "core/base/errors.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/comparable.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

/// Under balls-in-bins the time of a cell grows with the square of its bins; beyond this number it exceeds a
/// few seconds.
constexpr Index kMostMappedBins = 512;

/// The scenario with every input that its map does not depend on set to its default.
Scenario essence(const MapRequest& request) {
  Scenario scenario = scenarioOfCell(request, 0);
  const Scenario standard;
  for (const FieldInfo& field : scenarioFields()) {
    const Concerns& concerns = field.concerns;
    if (!concerns.strategy && !concerns.noise && !concerns.error) copyField(field, standard, scenario);
  }
  scenario.tau = standard.tau;
  scenario.failureProbability = standard.failureProbability;
  if (request.noiseMultiplier) scenario.epsilon = standard.epsilon;  // epsilon is what the map computes
  return withoutIdleFields(scenario);
}

}  // namespace

MapAxis MapGrid::axis(const Scenario& scenario, Field axis, std::size_t count,
                      const std::optional<std::pair<double, double>>& typed) {
  const std::optional<double> own = placeOn(scenario, axis);
  const std::pair<double, double> limits = typed.value_or(mapLimits(scenario, axis));
  const auto kept = m_kept.find(axis);
  // Limits around the scenario's own value stay while it lies between them.
  const bool around = !typed && own && (axis == Field::Iterations || axis == Field::Delta);
  const bool same = kept != m_kept.end() && kept->second.count == count &&
                    (kept->second.limits == limits ||
                     (around && *own >= kept->second.values.front() && *own <= kept->second.values.back()));
  if (same) return {axis, kept->second.values};
  Kept made{limits, count, mapValues(axis, limits.first, limits.second, count, own)};
  return {axis, m_kept.insert_or_assign(axis, std::move(made)).first->second.values};
}

WantedMap mapRequestFor(const Scenario& scenario, const MapChoice& choice, MapGrid& grid, const Mechanism* mechanism) {
  WantedMap wanted;
  MapRequest request;
  request.scenario = scenario;
  if (scenario.asksForBest() && mechanism) request.scenario.mechanism = mechanism;
  if (choice.value == MapValue::Bands) {
    if (!request.scenario.searchesBands()) {
      wanted.problem = tr("The mechanism has no number of bands to search for: choose another value.");
      return wanted;
    }
    if (!scenario.batching->amplified()) {
      wanted.problem =
          tr("Without amplification as many bands as allowed are best. Choose cyclic Poisson or balls in "
             "bins to see where fewer are, or another value.");
      return wanted;
    }
    request.scenario.bands.reset();
  }
  if (choice.value == MapValue::Promise) {
    request.noiseMultiplier = choice.noiseMultiplier;
    if (request.scenario.usesBands()) request.scenario.bands = choice.bands;
  }
  const auto typed = [&](Field axis) {
    const auto found = choice.limits.find(axis);
    return found == choice.limits.end() ? std::nullopt : std::optional(found->second);
  };
  try {
    request.across = grid.axis(scenario, choice.across, MapGrid::kAcross, typed(choice.across));
    request.up = grid.axis(scenario, choice.up, MapGrid::kUp, typed(choice.up));
    request.mostStepsPerEpoch = kMostMappedBins;
    checkMap(request);
    wanted.request = std::move(request);
  } catch (const InvalidArgument& problem) {
    wanted.problem = errorText(problem);
  }
  return wanted;
}

bool sameMap(const MapRequest& left, const MapRequest& right) {
  if (left.across != right.across || left.up != right.up || left.noiseMultiplier != right.noiseMultiplier) return false;
  if (left == right) return true;
  try {
    return essence(left) == essence(right);
  } catch (const InvalidArgument&) {
    return false;  // the values belong to no valid scenario
  }
}

}  // namespace noiseloom
