#pragma once

#include <utility>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// What somebody who sees all that is released may find out about whether one member took part, whatever they know of
/// the others and however they go about it: what follows from certified points (epsilon, delta) of a privacy profile,
/// and so itself never too small. A point lets a test with false-positive rate a be right about a member with a
/// probability of at most min(delta + e^epsilon a, 1 - e^-epsilon (1 - delta - a)); the least over all points bounds
/// the trade-off curve of f-DP from the member's side. Source: gaussian-dp, section 2 (proposition 6 for the curve).
class AttackRisk {
 public:
  using Point = std::pair<double, double>;

  /// In any order; at least one point, epsilon >= 0, finite; 0 <= delta <= 1. Throws InvalidArgument naming profile.
  explicit AttackRisk(std::vector<Point> profile);

  /// Most true positives of a test with that false-positive rate, 0 to 1. Throws naming false_positive_rate.
  double truePositives(double falsePositives) const;
  /// Most that true positives exceed false positives by: the advantage of membership inference.
  double advantage() const;
  /// Largest probability that somebody took part, for an attacker who believed it with probability `prior` before a
  /// test of that false-positive rate said so. 1 at a rate of 0 where delta is above 0. Throws naming prior, or
  /// false_positive_rate.
  double posterior(double prior, double falsePositives) const;

  /// Most right guesses of whether somebody took part, as a probability, for an attacker who believed it with
  /// probability `prior`: 1 less the Bayes risk of that decision. At least that of guessing, the larger of prior and
  /// 1 - prior. Throws naming prior.
  double rightGuesses(double prior) const;

  /// The same profile for groups of `members`: data sets that differ in all of them. g neighbours in a row, so that
  /// (epsilon, delta) gives (g epsilon, delta (e^{g epsilon} - 1) / (e^epsilon - 1)): an upper bound, loose for large
  /// groups. Points whose delta is then 1 or more say nothing and are left out, but for the last one. Throws naming
  /// group unless members >= 1.
  AttackRisk ofGroup(Index members) const;

  /// By rising epsilon.
  const std::vector<Point>& profile() const { return m_profile; }

 private:
  std::vector<Point> m_profile;
};

/// The epsilon whose delta says by itself what rightGuesses() is, |ln((1 - prior) / prior)|, rounded down; 0 < prior
/// < 1.
double guessEpsilon(double prior);

}  // namespace noiseloom
