#include "core/accounting/losses/renyi.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {

// With x_k = k (k - 1)/(2 sigma^2) the sum over k of binom(a, k) q^k (1 - q)^(a - k) e^(x_k), less the sum of the
// weights, which is 1: no term is negative, so that nothing cancels however small the divergence is.
double subsampledRenyi(Index order, double samplingProbability, double noiseMultiplier) {
  checkInteger("rdp", order, 2, kMostRenyiOrder);
  checkPositive("noise_multiplier", noiseMultiplier);
  if (!(samplingProbability > 0 && samplingProbability <= 1))
    throw InvalidArgument("sampling_probability", samplingProbability, Core::tr("a number above 0 and at most 1"));
  const auto a = static_cast<double>(order);
  const double half = 0.5 / noiseMultiplier / noiseMultiplier;
  if (samplingProbability == 1) return a * half * (1 + 1e-15);
  const double logIn = std::log(samplingProbability);
  const double logOut = std::log1p(-samplingProbability);
  std::vector<double> terms;
  terms.reserve(static_cast<std::size_t>(order) - 1);
  for (Index count = 2; count <= order; ++count) {
    const auto k = static_cast<double>(count);
    const double x = k * (k - 1) * half;
    const double logExcess = x > 1 ? x + std::log1p(-std::exp(-x)) : std::log(std::expm1(x));
    terms.push_back(std::lgamma(a + 1) - std::lgamma(k + 1) - std::lgamma(a - k + 1) + k * logIn + (a - k) * logOut +
                    logExcess);
  }
  const double most = std::ranges::max(terms);
  double sum = 0;
  for (const double term : terms) sum += std::exp(term - most);
  // Each part of a term is off by some units of its last digit.
  const double parts = 3 * std::lgamma(a + 1) - a * (logIn + logOut) + a * (a - 1) * half + std::abs(most) + 100;
  const double logSum = most + std::log(sum) + 2e-15 * parts;
  const double whole = logSum > 0 ? logSum + std::log1p(std::exp(-logSum)) : std::log1p(std::exp(logSum));
  return whole / (a - 1) * (1 + 1e-14);
}

}  // namespace noiseloom
