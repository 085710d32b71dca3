#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Row `step` of C^-1 from the diagonal backwards: the weights of z_step, z_(step-1), .. in the noise of the step, at
/// most `most` of them. For the tree: from the newest row of z to older ones. O(most b) for Toeplitz kinds, O(step b)
/// for banded, O(most) for others. Invalid when stopped.
std::vector<double> noisingRow(const Strategy& strategy, Index step, Index most, const RunControl& control = {});

/// Exact covariance of y = C^-1 z at step `step` with y at `lag` steps before, lag = 0 .. min(lags, step + 1) - 1, for
/// z of variance 1: row `step` of C^-1 C^-T. O(step b) for the Toeplitz kinds and one solve with C for the others;
/// empty when stopped.
std::vector<double> noiseCovariance(const Strategy& strategy, Index step, Index lags, const RunControl& control = {});

/// Power spectral density of y far from the first step, for z of variance 1, at `frequency` in cycles per step, 0 to
/// 1/2: 1 / |c(exp(2 pi i f))|^2 for the Toeplitz kinds, with coefficients c; nullopt for the others, whose noise is
/// not stationary.
std::optional<double> noisePower(const Strategy& strategy, double frequency);

/// Estimated density of a series at f = k / segment, k = 0 .. segment / 2: Welch's average over half-overlapping
/// segments with Hann's window, as many as fit. `segment`: even, 2 to the length of the series. White noise of variance
/// v has the density v.
std::vector<double> estimatedPower(std::span<const double> series, Index segment);

/// Estimated covariance of a series of mean 0 with itself `lag` steps later, lag = 0 .. lags - 1, lags <= its length.
std::vector<double> estimatedCovariance(std::span<const double> series, Index lags);

}  // namespace noiseloom
