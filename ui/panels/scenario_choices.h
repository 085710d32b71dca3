#pragma once

#include <array>
#include <vector>

#include "core/design/family.h"
#include "core/design/scenario.h"

namespace noiseloom {

// The alternatives of the scenario panel's choices, in the order in which they are listed.
// The families, in the order of core, are followed by the best of them.
inline std::vector<MechanismKind> offeredMechanisms() {
  std::vector<MechanismKind> kinds(allMechanisms().begin(), allMechanisms().end());
  kinds.push_back(MechanismKind::Best);
  return kinds;
}
inline constexpr std::array kBatchings{Batching::CyclicPoisson, Batching::BallsInBins, Batching::FixedEpoch,
                                       Batching::MinSeparation, Batching::Single};
inline constexpr std::array kJobBatchings{JobBatching::AsAccounted,      JobBatching::CyclicPoisson,
                                          JobBatching::Poisson,          JobBatching::TruncatedPoisson,
                                          JobBatching::BallsInBins,      JobBatching::FixedOrder,
                                          JobBatching::ShuffledOnce,     JobBatching::ShuffledEachEpoch,
                                          JobBatching::FixedSizeSamples, JobBatching::MinSeparation};
inline constexpr std::array kUnits{PrivacyUnit::Example, PrivacyUnit::User, PrivacyUnit::Device};
inline constexpr std::array kAdjacencies{Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne};
inline constexpr std::array kTreeDecoders{TreeDecoder::Online, TreeDecoder::Full};
inline constexpr std::array kObjectives{ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last};
inline constexpr std::array kSchedules{ScheduleKind::Constant, ScheduleKind::Linear, ScheduleKind::Cosine,
                                       ScheduleKind::File};
inline constexpr std::array kNumberTypes{NumberType::Float32, NumberType::Float64};

}  // namespace noiseloom
