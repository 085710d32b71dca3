#pragma once

#include <span>

namespace noiseloom {

/// The Gaussian mechanism, exactly. Its one parameter is mu = sensitivity / stddev = 1 / sigma for sensitivity 1, the
/// parameter of Gaussian differential privacy: T compositions have mu sqrt(T). Sources:
/// analytic-calibration; gaussian-dp for mu, concentrated-dp for rho (math: section 10.1).

/// log delta(mu, epsilon) with delta = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), mu > 0, epsilon >=
/// 0. Correct to about 1e-13 relative to max(1, |log delta|), however small delta is; -infinity where epsilon/mu - mu/2
/// exceeds 1e100.
double gaussianLogDelta(double mu, double epsilon);
/// delta itself; 0 where it is below the least double.
double gaussianDelta(double mu, double epsilon);
/// 1 - delta without cancellation, for delta near 1.
double gaussianDeltaComplement(double mu, double epsilon);

/// The mu with which delta(mu, epsilon) = delta; epsilon >= 0, 0 < delta < 1. Relative error about 1e-13.
double gaussianMuFor(double epsilon, double delta);
/// Smallest sigma for sensitivity 1 with (epsilon, delta)-DP: 1 / gaussianMuFor.
double gaussianNoiseMultiplier(double epsilon, double delta);
/// Smallest epsilon >= 0 with (epsilon, delta)-DP at this mu > 0. Relative error about 1e-13, or what the last bit of
/// delta is worth where epsilon is much smaller than mu.
double gaussianEpsilon(double mu, double delta);

/// mu of Gaussian mechanisms composed, also adaptively: the root of the sum of squares. Not empty; each >= 0, finite.
double gaussianComposedMu(std::span<const double> mus);

/// Zero-concentrated differential privacy: rho = mu^2 / 2, i.e. 1 / (2 sigma^2) for sensitivity 1.
double zcdpRho(double noiseMultiplier);
/// The smallest log delta, epsilon and rho that the others are known to imply for any mechanism with rho-zCDP:
///   delta = min over a > 1 of e^{(a - 1)(a rho - epsilon)} (1 - 1/a)^a / (a - 1)
/// (discrete-gaussian, Proposition 12 with Corollary 13). Never below what the Gaussian mechanism of the
/// same rho needs, which is why rho alone says less than mu. rho > 0, epsilon >= 0, 0 < delta < 1.
double zcdpLogDelta(double rho, double epsilon);
double zcdpEpsilon(double rho, double delta);

/// The Gaussian mechanism's guarantees: any two of sigma, epsilon and delta give mu, and mu gives all the rest.
struct GaussianGuarantee {
  double mu = 1;  ///< Gaussian differential privacy, > 0

  static GaussianGuarantee of(double epsilon, double delta) { return {gaussianMuFor(epsilon, delta)}; }

  double noiseMultiplier() const { return 1 / mu; }
  double rho() const { return mu * mu / 2; }
  /// The privacy profile and its inverse.
  double deltaAt(double epsilon) const { return gaussianDelta(mu, epsilon); }
  double epsilonAt(double delta) const { return gaussianEpsilon(mu, delta); }
  /// The same mechanism `times` >= 1 times over.
  GaussianGuarantee repeated(double times) const;
};

}  // namespace noiseloom
