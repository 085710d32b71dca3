#include "tests/cli/gaussian_mechanism.h"

#include <cmath>
#include <numbers>

namespace noiseloom::test {

double gaussianDelta(double sigma, double epsilon) {
  const long double mu = 1.0L / sigma;
  const auto phi = [](long double x) { return std::erfc(-x / std::numbers::sqrt2_v<long double>) / 2; };
  const long double e = epsilon;
  return static_cast<double>(phi(mu / 2 - e / mu) - std::exp(e) * phi(-mu / 2 - e / mu));
}

double gaussianSigma(double epsilon, double delta) {
  double low = 1e-3;
  double high = 1e6;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (gaussianDelta(middle, epsilon) > delta ? low : high) = middle;
  }
  return high;
}

}  // namespace noiseloom::test
