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

/// Certifies the design's delta at each of these epsilons and calls `onPoint` with each point as it is ready. Takes up
/// to a second per point under balls-in-bins, where each point may fail with the scenario's failure probability. Stops
/// between points, and within one if the accounting can. Leaves out points that cannot be certified.
void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint);

}  // namespace noiseloom
