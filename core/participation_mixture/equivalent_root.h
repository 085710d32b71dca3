#pragma once

#include <optional>
#include <span>

#include "core/monte_carlo/equivalent_composition.h"
#include "core/participation_mixture/certificate.h"

namespace noiseloom {

/// In place of columns that are alike, `steps` in number, whose inner products 0, 1, .. steps apart are given (0
/// beyond, at most a period of them), at that standard deviation of the noise; from a lattice of few steps a period.
/// Nothing where rounding hides it.
std::optional<EquivalentComposition> equivalentOf(std::span<const double> products, Index steps,
                                                  const ParticipationMixture::Law& law, double stddev);
/// Whether the noise of the composition was found to be that of the mixture, to a percent in nearly all cases: not
/// where participations are so rare, or columns so peaked, that examples hardly meet but at one and the same step.
bool isEquivalent(const EquivalentComposition& composition, const ParticipationMixture::Law& law);

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
