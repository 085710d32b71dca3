#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

// What the accountant is asked about: one Gaussian mechanism is the subsampled one with q = 1, T = 1.
struct Sampling {
  Sampling(const Scenario& scenario, Index bands) {
    if (scenario.batching != Batching::CyclicPoisson) return;
    probability = scenario.samplingProbability(bands);
    compositions = scenario.compositions(bands);
  }
  double probability = 1;
  Index compositions = 1;
};

// Under replace-one a contribution is removed and another added: twice the distance. (Refused under cyclic Poisson.)
double distance(const Scenario& scenario) {
  return scenario.adjacency == Adjacency::ReplaceOne ? 2 : 1;
}

}  // namespace

Certified certifiedNoiseMultiplier(const Scenario& scenario, Index bands, const RunControl& control) {
  const Sampling sampling(scenario, bands);
  Certified sigma =
      noiseMultiplierFor(scenario.epsilon, scenario.delta, sampling.probability, sampling.compositions, control);
  sigma.value *= distance(scenario);
  return sigma;
}

double approximateNoiseMultiplier(const Scenario& scenario, Index bands) {
  const Sampling sampling(scenario, bands);
  return distance(scenario) *
         approximateNoiseMultiplier(scenario.epsilon, scenario.delta, sampling.probability, sampling.compositions);
}

double deltaAt(const Scenario& scenario, Index bands, double noiseMultiplier, double epsilon) {
  const Sampling sampling(scenario, bands);
  return deltaFor(noiseMultiplier / distance(scenario), epsilon, sampling.probability, sampling.compositions).value;
}

}  // namespace noiseloom
