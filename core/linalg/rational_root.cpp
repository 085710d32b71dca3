#include "core/linalg/rational_root.h"

#include <cmath>
#include <numbers>

#include "core/base/check.h"

namespace noiseloom {

std::vector<RootNode> inverseRootNodes(double least, double most, int nodes) {
  checkPositive("least", least);
  checkClosedInterval("most", most, least, 1e300);
  checkInteger("nodes", nodes, 1, 1000);
  // T^(-1/2) = (2/pi) integral of (T + t^2)^-1 dt over t > 0. With t = sqrt(least) tan(phi) and phi the amplitude of
  // modulus k, k^2 = 1 - least/most, the integrand is periodic and analytic in a wide strip, where the midpoint rule
  // converges geometrically.
  const double ratio = std::sqrt(least / most);
  std::vector<double> a{1.0}, c{std::sqrt((1 - ratio) * (1 + ratio))};
  double b = ratio;
  while (a.size() < 60 && c.back() > 1e-16 * a.back()) {
    const double previous = a.back();
    a.push_back((previous + b) / 2);
    c.push_back((previous - b) / 2);
    b = std::sqrt(previous * b);
  }
  const double quarterPeriod = std::numbers::pi / (2 * a.back());
  std::vector<RootNode> result;
  for (int j = 0; j < nodes; ++j) {
    const double u = (j + 0.5) * quarterPeriod / nodes;
    double phi = std::ldexp(a.back() * u, static_cast<int>(a.size()) - 1);
    for (std::size_t i = a.size() - 1; i > 0; --i) phi = (phi + std::asin(c[i] / a[i] * std::sin(phi))) / 2;
    const double cosine = std::cos(phi), tangent = std::tan(phi);
    // dn^2 = 1 - k^2 sin^2 = cos^2 + (1 - k^2) sin^2.
    const double delta = cosine * std::sqrt(1 + ratio * ratio * tangent * tangent);
    result.push_back({least * tangent * tangent,
                      2 * std::sqrt(least) * quarterPeriod / (std::numbers::pi * nodes) * delta / (cosine * cosine)});
  }
  return result;
}

}  // namespace noiseloom
