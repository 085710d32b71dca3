#pragma once

#include "core/base/index.h"
#include "core/linalg/lane_exp.h"

namespace noiseloom {

/// How many samples are carried through a computation side by side.
constexpr Index kLanes = 64;

/// e^x of each, in place: laneExp(), and infinite where that overflows.
void expInPlace(double* values, Index count);

}  // namespace noiseloom
