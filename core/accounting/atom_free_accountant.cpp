#include "core/accounting/atom_free_accountant.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "core/accounting/characteristic_function.h"

namespace noiseloom {
namespace {

using Complex = std::complex<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLogNegligible = -20.7;  // 1e-9: rare outcomes, relative to delta
constexpr double kFade = 1.5;             // of rare outcomes, as in the plain inversion
constexpr double kMostWork = 6e7;         // nodes times frequencies

/// log(1 + w) and e^w - 1 without cancellation for small w.
Complex log1pOf(Complex w) {
  return {0.5 * std::log1p(2 * w.real() + std::norm(w)), std::atan2(w.imag(), 1 + w.real())};
}
Complex expm1Of(Complex w) {
  const double half = std::sin(0.5 * w.imag());
  return {std::expm1(w.real()) * std::cos(w.imag()) - 2 * half * half, std::exp(w.real()) * std::sin(w.imag())};
}

/// log Transform at a real z, with the mean and the variance of the loss under the weights e^{zL}.
struct Moments {
  double logTransform = -kInfinity;
  double mean = 0;
  double variance = 0;
};

/// One part of one step: nodes of the trapezoid rule in the outcome x, with the losses' excesses above the least one
/// and the logarithms of the Q-weights.
class Part {
 public:
  /// logShare(x): log of the share of Q that belongs to this part.
  template <class LogShare>
  Part(const SubsampledGaussian& step, double spacing, double from, double to, LogShare logShare) {
    const auto count = static_cast<std::size_t>(std::max(2.0, std::ceil((to - from) / spacing)));
    const double logScale = std::log(spacing / (step.sigma * std::sqrt(2 * std::numbers::pi)));
    const double logOdds = std::log(step.q) - std::log1p(-step.q);
    m_excesses.reserve(count);
    m_logWeights.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double x = from + (static_cast<double>(i) + 0.5) * spacing;
      const double odds = step.ratio(x) + logOdds;
      m_excesses.push_back(odds > 40 ? odds : std::log1p(std::exp(odds)));
      m_logWeights.push_back(logScale - 0.5 * (x / step.sigma) * (x / step.sigma) + logShare(x));
    }
  }

  Moments moments(double z) const {
    const double most = mostExponent(z);
    double sum = 0, first = 0, second = 0;
    for (std::size_t i = 0; i < m_excesses.size(); ++i) {
      const double exponent = exponentAt(i, z) - most;
      if (exponent < -45) continue;
      const double weight = std::exp(exponent);
      sum += weight;
      first += weight * m_excesses[i];
      second += weight * m_excesses[i] * m_excesses[i];
    }
    const double mean = first / sum;
    return {most + std::log(sum), mean, std::max(0.0, second / sum - mean * mean)};
  }

  double logTransform(double z) const {
    const double most = mostExponent(z);
    double sum = 0;
    for (std::size_t i = 0; i < m_excesses.size(); ++i) {
      const double exponent = exponentAt(i, z) - most;
      if (exponent > -40) sum += std::exp(exponent);
    }
    return most + std::log(sum);
  }

  /// The weights e^{zL}, divided by e^{logScale}.
  CharacteristicFunction characteristic(double z, double logScale, double frequencyStep) const {
    std::vector<double> weights(m_excesses.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::exp(exponentAt(i, z) - logScale);
    return {m_excesses, weights, frequencyStep, 0};
  }

 private:
  double exponentAt(std::size_t i, double z) const { return m_logWeights[i] + z * m_excesses[i]; }
  double mostExponent(double z) const {
    double most = -kInfinity;
    for (std::size_t i = 0; i < m_excesses.size(); ++i) most = std::max(most, exponentAt(i, z));
    return most;
  }

  std::vector<double> m_excesses, m_logWeights;
};

/// A step cut in two: B's share of Q at x is half erfc((cut - x) / (sqrt(2) width)).
class SplitStep {
 public:
  SplitStep(const SubsampledGaussian& step, double mostOutcome)
      : m_step(step), m_width(std::min(0.15 * step.sigma * step.sigma, 0.3 * step.sigma)), m_most(mostOutcome) {}

  void cutAt(double x) { m_cut = x; }
  double cut() const noexcept { return m_cut; }
  double width() const noexcept { return m_width; }

  /// Nodes that resolve e^{iuL} for |u| <= mostFrequency. A, whose losses vary little, needs few.
  Part partA(double mostFrequency) const {
    const double s = m_step.sigma, to = m_cut + 8 * m_width;
    const double odds = std::exp(std::min(m_step.ratio(to) + std::log(m_step.q) - std::log1p(-m_step.q), 700.0));
    const double steepest = odds / (1 + odds) / (s * s);
    const double spacing = std::min(realSpacing(), 2 * std::numbers::pi / (mostFrequency * steepest + 14 / s));
    return {m_step, spacing, std::min(-9 * s, to - s), to, [&](double x) { return logHalfErfc(x - m_cut); }};
  }
  Part partB(double mostFrequency) const {
    const double s = m_step.sigma, spacing = std::min(realSpacing(), LossTransform::spacingFor(m_step, mostFrequency));
    const double from = m_cut - 8 * m_width;
    return {m_step, spacing, from, std::max(m_most, from + s) + 8 * s,
            [&](double x) { return logHalfErfc(m_cut - x) - fading(x); }};
  }

 private:
  double realSpacing() const { return std::min({m_step.sigma / 2.5, m_step.sigma * m_step.sigma / 2, m_width / 1.3}); }
  double logHalfErfc(double distance) const {
    const double share = 0.5 * std::erfc(distance / (std::numbers::sqrt2 * m_width));
    return share > 0 ? std::log(share) : -1e4;
  }
  double fading(double x) const {
    const double beyond = 3 * (x - m_most) / m_step.sigma;
    if (beyond < -30) return 0;
    const double softplus = (beyond > 30 ? beyond : std::log1p(std::exp(beyond))) / 3;
    return kFade * softplus * softplus;
  }

  SubsampledGaussian m_step;
  double m_width;
  double m_most;
  double m_cut = 0;
};

/// R = M^T - A^T.
Moments remainder(const Moments& a, const Moments& b, double count) {
  const double ratio = std::exp(std::min(b.logTransform - a.logTransform, 600.0));
  const double share = ratio / (1 + ratio);  // of B in M
  const double power = count * std::log1p(ratio);
  const double some = -std::expm1(-power);  // tilted probability of some B-step
  const double gap = b.mean - a.mean, moved = count * share * gap;
  Moments r;
  r.logTransform = count * a.logTransform + power + std::log(some);
  r.mean = count * a.mean + moved / some;
  // Second moment about A's mean, then about the mean.
  const double second = moved * moved + moved * (1 - share) * gap + count * share * (b.variance - a.variance);
  r.variance = std::max(0.0, count * a.variance + second / some - (moved / some) * (moved / some));
  return r;
}

/// The highest cut at which A-steps alone leak no more than e^{allowed} across the barrier, by Chernoff's bound. False
/// when there is none.
bool findCut(SplitStep& split, const SubsampledGaussian& step, Direction direction, double distance, double count,
             double allowed) {
  const auto leaksLittle = [&](double cut) {
    split.cutAt(cut);
    const Part a = split.partA(0);
    for (double exponent = 20; exponent < 2000; exponent *= 1.4) {
      const double z = std::max(exponent / distance, direction == Direction::Remove ? 1.0 : 0.0);
      if (count * a.logTransform(z) - z * distance < allowed) return true;
    }
    return false;
  };
  double low = step.positionOfExcess(0.5 * distance / count) - 10 * split.width();
  double high = step.positionOfExcess(distance);
  if (!leaksLittle(low)) return false;
  while (high - low > 0.1 * split.width()) {
    const double middle = 0.5 * (low + high);
    (leaksLittle(middle) ? low : high) = middle;
  }
  split.cutAt(low);
  return true;
}

/// z and the curvature of log R(z) - z distance - log(z (z - 1)) at its minimum on the direction's side of [0, 1].
struct Contour {
  double z = 0;
  double curvature = 0;
};

Contour findContour(const SplitStep& split, Direction direction, double distance, double count) {
  const double edge = direction == Direction::Remove ? 1 : 0, side = direction == Direction::Remove ? 1 : -1;
  const Part a = split.partA(0), b = split.partB(0);
  Contour contour;
  double low = -60, high = 60, t = -std::log(distance);  // t = log |z - edge|
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double away = std::exp(t), z = edge + side * away;
    const Moments r = remainder(a.moments(z), b.moments(z), count);
    const double slope = side * (r.mean - distance - 1 / z - 1 / (z - 1));
    contour = {z, r.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1))};
    (slope > 0 ? high : low) = t;
    double next = t - std::clamp(slope / (away * contour.curvature), -1.0, 1.0);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - t) * away * std::sqrt(contour.curvature) < 1e-2 || high - low < 1e-12) break;
    t = next;
  }
  return contour;
}

double logSum(double a, double b) {
  const double most = std::max(a, b);
  return std::isfinite(most) ? most + std::log1p(std::exp(std::min(a, b) - most)) : most;
}

}  // namespace

std::optional<FourierDelta> atomFreeDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                          Index compositions, double expectedLogDelta, double accuracy) {
  const bool remove = direction == Direction::Remove;
  const auto count = static_cast<double>(compositions);
  // From the least sum to the barrier. All losses are measured from the least one here.
  const double distance = (remove ? epsilon : -epsilon) - count * step.leastLoss();
  if (!(distance > 0)) return FourierDelta{-kInfinity, 0};
  const double allowed = expectedLogDelta + std::log(0.5 * accuracy);  // A-steps across the barrier
  SplitStep split(step, step.relevantOutcomes(std::log(count), expectedLogDelta + kLogNegligible).most);
  if (!findCut(split, step, direction, distance, count, allowed)) return std::nullopt;
  const auto [z, curvature] = findContour(split, direction, distance, count);
  const double h = 2 * std::numbers::pi / (22 * std::sqrt(curvature));
  for (int frequencies = 128;; frequencies *= 2) {
    const Part a = split.partA(h * frequencies), b = split.partB(h * frequencies);
    const double logA = a.logTransform(z), logB = b.logTransform(z);
    CharacteristicFunction phiA = a.characteristic(z, logA, h), phiB = b.characteristic(z, logA, h);
    if (static_cast<double>(phiA.size() + phiB.size()) * frequencies > kMostWork) return std::nullopt;
    // log of (1 + B/A)^T - 1 at u = 0.
    const double power = count * std::log1p(std::exp(std::min(logB - logA, 600.0)));
    const double logSome = power > 30 ? power : std::log(std::expm1(power));
    double sum = 0.5;
    bool settled = false;
    for (int k = 1; k <= frequencies && !settled; ++k) {
      const double u = h * k;
      const Complex atA = phiA.next(), atB = phiB.next();
      const Complex turn = count * std::log(atA) - Complex(logSome, u * distance);
      const Complex growth = count * log1pOf(atB / atA);
      const Complex rest = growth.real() > 30 ? std::exp(turn + growth) : std::exp(turn) * expm1Of(growth);
      const Complex term = rest * (z * (z - 1)) / (Complex(z, u) * Complex(z - 1, u));
      sum += term.real();
      settled = std::abs(term) * k < 0.01 * accuracy * std::abs(sum);
    }
    if (!settled) continue;
    if (!(sum > kLeastSum)) return std::nullopt;
    double logDelta = (remove ? epsilon : 0) + count * logA + logSome - z * distance - std::log(z * (z - 1)) +
                      std::log(sum * h / std::numbers::pi);
    if (!remove) {
      const double log0 = count * a.logTransform(0), log1 = count * (a.logTransform(1) + step.leastLoss());
      const double payoff = -std::expm1(epsilon + log1 - log0);
      if (payoff > 0) logDelta = logSum(logDelta, log0 + std::log(payoff));
    }
    if (!std::isfinite(logDelta)) return std::nullopt;
    return FourierDelta{std::min(logDelta, 0.0), z};
  }
}

}  // namespace noiseloom
