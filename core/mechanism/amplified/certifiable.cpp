#include "core/mechanism/amplified/certifiable.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

// The largest logarithm of the weights' bound over delta: some 20 000 draws in blocks of three then certify it, or
// 50 000 in pairs, as measured.
constexpr double kMostLogBound = 5, kMostOfPairs = 4;
// By how much that logarithm may exceed the safe one's, and still count as no less certain.
constexpr double kAsCertain = 0.3;
constexpr int kHalvings = 5;

}  // namespace

std::vector<double> certifiable(EquivalentNoise& noise, std::span<const double> optimum, std::span<const double> safe,
                                const RunControl& control) {
  const auto between = [&](double share) {
    std::vector<double> c(optimum.begin(), optimum.end());
    for (std::size_t d = 0; d < c.size(); ++d)
      c[d] = std::exp(share * std::log(c[d] / optimum[0]) + (1 - share) * std::log(safe[d] / safe[0]));
    return c;
  };
  const double most =
      std::max(noise.drawsThree() ? kMostLogBound : kMostOfPairs, noise.logPairBound(safe, control) + kAsCertain);
  if (!(noise.logPairBound(optimum, control) > most)) return {optimum.begin(), optimum.end()};
  const auto certifiable = [&](double share) { return !(noise.logPairBound(between(share), control) > most); };
  const double share = halved({.holds = 0, .fails = 1}, kHalvings, certifiable).holds;
  return control.stopRequested() ? std::vector<double>(optimum.begin(), optimum.end()) : between(share);
}

}  // namespace noiseloom
