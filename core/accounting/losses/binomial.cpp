#include "core/accounting/losses/binomial.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/infinity.h"

namespace noiseloom {
namespace {

/// log k! - log of Stirling's sqrt(2 pi k) (k/e)^k, k >= 1.
double stirlingRemainder(double k) {
  if (k < 16) return std::lgamma(k + 1) - (k + 0.5) * std::log(k) + k - 0.5 * std::log(2 * std::numbers::pi);
  const double square = k * k;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / (1680 * square)) / square) / square) / k;
}

/// x log(x / mean) - x + mean, whose rounding is that of x - mean: what is large cancels before it is computed.
double deviance(double x, double mean) {
  const double u = (x - mean) / mean;
  return mean * ((1 + u) * std::log1p(u) - u);
}

double logMass(double n, double p, double k) {
  if (k == 0) return n * std::log1p(-p);
  if (k == n) return n * std::log(p);
  return stirlingRemainder(n) - stirlingRemainder(k) - stirlingRemainder(n - k) - deviance(k, n * p) -
         deviance(n - k, n * (1 - p)) + 0.5 * std::log(n / (2 * std::numbers::pi * k * (n - k)));
}

/// 1 + r_1 + r_1 r_2 + .., ratios that fall from below 1.
template <class Ratio>
double sumOfFalling(double count, Ratio ratio) {
  double sum = 1, term = 1;
  for (double i = 0; i < count; ++i) {
    const double r = ratio(i);
    term *= r;
    sum += term;
    if (term < 1e-17 * sum * (1 - r)) break;
  }
  return sum;
}

}  // namespace

BinomialTails binomialTails(Index trials, double p, Index least) {
  if (least <= 0) return {0, -kInfinity};
  if (least > trials || p <= 0) return {-kInfinity, 0};
  if (p >= 1) return {0, -kInfinity};
  const auto n = static_cast<double>(trials), k = static_cast<double>(least);
  const double odds = p / (1 - p);
  const auto other = [](double logTail) { return logTail > -1e-300 ? -kInfinity : std::log(-std::expm1(logTail)); };
  if (k > n * p) {
    const double sum = sumOfFalling(n - k, [&](double i) { return (n - k - i) / (k + i + 1) * odds; });
    const double tail = std::min(0.0, logMass(n, p, k) + std::log(sum));
    return {tail, other(tail)};
  }
  const double sum = sumOfFalling(k - 1, [&](double i) { return (k - 1 - i) / (n - k + 2 + i) / odds; });
  const double tail = std::min(0.0, logMass(n, p, k - 1) + std::log(sum));
  return {other(tail), tail};
}

Index binomialBound(Index trials, double p, double logProbability) {
  Index low = 0, high = trials + 1;  // too likely, and rare enough
  while (high - low > 1) {
    const Index middle = low + (high - low) / 2;
    (binomialTails(trials, p, middle).logAtLeast > logProbability ? low : high) = middle;
  }
  return high;
}

}  // namespace noiseloom
