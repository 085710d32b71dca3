#pragma once

#include <functional>
#include <optional>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// A plain composition of Poisson-subsampled Gaussians that stands for a mixture: T steps whose likelihood ratio has
/// the second and the third moment of the mixture's (math: sections 10.3 and 10.8). Its noise is close to that of the
/// mixture: an estimate, never a claim.
struct EquivalentComposition {
  double rate = 1;   ///< q_e, 0 < q_e <= 1
  double steps = 1;  ///< T, no integer in general

  /// E_Q e^{2L} of its T steps, logarithm, whose noise multiplier is sigma.
  double logSecondMoment(double sigma) const;
};

/// The rate of `steps` alike steps whose likelihood ratio has these moments E_Q e^{2L} and E_Q e^{3L} (logarithms);
/// nothing where no step has them, or rounding hides them.
std::optional<double> matchedRate(double logSecond, double logThird, double steps);

/// Noise multiplier with which `composition` is (epsilon, delta)-DP, the worse of both directions, to about 1e-4:
/// between whole numbers of steps that of its neighbours, from where `trail` leads. Nothing where nobody is likely
/// enough to take part for noise to be needed. Throws InvalidArgument naming epsilon or delta.
std::optional<double> composedNoiseMultiplier(const EquivalentComposition& composition, double epsilon, double delta,
                                              SigmaTrail& trail);

/// log E_Q e^{2L} of the mixture at a log stddev.
using LogMoment = std::function<double(double logSigma)>;
/// The log stddev at which it is `target`, of columns of that norm, to `tolerance` of its logarithm, from `start` on.
/// Nothing where there is none, or when stopped.
std::optional<double> whereSecondMomentIs(double target, const LogMoment& logMoment, double start, double norm,
                                          double tolerance, const RunControl& control);

}  // namespace noiseloom
