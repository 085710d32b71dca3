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

/// What the epsilons of a profile are multiples of: the design's own epsilon, or 1 where that is 0.
double profileScale(double epsilon);
/// The epsilons of a design's profile: 0, and from a quarter to twice its scale, the most informative first.
std::vector<double> profileEpsilons(const Design& design);

/// True if the accounting itself knows what a group of members loses: where nothing is sampled, since the group has at
/// most `members` times the sensitivity; and under Poisson sampling of a single band, since the group is like one user
/// with so many examples (UserSampling). Otherwise only AttackRisk::ofGroup() bounds it, from the profile of one
/// member. Throws InvalidArgument naming group unless members >= 1.
bool accountsGroups(const Design& design, Index members);

/// Whose profile, and what it is wanted for.
struct ProfileOf {
  Index members = 1;  ///< data sets differ in a group of so many; above 1 only where accountsGroups()
  /// Also searches for the point that is the tightest limit of the true positives of attacks with that rate of false
  /// positives, and certifies every point that it looks at.
  std::optional<double> falsePositives = {};
  /// Also certifies the point that says what an attacker with that prior may guess (guessEpsilon()).
  std::optional<double> prior = {};
};

/// Certifies the design's delta at `members` times each of profileEpsilons(), and calls `onPoint` with each point as it
/// is ready. Takes up to a second per point under balls-in-bins, where each point may fail with the scenario's failure
/// probability. Stops between points, and within one if the accounting can. Leaves out points that cannot be certified.
void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint,
                    const ProfileOf& of = {});

}  // namespace noiseloom
