#pragma once

#include <optional>

#include "core/participation_mixture/certificate.h"

namespace noiseloom {

struct Scenario;

/// Under which patterns an example takes part, with a strategy of so many bands.
RandomGroups randomGroups(const Scenario& scenario, Index bands);
/// The separation is that of the strategy: nobody gains by more.
SpacedSampling spacedSampling(const Scenario& scenario, Index bands);
/// The law of the scenario's batching; nullopt where it is no mixture over such patterns.
std::optional<ParticipationMixture::Law> mixtureLaw(const Scenario& scenario, Index bands);

}  // namespace noiseloom
