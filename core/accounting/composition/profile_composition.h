#pragma once

#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// What several releases about the same data promise together, of each of which nothing is known but certified points
/// (epsilon, delta) of its privacy profile, for neighbours either way round. Never too small (math: section 10.10):
/// - the points' lower convex hull in e^epsilon bounds the profile from above, and is that of a pair of distributions
///   with finitely many losses, the same both ways round, which dominates the release (optimal-accounting, section 3);
/// - losses are moved to a grid with their means kept (tight-discretization), and add up.
/// For profiles of single points it is the optimal composition theorem (composition-theorem, theorem 3.3, and its
/// heterogeneous form), to the grid's precision. Releases may be chosen by earlier outputs; their promises may not.
class ProfileComposition {
 public:
  using Point = std::pair<double, double>;
  using Profile = std::vector<Point>;
  static constexpr Index kMostProfiles = 256;
  static constexpr double kMostEpsilon = 700;

  /// 1 to kMostProfiles profiles, each of at least one point with 0 <= epsilon <= kMostEpsilon and 0 <= delta <= 1, in
  /// any order. Throws InvalidArgument naming profiles or profile. A few tenths of a second at most; when stopped
  /// nothing is promised: delta() is 1.
  explicit ProfileComposition(const std::vector<Profile>& profiles, const RunControl& control = {});

  /// delta of all together; epsilon >= 0. Throws naming epsilon.
  double delta(double epsilon) const;
  /// Smallest epsilon >= 0, to 1e-9; infinite where not even kMostProfiles times kMostEpsilon is enough. 0 < delta < 1.
  /// Throws naming delta.
  double epsilon(double delta) const;

 private:
  double m_spacing = 1;
  Index m_least = 0;  ///< loss of the first mass, in spacings
  std::vector<double> m_masses{1};
  double m_infinite = 1;  ///< probability of an infinite loss
};

}  // namespace noiseloom
