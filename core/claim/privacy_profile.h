#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// One certified point of a privacy profile: (epsilon, delta).
using ProfilePoint = std::pair<double, double>;

/// The unit of a profile's epsilons: the design's own epsilon, or 1 where that is 0.
double profileScale(double epsilon);
/// The epsilons of a design's profile: 0, and from a quarter to twice its scale, the most informative first.
std::vector<double> profileEpsilons(const Design& design);

/// True if the accounting knows what a group of members loses: `members` times the sensitivity where nothing is
/// sampled, and as for a user of so many examples (UserSampling) under Poisson sampling of a single band, where it does
/// not matter who shares a part of the data. Otherwise AttackRisk::ofGroup() bounds it from the points for one. Throws
/// InvalidArgument naming group unless members >= 1.
bool accountsGroups(const Design& design, Index members);

/// Whose profile, and what it is wanted for.
struct ProfileOf {
  Index members = 1;  ///< above 1: of data sets that differ in a group of so many; accountsGroups() of it
  /// Points beside the usual ones, towards the one that limits attacks of that rate of false positives the most.
  std::optional<double> falsePositives = {};
};

/// Certifies the design's delta at each of these epsilons, times the members, and calls `onPoint` with each point as it
/// is ready. Takes up to a second per point under balls-in-bins, where each point may fail with the scenario's failure
/// probability. Stops between points, and within one if the accounting can. Leaves out points that cannot be certified.
void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint,
                    const ProfileOf& of = {});

}  // namespace noiseloom
