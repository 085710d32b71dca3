#pragma once

#include <rapidcheck.h>

#include <ostream>

#include "core/participation/participation.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// A strategy of any kind with n <= most iterations and small entries: Toeplitz with or without column scaling, of
/// either sign, monotone or not; banded; inverse Toeplitz; dense; stamped; BLT; tree; identity.
rc::Gen<Strategy> randomStrategy(Index most);

/// Any schema, with up to 7 participations; most separations are small, the largest is n + 1.
rc::Gen<Participation> randomParticipation(Index iterations);

// For RapidCheck's counterexamples.
std::ostream& operator<<(std::ostream& out, const Strategy& strategy);
std::ostream& operator<<(std::ostream& out, const Participation& participation);

}  // namespace noiseloom
