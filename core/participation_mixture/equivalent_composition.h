#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/participation_mixture/certificate.h"

namespace noiseloom {

/// A plain composition of Poisson-subsampled Gaussians that stands for a mixture over patterns: T steps, the periods of
/// the sampler, whose likelihood ratio has the second and the third moment of the mixture's (math: section 10.8). Its
/// noise is close to that of the mixture, to either side: an estimate, never a claim.
struct EquivalentComposition {
  double rate = 1;   ///< q_e, 0 < q_e <= 1
  double steps = 1;  ///< T = n/period, no integer in general

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

/// In place of columns that are alike, `steps` in number, whose inner products 0, 1, .. steps apart are given (0
/// beyond, at most a period of them), at that standard deviation of the noise; from a lattice of few steps a period.
/// Nothing where rounding hides it.
std::optional<EquivalentComposition> equivalentOf(std::span<const double> products, Index steps,
                                                  const ParticipationMixture::Law& law, double stddev);
/// Whether the noise of the composition was found to be that of the mixture, to a percent in nearly all cases: not
/// where participations are so rare, or columns so peaked, that examples hardly meet but at one and the same step.
bool isEquivalent(const EquivalentComposition& composition, const ParticipationMixture::Law& law);

/// log E_Q e^{2L} of the mixture at a log stddev.
using LogMoment = std::function<double(double logSigma)>;
/// The log stddev at which it is `target`, of columns of that norm, to `tolerance` of its logarithm, from `start` on.
/// Nothing where there is none, or when stopped.
std::optional<double> whereSecondMomentIs(double target, const LogMoment& logMoment, double start, double norm,
                                          double tolerance, const RunControl& control);

/// What is asked of a mixture of so many steps.
struct EquivalentProblem {
  ParticipationMixture::Law law;
  Index steps = 1;
  double epsilon = 1;
  double delta = 1e-5;
};
struct EquivalentRoot {
  EquivalentComposition composition;
  double logSecond = 0;  ///< E_Q e^{2L} of all strategies that are as private, logarithm
  double logSigma = 0;   ///< log stddev of the mixture's noise
};
/// The composition at the noise that the problem takes, the mixture's inner products as for equivalentOf().
std::optional<EquivalentRoot> equivalentRoot(const EquivalentProblem& problem, std::span<const double> products,
                                             const LogMoment& logMoment, SigmaTrail& trail, const RunControl& control);

/// The noise of participationNoise(), estimated without a draw in a few milliseconds. Nothing where isEquivalent() says
/// no, where the columns are too many, and where stopped. Throws as composedNoiseMultiplier().
std::optional<double> equivalentNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control = {});

}  // namespace noiseloom
