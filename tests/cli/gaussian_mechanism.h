#pragma once

namespace noiseloom::test {

/// delta(epsilon) of the Gaussian mechanism with sensitivity 1 and noise standard deviation sigma (math: section
/// 10.1), written for the tests from the formula, in long double.
double gaussianDelta(double sigma, double epsilon);

/// The sigma with gaussianDelta(sigma, epsilon) = delta, by bisection to the last digit.
double gaussianSigma(double epsilon, double delta);

}  // namespace noiseloom::test
