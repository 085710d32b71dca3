#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// One certified point of a privacy profile: (epsilon, delta).
using ProfilePoint = std::pair<double, double>;

/// The epsilons of a design's profile: 0, and from a quarter to twice its own, the most informative first.
std::vector<double> profileEpsilons(const Design& design);

/// Certifies the design's delta at each of these epsilons and delivers every point as it is ready, from the working
/// thread. Takes up to a second per point under balls-in-bins, where each point may fail with the scenario's failure
/// probability. Stops between points, and within one if core can. Points that cannot be certified are left out.
void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint);

}  // namespace noiseloom
