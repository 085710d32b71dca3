#pragma once

#include <optional>

#include "core/monte_carlo/direction_certificate.h"
#include "core/monte_carlo/loss_lines.h"

namespace noiseloom {

/// The noise that adding an example needs, from the lower tail of the loss (math: section 10.8). Without the example
/// the output is normal, and L is convex in it, so that by Ehrhard's inequality Phi^-1(P[L <= x]) is concave in x: the
/// line through an upper bound of it at `low` and a lower bound at `high` is above it wherever x <= low. Both are by
/// draws of lines, which have that probability each.
struct TailPlan {
  struct Point {
    Crossing crossing;  ///< by a trial
    double stake = 1;   ///< of the bet on its probability
  };
  /// Lines' places of the lower loss are mostly left of `beyond`, where Ehrhard's inequality once more, over lines,
  /// bounds what is further right: the places are concave in what is free of a line's direction. So shares are cut
  /// there, and bets on them need few draws although a share might be 1.
  struct Cut {
    double typical = 0, beyond = 0;                          ///< places; most are beyond the first
    double typicalStake = 1, beyondStake = 1, cutStake = 1;  ///< of the bets on them, and on shares over the greatest
  };
  Point low, high;  ///< the loss of the first is less
  std::optional<Cut> cut;
  Index draws = 0;  ///< at most; 0: no number of draws that there is time for is likely to show it
  double logLikely =
      0;  ///< what is likely to be shown of log delta by half of them, or by as many as there is time for
};

/// How delta of adding at the point is likely to be shown to be at most e^logTarget, by a trial. Nothing when stopped.
std::optional<TailPlan> planTail(const DirectionContext& context, const LossLines& lines, double epsilon,
                                 double logTarget, double logOdds, std::uint32_t attempt);
/// An upper bound of it by draws, which is wrong with a probability of at most e^-logOdds; accepted if it is at most
/// e^logTarget. It looks several times on the way to the plan's number, and draws no more once accepted. `attempt`
/// separates the draws of several calls.
DirectionCertificate certifyTail(const DirectionContext& context, const LossLines& lines, double epsilon,
                                 const TailPlan& plan, double logTarget, double logOdds, std::uint32_t attempt);

/// Both; not accepted where no draws are planned.
DirectionCertificate tryTail(const DirectionContext& context, const LossLines& lines, double epsilon, double logTarget,
                             double logOdds, std::uint32_t attempt);

/// log of the integral over u > 0 of e^-u Phi(x - slope u), slope > 0: delta where Phi^-1(P[L <= -epsilon - u]) is at
/// most x - slope u.
double logTailDelta(double x, double slope);

}  // namespace noiseloom
