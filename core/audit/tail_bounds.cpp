#include "core/audit/tail_bounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

constexpr int kHalvings = 100;

// The end of [inside, outside] up to which a condition is true; it is at `inside`.
template <class Condition>
double lastThat(double inside, double outside, const Condition& condition) {
  return halved({.holds = inside, .fails = outside}, kHalvings, condition).holds;
}

// P[X = from] + P[X = from + way] + ..., terms that fall.
double binomialSum(Index trials, double q, Index from, Index way) {
  const auto n = static_cast<double>(trials);
  double sum = 0;
  for (Index at = from; at >= 0 && at <= trials; at += way) {
    const auto x = static_cast<double>(at);
    const double term = std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) + x * std::log(q) +
                                 (n - x) * std::log1p(-q));
    sum += term;
    if (term < 1e-17 * sum || term == 0) break;
  }
  return sum;
}

double accuracy(double epsilon) {
  return 1 / (1 + std::exp(-epsilon));
}

}  // namespace

double binomialTail(Index trials, double q, Index successes) {
  if (successes <= 0) return 1;
  if (successes > trials) return 0;
  if (static_cast<double>(successes) > static_cast<double>(trials) * q)
    return std::min(1.0, binomialSum(trials, q, successes, 1));
  return std::max(0.0, 1 - binomialSum(trials, q, successes - 1, -1));
}

double rightGuessesBound(Index canaries, Index guesses, Index right, double epsilon, double delta) {
  return std::min(1.0, binomialTail(guesses, accuracy(epsilon), right) +
                           static_cast<double>(canaries) * delta * accuracy(-epsilon));
}

double epsilonOfGuesses(Index canaries, Index guesses, Index right, double delta, double level) {
  constexpr double kMost = 36;  // e^36/(1 + e^36) is the double before 1
  constexpr int kTried = 256;
  const auto refuted = [&](double epsilon) {
    return rightGuessesBound(canaries, guesses, right, epsilon, delta) <= level;
  };
  if (right <= 0) return 0;
  if (refuted(kMost)) return kMost;
  // The bound's binomial term rises with epsilon and that of delta falls, so that the refuted epsilons need not be an
  // interval. Any of them is a sound answer; a grid up to the largest one for delta = 0 finds a large one.
  const double withoutDelta =
      lastThat(0, kMost, [&](double epsilon) { return binomialTail(guesses, accuracy(epsilon), right) <= level; });
  for (int i = kTried; i >= 0; --i) {
    const double epsilon = withoutDelta * i / kTried;
    if (refuted(epsilon)) return i == kTried ? epsilon : lastThat(epsilon, withoutDelta * (i + 1) / kTried, refuted);
  }
  return 0;
}

double varianceBound(Index count, double meanSquare) {
  if (meanSquare <= 0 || !std::isfinite(meanSquare)) return 0;
  return std::min(1.0, 2 * std::exp(-static_cast<double>(count) / 2 * (meanSquare - 1 - std::log(meanSquare))));
}

std::pair<double, double> varianceInterval(Index count, double meanSquare, double level) {
  if (meanSquare <= 0) return {0, 0};
  if (!std::isfinite(meanSquare)) return {meanSquare, meanSquare};
  const auto kept = [&](double variance) { return varianceBound(count, meanSquare / variance) >= level; };
  double most = 2 * meanSquare;
  while (kept(most)) most *= 2;
  return {lastThat(meanSquare, 0, kept), lastThat(meanSquare, most, kept)};
}

double signsBound(double sum, double squares) {
  return squares > 0 ? std::min(1.0, 2 * std::exp(-sum * sum / (2 * squares))) : 1;
}

double normalBound(double distance) {
  return std::erfc(std::abs(distance) / std::numbers::sqrt2);
}

double normalDistance(double level) {
  return lastThat(0, 40, [&](double distance) { return normalBound(distance) >= level; });
}

}  // namespace noiseloom
