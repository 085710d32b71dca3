#pragma once

#include <optional>

#include "core/accounting/subsampled_gaussian.h"
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
/// All T outcomes are told apart by which of them lie above a cut c (an exact partition, over which delta is a sum).
/// None: Chernoff's bound, as the losses below c are short against epsilon. Three or more: their probability. Two: a
/// quadrature, with epsilon moved by more than the others. Exactly one: T E delta_1(epsilon - S), where delta_1 is the
/// closed form of one step and S the sum of T - 1 losses below c. Between two parabolas of bend m around log delta_1 at
/// epsilon, and by e^{m S^2 / 2} = E_Z e^{sqrt(m) S Z}, Z standard normal, that is T delta_1(epsilon) E_Z M_c(slope +
/// sqrt(m) Z)^{T - 1}, M_c the transform of one loss below c; sums that the parabolas do not reach to are paid by
/// Chernoff's bound.
///
/// Empty where this is not all that matters, and for replace-one. epsilon > 0, T >= 2.
std::optional<RareDelta> rareDelta(const SubsampledGaussian& step, double epsilon, Index compositions);

}  // namespace noiseloom
