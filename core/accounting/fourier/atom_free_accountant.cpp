#include "core/accounting/fourier/atom_free_accountant.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/accounting/fourier/split_step.h"
#include "core/base/infinity.h"
#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

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
    for (double exponent = 20; exponent < 2000; exponent *= 1.4) {
      const double z = std::max(exponent / distance, leastZ);
      if (logPay + count * a.logTransform(z) - z * distance < allowed) return true;
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
  double least = 0;
  for (double exponent = 1; exponent < 1e7; exponent *= 1.5) {
    const double z = exponent / distance;
    least = std::max(least, (logProbability - count * whole.logTransform(-z)) / z);
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
  double low = -60, high = 60, t = -std::log(distance);  // t = log |z - edge|
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double away = std::exp(t), z = edge + side * away;
    const TiltedMoments r = remainder(a.moments(z), b.moments(z), count);
    const double slope = side * (r.mean - distance - 1 / z - 1 / (z - 1));
    contour = {z, r.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1)), r.logTransform};
    (slope > 0 ? high : low) = t;
    double next = t - std::clamp(slope / (away * contour.curvature), -1.0, 1.0);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - t) * away * std::sqrt(contour.curvature) < 1e-2 || high - low < 1e-12) break;
    t = next;
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
  if (!(distance > 0)) return FourierDelta{-kInfinity, 0};
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
      if (bound < expectedLogDelta - 3) return FourierDelta{bound, z};
      return std::nullopt;
    }
    if (!(sum->value > leastSum)) continue;
    const double logDelta =
        withExactPart(logWeight + sum->logHeight - std::log(z * (z - 1)) + std::log(sum->value * h / std::numbers::pi));
    if (!std::isfinite(logDelta)) return std::nullopt;
    return FourierDelta{std::min(logDelta, 0.0), z};
  }
  return std::nullopt;
}

}  // namespace noiseloom
