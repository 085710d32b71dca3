#include "core/batching/mixture_law.h"

#include "core/batching/list.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

RandomGroups randomGroups(const Scenario& scenario, Index bands) {
  return {bands, scenario.samplingRate(bands)};
}

SpacedSampling spacedSampling(const Scenario& scenario, Index bands) {
  return SpacedSampling::ofRate(bands, scenario.samplingRate());
}

std::optional<ParticipationMixture::Law> mixtureLaw(const Scenario& scenario, Index bands) {
  if (scenario.batching == &batchings::cyclicPoissonRandom) return randomGroups(scenario, bands);
  if (scenario.batching == &batchings::bMinSep) return spacedSampling(scenario, bands);
  return std::nullopt;
}

}  // namespace noiseloom
