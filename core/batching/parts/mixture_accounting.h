#pragma once

#include "core/participation_mixture/certificate.h"
#include "core/scenario/batching.h"

namespace noiseloom {

/// The accounting of a sampler whose patterns are mixed over, and its words.
std::unique_ptr<Accounting> mixtureAccounting(const Scenario& scenario, const Strategy& strategy,
                                              const Sensitivity& sensitivity, const ParticipationMixture::Law& law,
                                              const RunControl& control);
/// The law of its batches: each member is in each of them with probability k/n, independently of the others.
BatchLaw mixtureBatchLaw(const Scenario& scenario, Index bands);
/// `sampler`: its name, as in "privacy loss of %1".
Accountant mixtureAccountant(const Accounted& figures, std::string_view name, Phrase sampler, const Sampling& sampling);
/// The text for sizes beyond which it has no draws, or no patterns (Batching::standIn).
Text mixtureStandIn(const Scenario& scenario, Index bands);

}  // namespace noiseloom
