#include "core/accounting/fourier/atom_free_accountant.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "core/accounting/fourier/characteristic_function.h"
#include "core/accounting/losses/loss_transform.h"
#include "core/accounting/losses/saddle_search.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/infinity.h"
#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

// One part of one step, as atom_free_accountant.h cuts it: nodes of the trapezoid rule in the outcome x, with the
// losses' excesses above the least one and the logarithms of the Q-weights.
class StepPart {
 public:
  // logShare(x): log of the share of Q that belongs to this part. Without nodes where there would be far too many.
  template <class LogShare>
  StepPart(const SubsampledGaussian& step, double spacing, double from, double to, LogShare logShare) {
    const double nodes = std::max(2.0, std::ceil((to - from) / spacing));
    if (!(nodes <= kMostNodes)) return;
    const auto count = static_cast<std::size_t>(nodes);
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

  bool empty() const noexcept { return m_excesses.empty(); }

  TiltedMoments moments(double z) const {
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

  // The weights e^{zL}, divided by e^{logScale}.
  CharacteristicFunction characteristic(double z, double logScale, double frequencyStep) const {
    std::vector<double> weights(m_excesses.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = std::exp(exponentAt(i, z) - logScale);
    return {m_excesses, weights, frequencyStep, 0};
  }

 private:
  static constexpr double kMostNodes = 1 << 20;

  double exponentAt(std::size_t i, double z) const { return m_logWeights[i] + z * m_excesses[i]; }
  double mostExponent(double z) const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_excesses.size(); ++i) most = std::max(most, exponentAt(i, z));
    return most;
  }

  std::vector<double> m_excesses, m_logWeights;
};

// A step cut in three. A, B and C take over from each other smoothly: like a Gaussian distribution function of a small
// width around each cut.
class SplitStep {
 public:
  explicit SplitStep(const SubsampledGaussian& step)
      : m_step(step), m_width(std::min(0.15 * step.sigma * step.sigma, 0.3 * step.sigma)) {}

  void cutA(double x) { m_cutA = x; }
  void cutC(double x) { m_cutC = x; }
  double startOfC() const noexcept { return m_cutC; }
  double width() const noexcept { return m_width; }

  // The whole step, for real z <= 0.
  StepPart whole() const {
    return {m_step, spacing(0, 1), -kTail * m_step.sigma, 1 + kTail * m_step.sigma, [](double) { return 0.0; }};
  }
  // Nodes that resolve e^{iuL} for |u| <= mostFrequency. A, whose losses vary little, needs few.
  StepPart partA(double mostFrequency) const {
    const double to = m_cutA + kCutReach * m_width;
    return {m_step, spacing(mostFrequency, to), std::min(-kTail * m_step.sigma, to - m_step.sigma), to,
            [&](double x) { return logOf(shareBelow(m_cutA, x)); }};
  }
  StepPart partB(double mostFrequency) const {
    const double to = m_cutC + kCutReach * m_width, middle = 0.5 * (m_cutA + m_cutC);
    return {m_step, spacing(mostFrequency, to), m_cutA - kCutReach * m_width, to, [&](double x) {
              return logOf(x < middle ? shareBelow(-m_cutA, -x) - shareBelow(-m_cutC, -x)
                                      : shareBelow(m_cutC, x) - shareBelow(m_cutA, x));
            }};
  }
  StepPart partC() const {
    const double from = m_cutC - kCutReach * m_width;
    return {m_step, spacing(0, m_cutC), from, std::max(1.0, m_cutC) + kTail * m_step.sigma,
            [&](double x) { return logOf(shareBelow(-m_cutC, -x)); }};
  }

 private:
  static constexpr double kCutReach = 8, kTail = 9;

  double shareBelow(double cut, double x) const { return 0.5 * std::erfc((x - cut) / (std::numbers::sqrt2 * m_width)); }
  static double logOf(double share) { return share > 0 ? std::log(share) : -1e4; }
  // The spacing of nodes up to `to`, where the loss is steepest.
  double spacing(double mostFrequency, double to) const {
    const double s = m_step.sigma, odds = m_step.ratio(to) + std::log(m_step.q) - std::log1p(-m_step.q);
    const double steepest = 1 / (s * s * (1 + std::exp(-odds)));
    return std::min({s / 2.5, s * s / 2, m_width / 1.3, 2 * std::numbers::pi / (mostFrequency * steepest + 14 / s)});
  }

  SubsampledGaussian m_step;
  double m_width;
  double m_cutA = 0;
  double m_cutC = 0;
};

using Complex = std::complex<double>;

constexpr double kMostWork = 4e7;  // nodes times frequencies

/// log(1 + w) and e^w - 1 without cancellation for small w.
Complex log1pOf(Complex w) {
  return {0.5 * std::log1p(2 * w.real() + std::norm(w)), std::atan2(w.imag(), 1 + w.real())};
}
Complex expm1Of(Complex w) {
  const double half = std::sin(0.5 * w.imag());
  return {std::expm1(w.real()) * std::cos(w.imag()) - 2 * half * half, std::exp(w.real()) * std::sin(w.imag())};
}

/// R = (A + B)^T - A^T.
TiltedMoments remainder(const TiltedMoments& a, const TiltedMoments& b, double count) {
  const double ratio = std::exp(std::min(b.logTransform - a.logTransform, 600.0));
  const double share = ratio / (1 + ratio);  // of B in A + B
  const double power = count * std::log1p(ratio);
  const double some = -std::expm1(-power);  // tilted probability of some B-step
  const double gap = b.mean - a.mean, moved = count * share * gap;
  TiltedMoments r;
  r.logTransform = count * a.logTransform + power + std::log(some);
  r.mean = count * a.mean + moved / some;
  // Second moment about A's mean, then about the mean.
  const double second = moved * moved + moved * (1 - share) * gap + count * share * (b.variance - a.variance);
  r.variance = std::max(0.0, count * a.variance + second / some - (moved / some) * (moved / some));
  return r;
}

/// The highest cut at which sums of A-steps alone pay no more than e^{allowed} beyond the barrier, by Chernoff's bound;
/// logPay: log of what a sum at the barrier weighs. False when there is none.
bool cutTheAtom(SplitStep& split, const SubsampledGaussian& step, double leastZ, double distance, double count,
                double logPay, double allowed) {
  const auto paysLittle = [&](double cut) {
    split.cutA(cut);
    const StepPart a = split.partA(0);
    if (a.empty()) return false;
    double exponent = 20;
    while (exponent < 2000) {
      const double z = std::max(exponent / distance, leastZ);
      if (logPay + count * a.logTransform(z) - z * distance < allowed) return true;
      exponent *= 1.4;
    }
    return false;
  };
  const double low = step.positionOfExcess(0.5 * distance / count) - 10 * split.width();
  const double high = std::max(low, std::min(step.positionOfExcess(distance), split.startOfC()));
  if (!paysLittle(low)) return false;
  split.cutA(narrowed({.holds = low, .fails = high}, 0.1 * split.width(), paysLittle).holds);
  return true;
}

/// What the excesses of all steps sum up to, but for probability e^{logProbability}, by Chernoff's bound.
double leastSum(const SplitStep& split, double distance, double count, double logProbability) {
  const StepPart whole = split.whole();
  if (whole.empty()) return 0;
  double least = 0, exponent = 1;
  while (exponent < 1e7) {
    const double z = exponent / distance;
    least = std::max(least, (logProbability - count * whole.logTransform(-z)) / z);
    exponent *= 1.5;
  }
  return least;
}

/// z and the curvature of log R(z) - z distance - log(z (z - 1)) at its minimum on the direction's side of [0, 1].
/// Empty when there would be far too many nodes.
struct Contour {
  double z = 0;
  double curvature = 0;
  double logTransform = 0;  ///< log R(z)
};

std::optional<Contour> findContour(const SplitStep& split, Direction direction, double distance, double count) {
  const double edge = direction == Direction::Remove ? 1 : 0, side = direction == Direction::Remove ? 1 : -1;
  const StepPart a = split.partA(0), b = split.partB(0);
  if (a.empty() || b.empty()) return std::nullopt;
  Contour contour;
  SaddleSearch search(-std::log(distance), 60, 1e-12);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double z = edge + side * search.distance();
    const TiltedMoments r = remainder(a.moments(z), b.moments(z), count);
    const double slope = side * (r.mean - distance - 1 / z - 1 / (z - 1));
    contour = {z, r.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1)), r.logTransform};
    if (!search.move(slope, contour.curvature)) break;
  }
  if (!std::isfinite(contour.z) || !std::isfinite(contour.curvature)) return std::nullopt;
  return contour;
}

/// The real part of the integrand, summed over the frequencies 0, h, 2h, ... (the first by half) and relative to its
/// value at 0, whose logarithm is that of (A + B)^T - A^T there.
struct ContourSum {
  double value = 0;
  double logHeight = 0;
};

/// Empty when it does not settle within kMostWork.
std::optional<ContourSum> contourSum(const SplitStep& split, double z, double h, double distance, double count,
                                     double accuracy) {
  for (int frequencies = 128;; frequencies *= 2) {
    const StepPart a = split.partA(h * frequencies), b = split.partB(h * frequencies);
    if (a.empty() || b.empty()) return std::nullopt;
    const double logA = a.logTransform(z), logB = b.logTransform(z);
    CharacteristicFunction phiA = a.characteristic(z, logA, h), phiB = b.characteristic(z, logA, h);
    if (static_cast<double>(phiA.size() + phiB.size()) * frequencies > kMostWork) return std::nullopt;
    // log of (1 + B/A)^T - 1 at u = 0.
    const double power = count * std::log1p(std::exp(std::min(logB - logA, 600.0)));
    const double logSome = power > 30 ? power : std::log(std::expm1(power));
    ContourSum sum{0.5, count * logA + logSome};
    for (int k = 1; k <= frequencies; ++k) {
      const double u = h * k;
      const Complex atA = phiA.next(), atB = phiB.next();
      const Complex turn = count * std::log(atA) - Complex(logSome, u * distance);
      const Complex growth = count * log1pOf(atB / atA);
      const Complex rest = growth.real() > 30 ? std::exp(turn + growth) : std::exp(turn) * expm1Of(growth);
      const Complex term = rest * (z * (z - 1)) / (Complex(z, u) * Complex(z - 1, u));
      sum.value += term.real();
      if (std::abs(term) * k < 0.01 * accuracy * std::abs(sum.value)) return sum;
    }
  }
}

/// log of (1 - (1 - C(1))^T) - e^epsilon (1 - (1 - C(0))^T): the sums with some C-step, to remove.
double logPaidByC(const SplitStep& split, const SubsampledGaussian& step, double epsilon, double count) {
  const StepPart c = split.partC();
  const auto some = [&](double logTransform) {
    return -std::expm1(count * std::log1p(-std::exp(std::min(logTransform, -1e-17))));
  };
  const double payoff = some(c.logTransform(1) + step.leastLoss()) - std::exp(epsilon) * some(c.logTransform(0));
  return payoff > 0 ? std::log(payoff) : -kInfinity;
}

/// log of A(0)^T - e^epsilon A(1)^T: the sums of A-steps alone, to add.
double logPaidByA(const SplitStep& split, const SubsampledGaussian& step, double epsilon, double count) {
  const StepPart a = split.partA(0);
  const double log0 = count * a.logTransform(0), log1 = count * (a.logTransform(1) + step.leastLoss());
  const double payoff = -std::expm1(epsilon + log1 - log0);
  return payoff > 0 ? log0 + std::log(payoff) : -kInfinity;
}

}  // namespace

std::optional<FourierDelta> atomFreeDelta(const SubsampledGaussian& step, Direction direction, double epsilon,
                                          Index compositions, double expectedLogDelta, double accuracy) {
  const bool remove = direction == Direction::Remove;
  const auto count = static_cast<double>(compositions);
  // From the least sum to the barrier. All losses are measured from the least one here.
  const double distance = (remove ? epsilon : -epsilon) - count * step.leastLoss();
  if (!(distance > 0)) return FourierDelta{-kInfinity};
  const double allowed = expectedLogDelta + std::log(0.5 * accuracy);  // A-steps alone across the barrier
  SplitStep split(step);
  // C's share fades to the accuracy before its loss no longer suffices for the barrier, with what the other steps are
  // sure to add. Where outcomes are too rare to matter long before that, C may have them all the same: else they would
  // govern the contour.
  const double missing = std::max(distance - leastSum(split, distance, count - 1, allowed), 1e-3 * distance);
  const double suffices = step.positionOfExcess(missing) + std::sqrt(-2 * std::log(accuracy)) * split.width();
  const double rare = step.relevantOutcomes(std::log(count), allowed).most + 5 * split.width();
  split.cutC(std::min(suffices, rare));
  if (!cutTheAtom(split, step, remove ? 1 : 0, distance, count, remove ? epsilon : 0, allowed)) return std::nullopt;
  const auto contour = findContour(split, direction, distance, count);
  if (!contour || split.partC().empty()) return std::nullopt;
  const auto [z, curvature, logTransform] = *contour;
  const double logWeight = (remove ? epsilon : 0) - z * distance;
  const auto withExactPart = [&](double logDelta) {
    return logSum(logDelta, remove ? logPaidByC(split, step, epsilon, count) : logPaidByA(split, step, epsilon, count));
  };
  // Far below the height of the saddle delta is what is left of larger terms that cancel, with their aliases: these
  // fall steeply with the period, and with more than two of them gone only rounding is left.
  for (const auto& [period, leastSum] : {std::pair{22.0, 2e-2}, std::pair{44.0, 1e-5}}) {
    const double h = 2 * std::numbers::pi / (period * std::sqrt(curvature));
    const auto sum = contourSum(split, z, h, distance, count, accuracy);
    if (!sum) {
      // Where even Chernoff's bound is far below what is expected it is all that matters.
      const double bound = withExactPart(logWeight + logTransform);
      if (bound < expectedLogDelta - 3) return FourierDelta{bound, {z}};
      return std::nullopt;
    }
    if (!(sum->value > leastSum)) continue;
    const double logDelta =
        withExactPart(logWeight + sum->logHeight - std::log(z * (z - 1)) + std::log(sum->value * h / std::numbers::pi));
    if (!std::isfinite(logDelta)) return std::nullopt;
    return FourierDelta{std::min(logDelta, 0.0), {z}};
  }
  return std::nullopt;
}

}  // namespace noiseloom
