#pragma once

namespace noiseloom {

/// The Gaussian mechanism, exactly. Its one parameter is mu = sensitivity / stddev = 1 / sigma for sensitivity 1, the
/// parameter of Gaussian differential privacy: T compositions have mu sqrt(T). Source: Balle and Wang 2018 (analytic
/// calibration); Dong, Roth and Su 2022 (mu-GDP); Bun and Steinke 2016 (zCDP).

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
/// Smallest epsilon >= 0 with (epsilon, delta)-DP at this mu > 0.
double gaussianEpsilon(double mu, double delta);

/// Zero-concentrated differential privacy: rho = mu^2 / 2, i.e. 1 / (2 sigma^2) for sensitivity 1.
double zcdpRho(double noiseMultiplier);
/// The noise multiplier with a given rho > 0.
double noiseMultiplierForZcdp(double rho);

}  // namespace noiseloom
