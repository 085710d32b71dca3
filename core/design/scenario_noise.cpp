#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

// Under replace-one a contribution is removed and another added: twice the distance. (Refused under cyclic Poisson.)
double distance(const Scenario& scenario) {
  return scenario.adjacency == Adjacency::ReplaceOne ? 2 : 1;
}

}  // namespace

Certified certifiedNoiseMultiplier(const Scenario& scenario, Index bands, const RunControl& control) {
  const bool sampled = scenario.batching == Batching::CyclicPoisson;
  Certified sigma =
      noiseMultiplierFor(scenario.epsilon, scenario.delta, sampled ? scenario.samplingProbability(bands) : 1,
                         sampled ? scenario.compositions(bands) : 1, control);
  sigma.value *= distance(scenario);
  return sigma;
}

double approximateNoiseMultiplier(const Scenario& scenario, Index bands) {
  const bool sampled = scenario.batching == Batching::CyclicPoisson;
  return distance(scenario) * approximateNoiseMultiplier(scenario.epsilon, scenario.delta,
                                                         sampled ? scenario.samplingProbability(bands) : 1,
                                                         sampled ? scenario.compositions(bands) : 1);
}

}  // namespace noiseloom
