#pragma once

#include <optional>

#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"

namespace noiseloom {

/// delta where it comes from one or two rare outcomes: between a lower and an upper bound.
struct RareDelta {
  double logRemove = 0;  ///< log of upper bounds of delta to remove, and to add
  double logAdd = 0;
  double logLeast = 0;  ///< log of a lower bound of delta to remove

  double logDelta() const noexcept { return logRemove > logAdd ? logRemove : logAdd; }
  /// At most so much is logDelta() too large.
  double excess() const noexcept { return logDelta() - logLeast; }
};

/// Bounds of delta of T compositions where participations are so rare, or delta is so small, that nothing but one
/// or two outcomes far above all others get the privacy loss to epsilon: an exponential tilt does not bring such sums
/// about, so that neither a tilted grid nor a saddle point resolves delta.
///
/// All T outcomes are distinguished by which of them lie above a cut c (an exact partition, over which delta is a sum).
/// None: Chernoff's bound, as the losses below c are short against epsilon. Three or more: their probability. Two: a
/// quadrature, with epsilon moved by more than the others. Exactly one: T E delta_1(epsilon - S), where delta_1 is the
/// closed form of one step and S the sum of T - 1 losses below c. Between two parabolas of bend m around log delta_1 at
/// epsilon, and by e^{m S^2 / 2} = E_Z e^{sqrt(m) S Z}, Z standard normal, that is T delta_1(epsilon) E_Z M_c(slope +
/// sqrt(m) Z)^{T - 1}, M_c the transform of one loss below c; sums that the parabolas do not reach to are paid by
/// Chernoff's bound.
///
/// Empty where this is not all that matters, and for replace-one. epsilon > 0, T >= 2.
std::optional<RareDelta> rareDelta(const SubsampledGaussian& step, double epsilon, Index compositions);

/// Delta of replace-one by that to remove. Q is at least (1 - q) N(0, sigma^2) everywhere, so that delta at an epsilon
/// is at most that to remove at epsilon + T log(1 - q). And where no outcome is below a negative x, Q is at most N(0,
/// sigma^2) times 1 + q (e^{-(x + 1/2) / sigma^2} - 1): delta is at least that to remove at an epsilon larger by T logs
/// of it, less what sums with such an outcome may pay. Where T q is far below epsilon the two are alike.
struct AsRemoved {
  SubsampledGaussian step;
  double epsilon = 0;  ///< > 0: delta to remove at it is an upper bound
  double raised = 0;   ///< about how much larger its log is for epsilon's being smaller
  double excess = 0;   ///< estimate of by how much it is too large in all

  /// True if delta is that to remove as closely as anyone asks for.
  bool isAll() const noexcept { return raised <= 1e-5; }
};
/// Empty unless one is replaced, T >= 2 and participations are rare enough for such an epsilon.
std::optional<AsRemoved> asRemoved(const SubsampledGaussian& step, double epsilon, Index compositions);

}  // namespace noiseloom
