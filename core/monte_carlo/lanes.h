#pragma once

#include "core/base/index.h"
#include "core/linalg/lane_exp.h"

namespace noiseloom {

/// How many samples are carried through a computation side by side.
constexpr Index kLanes = 64;

/// laneExp() of each, in place.
void expInPlace(double* values, Index count);

}  // namespace noiseloom
