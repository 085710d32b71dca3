#include "core/linalg/normal_quantile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace noiseloom {

double normalQuantile(double u) {
  const double tail = std::min(u, 1 - u);
  if (!(tail > 0)) return u > 0.5 ? 40 : -40;
  // Rational approximation to 5e-4 [Abramowitz and Stegun 26.2.23], then Halley's steps.
  const double t = std::sqrt(-2 * std::log(tail));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int step = 0; step < 2; ++step) {
    const double excess = 0.5 * std::erfc(x / std::numbers::sqrt2) - tail;
    const double newton = excess * std::sqrt(2 * std::numbers::pi) * std::exp(0.5 * x * x);
    x += newton / (1 - 0.5 * x * newton);
  }
  return u > 0.5 ? x : -x;
}

}  // namespace noiseloom
