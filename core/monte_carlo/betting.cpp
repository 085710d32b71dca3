#include "core/monte_carlo/betting.h"

#include <cmath>

#include "core/base/index.h"
#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

// Derivative of log wealth by the stake.
double stakeSlope(std::span<const double> draws, double m, double stake) {
  double sum = 0;
  for (const double x : draws) sum += (m - x) / (1 + stake * (m - x));
  return sum;
}

}  // namespace

double logWealth(std::span<const double> draws, double m, double stake) {
  // Products of a few factors save logarithms.
  double sum = 0;
  std::size_t i = 0;
  for (; i + 8 <= draws.size(); i += 8) {
    double product = 1;
    for (std::size_t j = i; j < i + 8; ++j) product *= 1 + stake * (m - draws[j]);
    sum += std::log(product);
  }
  for (; i < draws.size(); ++i) sum += std::log1p(stake * (m - draws[i]));
  return sum;
}

Bet planBet(std::span<const double> pilot, double m, double mostStake) {
  // The growth is concave in the stake. All would be lost to a draw of 1 with a stake of 1/(1 - m).
  constexpr double kOfMost = 0.999;
  const auto isRising = [&](double stake) { return stakeSlope(pilot, m, stake) > 0; };
  const double most = kOfMost * mostStake;
  const double best = isRising(most) ? most : halved({.holds = 0, .fails = most}, 40, isRising).holds;
  return {best, logWealth(pilot, m, best) / static_cast<double>(pilot.size())};
}

double bettingUpperBound(std::span<const double> draws, double stake, double logOdds) {
  if (logWealth(draws, 1, stake) < logOdds) return 1;
  const double least = stake > 1 ? 1 - 1 / stake : 0;
  double low = least, high = 1;
  for (int step = 0; step < 60 && high > low * (1 + 1e-12); ++step) {
    const double middle = low > 0 ? std::sqrt(low * high) : high * 1e-3;
    (logWealth(draws, middle, stake) >= logOdds ? high : low) = middle;
  }
  return high;
}

}  // namespace noiseloom
