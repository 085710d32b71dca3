#include "core/accounting/losses/analytic_gaussian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/linalg/gauss_legendre.h"
#include "core/linalg/normal_tail.h"

namespace noiseloom {
namespace {

constexpr double kHalfLogTwoPi = 0.91893853320467274178;

double logNormalDensity(double x) {
  return -0.5 * x * x - kHalfLogTwoPi;
}

/// Mills ratio (1 - Phi(x)) / phi(x), x > -37: erfc near the centre, the continued fraction in the tail.
double millsRatio(double x) {
  if (x < 5) return upperTail(x) * std::exp(-logNormalDensity(x));
  double tail = x;
  for (int k = 60; k >= 1; --k) tail = x + k / tail;
  return 1 / tail;
}

/// millsRatio(a) - millsRatio(a + mu) = integral over s > 0 of exp(-s^2/2 - a s)(1 - e^{-mu s}): a positive integrand,
/// so nothing cancels when mu is small. Wanted for mu <= 1 or so and a >= -mu/2.
double millsDifference(double a, double mu) {
  const double end = 80 / (a + std::sqrt(a * a + 80));  // where s^2/2 + a s = 40, without cancellation
  constexpr int kPanels = 5;
  double sum = 0;
  for (int panel = 0; panel < kPanels; ++panel) {
    sum += GaussLegendre<20>::rule().integrate(end * panel / kPanels, end * (panel + 1) / kPanels, [=](double s) {
      return std::exp(-s * (0.5 * s + a)) * -std::expm1(-mu * s);
    });
  }
  return sum;
}

struct Arguments {
  double a;  ///< epsilon/mu - mu/2
  double b;  ///< epsilon/mu + mu/2
};
Arguments arguments(double mu, double epsilon) {
  return {epsilon / mu - mu / 2, epsilon / mu + mu / 2};
}

/// Root of an increasing function by Newton steps kept inside a shrinking bracket. f returns {value, derivative}.
template <class Function>
double increasingRoot(Function f, double low, double high, double start) {
  double x = std::clamp(start, low, high);
  for (int iteration = 0; iteration < 200; ++iteration) {
    const auto [value, derivative] = f(x);
    if (value == 0) return x;
    (value > 0 ? high : low) = x;
    double next = x - value / derivative;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const bool settled = std::abs(next - x) <= 4e-16 * std::abs(next) || next == low || next == high;
    x = next;
    if (settled) break;
  }
  return x;
}

struct ValueAndSlope {
  double value;
  double slope;
};

void checkMuAndEpsilon(double mu, double epsilon) {
  checkPositive("mu", mu);
  checkFinite("epsilon", epsilon);
  checkClosedInterval("epsilon", epsilon, 0, 1e300);
}

}  // namespace

double gaussianLogDelta(double mu, double epsilon) {
  checkMuAndEpsilon(mu, epsilon);
  const auto [a, b] = arguments(mu, epsilon);
  if (a > 1e100) return -std::numeric_limits<double>::infinity();
  if (a < -8) return std::log1p(-gaussianDeltaComplement(mu, epsilon));
  const double first = millsRatio(a), second = millsRatio(b);
  const double difference = second < 0.5 * first ? first - second : millsDifference(a, mu);
  const double logDelta = logNormalDensity(a) + std::log(difference);
  return std::min(logDelta, 0.0);
}

double gaussianDelta(double mu, double epsilon) {
  return std::exp(gaussianLogDelta(mu, epsilon));
}

double gaussianDeltaComplement(double mu, double epsilon) {
  checkMuAndEpsilon(mu, epsilon);
  const auto [a, b] = arguments(mu, epsilon);
  return std::min(1.0, upperTail(-a) + std::exp(logNormalDensity(a)) * millsRatio(b));
}

double gaussianMuFor(double epsilon, double delta) {
  checkFinite("epsilon", epsilon);
  checkClosedInterval("epsilon", epsilon, 0, 1e300);
  checkOpenInterval("delta", delta, 0, 1);
  // d delta / d mu = phi(a); unknown log mu, equation in log delta, or in log (1 - delta) above one half.
  const bool upper = delta > 0.5;
  const double target = upper ? std::log1p(-delta) : std::log(delta);
  const auto equation = [&](double logMu) {
    const double mu = std::exp(logMu);
    const double a = arguments(mu, epsilon).a;
    if (upper) {
      const double complement = gaussianDeltaComplement(mu, epsilon);
      return ValueAndSlope{target - std::log(complement), mu * std::exp(logNormalDensity(a)) / complement};
    }
    const double logDelta = gaussianLogDelta(mu, epsilon);
    return ValueAndSlope{logDelta - target, mu * std::exp(logNormalDensity(a) - logDelta)};
  };
  // With z the quantile of a tail of about delta, epsilon/mu - mu/2 = z; the bracket then grows until it holds the
  // root.
  const double tail = std::sqrt(2 * std::max(1.0, -std::log(std::min(delta, 0.5))));
  const double start = std::max(delta, 2 * epsilon / (std::sqrt(tail * tail + 2 * epsilon) + tail));
  double low = std::log(start) - 1, high = low + 2;
  while (equation(low).value > 0 && low > -700) low -= 2;
  while (equation(high).value < 0 && high < 700) high += 2;
  return std::exp(increasingRoot(equation, low, high, std::log(start)));
}

double gaussianNoiseMultiplier(double epsilon, double delta) {
  return 1 / gaussianMuFor(epsilon, delta);
}

double gaussianEpsilon(double mu, double delta) {
  checkPositive("mu", mu);
  checkOpenInterval("delta", delta, 0, 1);
  const bool upper = delta > 0.5;
  const double target = upper ? std::log1p(-delta) : std::log(delta);
  // d delta / d epsilon = -phi(a) millsRatio(b): the negative of delta's equation increases with epsilon.
  const auto equation = [&](double epsilon) {
    const auto [a, b] = arguments(mu, epsilon);
    const double slope = std::exp(logNormalDensity(a)) * millsRatio(b);
    if (upper) {
      const double complement = gaussianDeltaComplement(mu, epsilon);
      return ValueAndSlope{std::log(complement) - target, slope / complement};
    }
    const double logDelta = gaussianLogDelta(mu, epsilon);
    return ValueAndSlope{target - logDelta, std::exp(logNormalDensity(a) - logDelta) * millsRatio(b)};
  };
  if (equation(0).value >= 0) return 0;
  double high = mu * (mu / 2 + std::sqrt(2 * std::max(1.0, -std::log(delta))));
  while (equation(high).value < 0) high *= 2;
  return increasingRoot(equation, 0, high, 0.5 * high);
}

double gaussianComposedMu(std::span<const double> mus) {
  if (mus.empty()) throw InvalidArgument("mus", Core::tr("none"), Core::tr("at least one value"));
  checkAllFinite("mus", mus);
  double norm = 0;
  for (std::size_t i = 0; i < mus.size(); ++i) {
    checkClosedInterval("mus[" + std::to_string(i) + "]", mus[i], 0, 1e300);
    norm = std::hypot(norm, mus[i]);
  }
  return norm;
}

GaussianGuarantee GaussianGuarantee::repeated(double times) const {
  checkClosedInterval("times", times, 1, 1e300);
  return {mu * std::sqrt(times)};
}

double zcdpRho(double noiseMultiplier) {
  checkPositive("noise_multiplier", noiseMultiplier);
  return 0.5 / (noiseMultiplier * noiseMultiplier);
}

double zcdpLogDelta(double rho, double epsilon) {
  checkPositive("rho", rho);
  checkFinite("epsilon", epsilon);
  checkClosedInterval("epsilon", epsilon, 0, 1e300);
  // The exponent's derivative in a, (2a - 1) rho - epsilon + log(1 - 1/a), increases from -infinity; t = log(a - 1).
  const auto derivative = [&](double t) {
    const double less = std::exp(t), a = 1 + less;
    return ValueAndSlope{(1 + 2 * less) * rho - epsilon - std::log1p(1 / less), 2 * rho * less + 1 / a};
  };
  double low = -1, high = 1;
  while (derivative(low).value > 0) low *= 2;
  while (derivative(high).value < 0) high *= 2;
  const double less = std::exp(increasingRoot(derivative, low, high, 0.5 * (low + high))), a = 1 + less;
  return std::min(0.0, less * (a * rho - epsilon) - a * std::log1p(1 / less) - std::log(less));
}

double zcdpEpsilon(double rho, double delta) {
  checkPositive("rho", rho);
  checkOpenInterval("delta", delta, 0, 1);
  const double target = std::log(delta);
  if (zcdpLogDelta(rho, 0) <= target) return 0;
  double low = 0, high = rho + 2 * std::sqrt(rho * std::max(1.0, -target)) + 1e-300;
  while (zcdpLogDelta(rho, high) > target) high *= 2;
  for (int i = 0; i < 200 && high - low > 4e-16 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (zcdpLogDelta(rho, middle) > target ? low : high) = middle;
  }
  return high;
}

}  // namespace noiseloom
