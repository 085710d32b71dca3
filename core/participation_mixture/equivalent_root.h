#pragma once

#include <optional>
#include <span>

#include "core/monte_carlo/equivalent_composition.h"
#include "core/participation_mixture/certificate.h"

namespace noiseloom {

/// The composition that stands in for `steps` columns that are alike, at that standard deviation of the noise. Their
/// inner products 0, 1, .. steps apart are given, at most a period of them; those beyond are 0. It is found on a
/// lattice of few steps a period; nullopt where rounding hides it.
std::optional<EquivalentComposition> equivalentOf(std::span<const double> products, Index steps,
                                                  const ParticipationMixture::Law& law, double stddev);
/// True if the noise of the composition was found to be that of the mixture, to a percent in nearly all cases: not
/// where participations are so rare, or columns so peaked, that examples hardly meet but at one and the same step.
bool isEquivalent(const EquivalentComposition& composition, const ParticipationMixture::Law& law);

/// A mixture of so many steps with the guarantee that it has to keep.
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

/// The noise that certifiedNoise() finds, estimated without a draw in a few milliseconds. Nothing where isEquivalent()
/// says no, where the columns are too many, and where stopped. Throws as composedNoiseMultiplier().
std::optional<double> equivalentNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control = {});
/// How log delta falls with its logarithm there.
std::optional<double> equivalentSlope(const ParticipationMixture& mixture, double epsilon, double delta,
                                      const RunControl& control = {});
/// The noise wherever there is a composition, whatever isEquivalent() says of it.
std::optional<double> composedNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                    const RunControl& control = {});

/// How many times as much noise joined steps take as those of a mixture whose certificate joins them, by the
/// compositions that are equivalent to either. At least 1, which it also is where none are joined, and when stopped.
double joiningFactor(const ParticipationMixture& mixture, double epsilon, double delta, const RunControl& control = {});

}  // namespace noiseloom
