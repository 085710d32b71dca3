#pragma once

#include <string>
#include <string_view>

#include "core/accounting/composition/profile_composition.h"

namespace noiseloom {

/// A release about the same data that is no design, with what is known of its privacy.
struct OtherRelease {
  enum class Kind {
    Dp,                ///< "dp:EPS" or "dp:EPS:DELTA": nothing but that it is (epsilon, delta)-DP
    Laplace,           ///< "laplace:B": Laplace noise of B times the L1 sensitivity
    Gaussian,          ///< "gaussian:SIGMA": Gaussian noise of SIGMA times the L2 sensitivity
    DiscreteGaussian,  ///< "discrete-gaussian:SIGMA": of an integer that one member changes by 1, noise SIGMA
    Zcdp               ///< "zcdp:RHO": nothing but that it is rho-zCDP
  };
  Kind kind = Kind::Dp;
  double parameter = 0;
  double delta = 0;  ///< of Dp
  Index times = 1;   ///< independent releases of the kind, 1 to 10^6
};

/// Reads one of the texts above, after "3x" for three of them. Throws InvalidArgument naming release.
OtherRelease otherReleaseFromText(std::string_view text);
/// That text.
std::string toString(const OtherRelease& release);

/// Certified points of the profile of a single one, either way round, up to where delta is at most `beyond`, > 0. Not
/// for Gaussian and Zcdp, of which any number together is a single one.
ProfileComposition::Profile profileOf(const OtherRelease& release, double beyond);

/// What closed forms of delta and epsilon may lose by rounding, relative, is given back.
inline constexpr double kAboveRounding = 1 + 1e-10;

/// Points of a convex falling profile: deltaAt() at evenly spaced epsilons from 0 to `last`.
template <class DeltaAt>
ProfileComposition::Profile evenProfile(double last, const DeltaAt& deltaAt) {
  constexpr int kPoints = 1024;
  ProfileComposition::Profile profile;
  for (int i = 0; i <= kPoints; ++i) profile.emplace_back(last * i / kPoints, deltaAt(last * i / kPoints));
  return profile;
}

}  // namespace noiseloom
