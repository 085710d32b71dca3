#pragma once

#include <array>

#include "core/design/scenario.h"

namespace noiseloom {

// The alternatives of the scenario panel's choices, in the order in which they are listed.
inline constexpr std::array kMechanisms{MechanismKind::DpSgd, MechanismKind::BandedToeplitz, MechanismKind::Banded};
inline constexpr std::array kBatchings{Batching::CyclicPoisson, Batching::FixedEpoch, Batching::MinSeparation,
                                       Batching::Single};
inline constexpr std::array kAdjacencies{Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne};
inline constexpr std::array kNumberTypes{NumberType::Float32, NumberType::Float64};

}  // namespace noiseloom
