#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/monte_carlo/certificate.h"
#include "core/participation_mixture/joined_steps.h"
#include "core/participation_mixture/mixture.h"

namespace noiseloom {

/// A strategy under one of the samplers, ready to be accounted for: P = sum over patterns S of pi(S) N(m_S, s^2 I)
/// against Q = N(0, s^2 I), m_S the sum of |C|'s columns at the steps of S (math: section 10.8). Where the columns are
/// too many (isMixed()) and steps cannot be joined (joinable()), only the fallback is known.
class ParticipationMixture {
 public:
  using Law = MixtureLaw;
  /// Throws InvalidArgument naming cycle or separation (1 to the number of steps, at least the strategy's bands),
  /// probability (0 < q <= 1), or iterations. `stopped` when stopped: then of no other use.
  ParticipationMixture(const Strategy& strategy, const Law& law, const RunControl& control = {});

  /// n times the cycle, or the separation: a table of that size takes a tenth of a second, a certificate some hundred
  /// of them.
  static constexpr Index kMostPairNumbers = Index{1} << 24;
  /// Steps and epsilon up to which draws are used: a block of 64 is 1 KB a step and takes 50 ms to draw, and losses end
  /// somewhere (kMostExponent).
  static constexpr Index kMostDrawnSteps = 100'000;
  static constexpr double kMostDrawnEpsilon = 50;
  static bool isDrawn(Index steps, double epsilon) { return steps <= kMostDrawnSteps && epsilon <= kMostDrawnEpsilon; }
  /// True if the columns of so many bands, `apart` steps in a cycle or a separation, are not too many.
  static bool isMixed(Index steps, Index bands, Index apart);
  /// True if something is known but the fallback: of the strategy's own columns, or of joined ones.
  bool isMixed() const { return joinable() || !m_columns.empty(); }
  /// True if draws tell of them.
  bool isDrawn(double epsilon) const;

  bool stopped() const { return m_stopped; }
  const Law& law() const { return m_law; }
  Index steps() const { return m_steps; }
  /// The greatest column norm of |C|.
  double greatestColumnNorm() const { return m_norm; }
  /// Empty where they would be too many, and where steps can be joined.
  const MixtureColumns& columns() const { return m_columns; }
  /// The coefficients of |C| where it is Toeplitz; else empty.
  std::span<const double> coefficients() const { return m_coefficients; }
  /// True if draws are made of fewer steps (math: section 10.8), which joined() finds when first asked for; nullptr
  /// when stopped.
  bool joinable() const { return m_joining != nullptr; }
  const JoinedSteps* joined(const RunControl& control) const;
  /// The columns of a strategy whose steps can be joined; empty where they would be too many, and when stopped.
  MixtureColumns ownColumns(const RunControl& control) const;
  /// The steps an example may take part in, at most.
  Index mostParticipations() const;

 private:
  Law m_law;
  Index m_steps;
  double m_norm = 0;
  MixtureColumns m_columns;
  std::vector<double> m_coefficients;
  struct Joining;
  std::shared_ptr<Joining> m_joining;
  bool m_stopped = false;
};

/// Smallest certified standard deviation of the noise z, in the units of C's entries, with which the mechanism is
/// (epsilon, delta)-DP under add/remove (or zero-out) adjacency, the worse of both directions. By draws (method
/// MonteCarlo: fails with the stated probability), or without them where the bound of the weights suffices, n exceeds
/// kMostDrawnSteps or epsilon 50 (MomentBound); never above, and in doubt, the fallback: for random groups the
/// composition of subsampled Gaussians that holds for known groups, too (Composition), for b-min-sep one Gaussian
/// mechanism of ceil(n/s) participations (Unamplified). A cycle or separation of 1 is Poisson sampling, and composed.
/// Reproducible: the same arguments give the same bits, whatever the thread count. epsilon >= 0, 0 < delta < 1; throws
/// InvalidArgument naming epsilon, delta, tau or failure_probability.
SampledCertificate certifiedNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                                  const SampledOptions& options = {}, const RunControl& control = {});
/// The fallback of certifiedNoise() where draws certify nothing. The arguments are not checked.
SampledCertificate noiseWithoutDraws(const ParticipationMixture& mixture, double epsilon, double delta,
                                     const RunControl& control = {});
/// Certified delta at (stddev, epsilon >= 0): one point of the privacy profile.
SampledCertificate certifiedDelta(const ParticipationMixture& mixture, double stddev, double epsilon,
                                  const SampledOptions& options = {}, const RunControl& control = {});
/// Certified epsilon at (stddev, delta).
SampledCertificate certifiedEpsilon(const ParticipationMixture& mixture, double stddev, double delta,
                                    const SampledOptions& options = {}, const RunControl& control = {});

/// The noise without a certificate, to about a percent, in milliseconds: for sliders, sweeps and optimisers. For a
/// fixed stream it is smooth in the strategy but for small steps, below its own error. The fallback, or the bound,
/// where the certificate would be that, and when stopped. Never NaN. Arguments and errors as certifiedNoise().
double approximateNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                        const SampledOptions& options = {}, const RunControl& control = {});
/// That of the equivalent composition alone (math: section 10.8), without a draw: hardly ever above the truth, for
/// searches that look at the least first.
double optimisticNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                       const SampledOptions& options = {}, const RunControl& control = {});
/// approximateNoise(), but by the equivalent composition also where draws are closer to the truth and take up to half a
/// second: for a first picture. It errs to both sides there (math: section 10.8).
double noiseAtOnce(const ParticipationMixture& mixture, double epsilon, double delta,
                   const SampledOptions& options = {}, const RunControl& control = {});

}  // namespace noiseloom
