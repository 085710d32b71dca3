#pragma once

#include <optional>

#include "core/accounting/calibration/loss_bound.h"
#include "core/accounting/losses/adjacency.h"

namespace noiseloom {

/// A calibrated number of compositions.
struct CertifiedCount {
  Index value = 0;    ///< safe, and at least 1
  Index largest = 0;  ///< estimate of the largest safe number, at least `value`: by how much it could be larger
  double seconds = 0;
  bool stopped = false;  ///< cancelled midway: `value` is still safe, `largest` is kMostCompositions
};

/// T compositions of the Poisson-subsampled Gaussian (sampling probability q) with noise multiplier sigma in units of
/// the largest norm of one contribution (math: section 10.2). Add/remove takes the worse of both directions, and
/// zero-out compares the same pairs of distributions; replace-one has contributions that differ by up to 2. q = 1 is
/// the T-fold Gaussian mechanism, exact. Answers refuse sampling_probability outside of 0 < q <= 1 and compositions
/// outside of 1 <= T <= kMostCompositions. approximateNoiseMultiplier(), for dragging a slider and for sweeps, is off
/// by less than 1e-6 relative to either side in about 0.5 ms; at extreme corners where participations are rare by up to
/// about 1e-3, in up to 0.3 s and rarely 1 s.
struct PoissonSteps final : LossBound {
  explicit PoissonSteps(double q, Index steps, Adjacency neighbours = Adjacency::AddRemove)
      : samplingProbability(q), compositions(steps), adjacency(neighbours) {}

  double samplingProbability;
  Index compositions;
  Adjacency adjacency;

  Limits limits() const override;

 protected:
  Least least(const Axis& axis, const RunControl& control) const override;
  Certified noiseMultiplier(double epsilon, double delta, const RunControl& control) const override;
  Certified epsilon(double sigma, double delta, const RunControl& control) const override;
  Certified delta(double sigma, double epsilon, const RunControl& control) const override;
  double approximate(double epsilon, double delta, const RunControl& control) const override;

 private:
  Certified ownDelta(double sigma, double epsilon, const RunControl& control) const;
  template <class Shifted, class Smallest>
  Certified orAsRemoved(const Certified& own, Shifted shifted, Smallest smallest) const;
};

/// What else may be unknown, with arguments, ranges and errors as above. Largest safe sampling probability; at least
/// that at which being sampled at all has probability delta.
Certified certifiedSamplingProbability(double noiseMultiplier, double epsilon, double delta, Index compositions,
                                       const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);
/// Largest safe number of compositions, to kMostCompositions. Refuses noise_multiplier where not even one is safe.
CertifiedCount certifiedCompositions(double noiseMultiplier, double epsilon, double delta, double samplingProbability,
                                     const RunControl& control = {}, Adjacency adjacency = Adjacency::AddRemove);

/// Deltas of the two directions, uncertified, to about 1e-6 relative; 0 where delta is 0 or below the least double.
/// Empty where it is not resolved; never above the certified delta of the worse direction.
struct DirectionalDelta {
  std::optional<double> remove;
  std::optional<double> add;
};
DirectionalDelta approximateDirections(const PoissonSteps& steps, double noiseMultiplier, double epsilon);

}  // namespace noiseloom
