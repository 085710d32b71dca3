#pragma once

#include <functional>
#include <string_view>

#include "core/accounting/composition/profile_composition.h"
#include "core/base/names.h"

namespace noiseloom {

/// A random number K of trials, independent of the data and of each other, of which only the best by a score is
/// released, and nothing of the others: for the choice of hyperparameters, which each trial draws afresh from one law
/// that no other trial changes. K is logarithmic, P(K = k) = (1 - s)^k / (k ln(1/s)), or geometric, P(K = k) = s (1 -
/// s)^(k - 1), k >= 1. A fixed number of trials would tell more.
struct BestTrial {
  enum class Law { Logarithmic, Geometric };
  static constexpr double kLeastTrials = 1 + 1e-6;
  static constexpr double kMostTrials = 1e6;
  double mean = 2;  ///< of K, kLeastTrials to kMostTrials
  Law law = Law::Logarithmic;
};

template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<BestTrial::Law>{"logarithmic", "geometric"};

/// The s with which K has that mean, rounded up: a larger s is a smaller mean, and safe. Throws InvalidArgument naming
/// best_of.
double stopProbability(const BestTrial& choice);

/// What the best trial promises, from a profile of one trial that holds either way round (math: section 10.10). Its
/// score must follow from what it releases, or be accounted for in the profile.
class BestTrialProfile {
 public:
  /// deltaAt: a trial's delta at any epsilon >= 0; epsilonAt: its inverse at 0 < delta < 1, which may be infinite.
  BestTrialProfile(const BestTrial& choice, const std::function<double(double)>& deltaAt,
                   std::function<double(double)> epsilonAt);

  /// Smallest epsilon known; 0 < delta < 1. Infinite if there is none.
  double epsilon(double delta) const;
  /// Points up to where delta is at most `beyond`.
  ProfileComposition::Profile profile(double beyond) const;

 private:
  BestTrial m_choice;
  std::function<double(double)> m_deltaAt;
  std::function<double(double)> m_epsilonAt;
  double m_shift;  ///< of epsilon
};

}  // namespace noiseloom
