#pragma once

#include <span>
#include <vector>

#include "core/error/error_profile.h"

namespace noiseloom {

/// A direction, or `count` alike, of the quadratic loss sum_k count_k lambda_k theta_k^2 / 2.
struct QuadraticDirection {
  double curvature = 1;  ///< lambda, above 0
  double start = 0;      ///< theta before the first step, where count directions share one: of each of them
  double count = 1;      ///< d_k, above 0
};

/// SGD theta <- theta - eta (lambda theta + noise) on such a loss with correlated noise.
struct QuadraticDescent {
  std::vector<QuadraticDirection> directions;
  double learningRate = 1;  ///< eta > 0; eta lambda at most 1 in every direction
  double noise = 0;         ///< standard deviation s of z, in gradients of the loss, a coordinate; the noise is C^-1 z
};

/// The expected loss before the first step, and after some steps: exact, without a single draw.
struct LossCurve {
  std::vector<Index> steps;    ///< taken: 0, then rising to n
  std::vector<double> signal;  ///< what gradient descent without noise has left
  std::vector<double> noise;   ///< what the noise adds
  double relativeErrorBound =
      0;               ///< of `noise`, where a closed tail stands for terms beyond the settling point; else 0
  bool valid = false;  ///< false when stopped midway or not finite: the figures must not be used
  double at(std::size_t i) const { return signal[i] + noise[i]; }
};

/// After t steps theta_k = alpha_k^t start_k - eta (row t - 1 of A_k C^-1) z with alpha_k = 1 - eta lambda_k and A_k
/// the Toeplitz matrix alpha_k^(i-j), so that the expected loss is
///   sum_k count_k lambda_k / 2 (alpha_k^(2t) start_k^2 + eta^2 s^2 v_(t-1) of A_k C^-1)
/// (math: section 1.1). All n steps, or about `mostPoints` of them (profileSteps()): an errorProfile() for each
/// curvature that is another one. Throws InvalidArgument naming directions, curvature, learning_rate or noise. Noise
/// is that of a strategy that adds it to the gradients: sens, sigma, clip norm and batch size are the caller's.
LossCurve expectedLossCurve(const Strategy& strategy, const QuadraticDescent& descent, Index mostPoints,
                            const RunControl& control = {});

}  // namespace noiseloom
