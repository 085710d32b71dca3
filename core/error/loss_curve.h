#pragma once

#include <vector>

#include "core/error/error_profile.h"

namespace noiseloom {

/// A direction, or `count` equal ones, of the quadratic loss sum_k count_k lambda_k theta_k^2 / 2.
struct QuadraticDirection {
  double curvature = 1;  ///< lambda, above 0
  double start = 0;      ///< theta before the first step, equal in all count directions
  double count = 1;      ///< d_k, above 0
};

/// SGD theta <- theta - eta (lambda theta + noise) on such a loss with correlated noise.
struct QuadraticDescent {
  std::vector<QuadraticDirection> directions;
  double learningRate = 1;  ///< eta > 0; eta lambda at most 1 in every direction
  double noise = 0;         ///< standard deviation s of z per coordinate, in gradients of the loss; the noise is C^-1 z
};

/// The expected loss before the first step and after some steps, exactly, without sampling.
struct LossCurve {
  std::vector<Index> steps;       ///< numbers of steps taken: 0, then increasing to n
  std::vector<double> signal;     ///< loss that remains without noise
  std::vector<double> noise;      ///< loss added by the noise
  double relativeErrorBound = 0;  ///< of `noise`, if a closed tail stands for terms beyond the settling point; else 0
  bool valid = false;             ///< false when stopped midway or not finite: do not use the figures
  double at(std::size_t i) const { return signal[i] + noise[i]; }
};

/// After t steps theta_k = alpha_k^t start_k - eta (row t - 1 of A_k C^-1) z with alpha_k = 1 - eta lambda_k and A_k
/// the Toeplitz matrix alpha_k^(i-j), so that the expected loss is
///   sum_k count_k lambda_k / 2 (alpha_k^(2t) start_k^2 + eta^2 s^2 v_(t-1) of A_k C^-1)
/// (math: section 1.1). Computed at all n steps, or about `mostPoints` of them (profileSteps()), with one
/// errorProfile() per distinct curvature. The noise is what a strategy adds to the gradients: sens, sigma, clip norm
/// and batch size are the caller's. Throws InvalidArgument naming directions, curvature, learning_rate or noise.
LossCurve expectedLossCurve(const Strategy& strategy, const QuadraticDescent& descent, Index mostPoints,
                            const RunControl& control = {});

}  // namespace noiseloom
