#include "core/scenario/runnable_value.h"

namespace noiseloom {
namespace {

constexpr Index kMostTries = 4096;

Scenario with(const Scenario& scenario, Field field, Index value) {
  if (field == Field::Iterations) return scenario.withIterations(value);
  Scenario other = scenario;
  if (field == Field::Epochs) {
    other.epochs = static_cast<double>(value);
  } else {
    other.bands = value;
  }
  return other;
}

bool runs(const Scenario& scenario, Field field, Index value) {
  const Scenario other = with(scenario, field, value);
  if (other.batching->problem && other.batching->problem(other)) return false;
  return !other.usesBands() || !other.bands || other.bandsAtMost(*other.bands) == *other.bands;
}

}  // namespace

Index runnableValue(const Scenario& scenario, Field field, Index value) {
  const bool isCounted = field == Field::Iterations || field == Field::Epochs || field == Field::Bands;
  if (!isCounted || value < 1 || scenario.iterations < 1 || !(scenario.epochs > 0) || runs(scenario, field, value))
    return value;
  if (field == Field::Bands) return scenario.bandsAtMost(value);
  // Epochs of whole groups, if the number of bands is given.
  const Index step = field == Field::Epochs
                         ? 1
                         : scenario.effectiveParticipations() * (scenario.usesBands() ? scenario.bands.value_or(1) : 1);
  if (step > value) return value;
  for (Index tries = 0, below = value / step * step; tries < kMostTries && below >= step; ++tries, below -= step) {
    if (runs(scenario, field, below)) return below;
  }
  return value;
}

}  // namespace noiseloom
