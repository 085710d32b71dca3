#include "core/accounting/losses/rare_participation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/accounting/losses/loss_transform.h"
#include "core/base/infinity.h"
#include "core/linalg/bisection.h"
#include "core/linalg/gauss_legendre.h"
#include "core/linalg/lane_exp.h"

namespace noiseloom {
namespace {

constexpr double kLogManyOutcomes = -16;  // 1e-7: of more outcomes above the cut than are counted, relative to delta
constexpr double kShell = 0.02;           // sums of the others beyond the reach, relative to what the parabolas err by
constexpr double kParabolaError = 5e-7;   // wanted, of log delta
constexpr double kNormalTails = 2e-9;     // what is left out beyond six standard deviations, more than enough
constexpr double kLeastLogDelta = -740;   // of the least double
constexpr double kGoodEnough = 1e-6;      // bounds so close are not improved
constexpr double kCutOfTwo = 0.01;        // loss at the cut of two steps, relative to epsilon
constexpr double kMostPanels = 2000;

/// The outcome that P exceeds with probability e^{logProbability}.
double outcomeAbove(const SubsampledGaussian& step, double logProbability) {
  const auto isLikelier = [&](double outcome) { return std::log(step.upperTailOfP(outcome)) > logProbability; };
  const double most = step.relevantOutcomes(0, logProbability).most;
  return narrowed({.holds = 0, .fails = most}, 1e-3 * step.sigma, isLikelier).fails;
}

// sum of w_i (e^{z l_i} - 1).
NOISELOOM_MULTIVERSION double sumOfExpm1(const double* weights, const double* losses, std::size_t count, double z) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i) sum += weights[i] * laneExpm1(z * losses[i]);
  return sum;
}

/// The losses of outcomes up to the cut, rising, under P: nodes of Gauss-Legendre panels over which neither the density
/// nor the likelihood ratio changes by much.
class LossesBelow {
 public:
  LossesBelow(const SubsampledGaussian& step, double cut) : m_above(step.upperTailOfP(cut)) {
    const double s = step.sigma, from = -9 * s, panels = std::ceil((cut - from) / std::min(s, s * s));
    if (!(panels <= kMostPanels)) return;
    const auto& rule = GaussLegendre<6>::rule();
    const double half = 0.5 * (cut - from) / panels, scale = half / (s * std::sqrt(2 * std::numbers::pi));
    for (int panel = 0; panel < static_cast<int>(panels); ++panel) {
      for (std::size_t i = 0; i < 6; ++i) {
        const double x = from + (2 * panel + 1 + rule.nodes[i]) * half;
        m_losses.push_back(step.loss(x));
        m_weights.push_back(scale * rule.weights[i] * std::exp(m_losses.back() - 0.5 * (x / s) * (x / s)));
      }
    }
  }

  bool empty() const noexcept { return m_losses.empty(); }
  /// P(x > cut).
  double above() const noexcept { return m_above; }
  /// E S^2 and E S^4 of the sum S of `count` of them, tilted by e^{z S}.
  std::pair<double, double> tiltedMoments(double z, double count) const {
    double power[5] = {};
    for (std::size_t i = 0; i < m_losses.size(); ++i) {
      double term = m_weights[i] * std::exp(z * m_losses[i]);
      for (double& sum : power) {
        sum += term;
        term *= m_losses[i];
      }
    }
    const double a = power[1] / power[0], b = power[2] / power[0], c = power[3] / power[0], d = power[4] / power[0];
    // Cumulants add up.
    const double k1 = count * a, k2 = count * (b - a * a), k3 = count * (c - 3 * a * b + 2 * a * a * a);
    const double k4 = count * (d - 4 * a * c - 3 * b * b + 12 * a * a * b - 6 * a * a * a * a);
    return {k2 + k1 * k1, k4 + 4 * k3 * k1 + 3 * k2 * k2 + 6 * k2 * k1 * k1 + k1 * k1 * k1 * k1};
  }
  /// log E_P e^{z L}, of outcomes up to the cut only; infinity where it would overflow.
  double logTransform(double z) const {
    constexpr double kMostExponent = 709;
    if (!(std::max(z * m_losses.front(), z * m_losses.back()) <= kMostExponent)) return kInfinity;
    return std::log1p(sumOfExpm1(m_weights.data(), m_losses.data(), m_losses.size(), z) - m_above);
  }
  /// log of Chernoff's bound of the probability that `count` of them sum up to `loss` or more (at most -`loss` for
  /// z < 0).
  double logTail(double loss, double count, int sense) const {
    double least = 0, previous = 0;
    for (int i = 0; i < 55; ++i) {
      const double exponent = 0.5 * std::pow(1.25, i);
      const double bound = count * logTransform(sense * exponent / loss) - exponent;
      least = std::min(least, bound);
      if (bound > previous) break;  // convex in z
      previous = bound;
    }
    return least;
  }

 private:
  double m_above;
  std::vector<double> m_losses, m_weights;
};

/// log delta_1(epsilon - s) - log delta_1(epsilon) - slope s is at most most s^2 / 2 and at least least s^2 / 2, for
/// |s| <= reach.
struct Parabolas {
  double slope = 0;
  double least = 0;
  double most = 0;
};

Parabolas parabolas(const SubsampledGaussian& step, double epsilon, double reach) {
  constexpr int kPoints = 24;
  constexpr double kMargin = 0.02;  // for what lies between the points
  const auto at = [&](double s) { return step.oneStepLogDelta(Direction::Remove, epsilon - s); };
  const double middle = at(0), near = 1e-3 * reach;
  Parabolas found{(at(near) - at(-near)) / (2 * near), kInfinity, -kInfinity};
  for (int i = 0; i < kPoints; ++i) {
    const double distance = reach * std::pow(0.02, static_cast<double>(i) / (kPoints - 1));
    for (const double s : {distance, -distance}) {
      const double bend = 2 * (at(s) - middle - found.slope * s) / (s * s);
      found.least = std::min(found.least, bend);
      found.most = std::max(found.most, bend);
    }
  }
  found.least -= kMargin * std::abs(found.least);
  found.most += kMargin * std::abs(found.most);
  return found;
}

/// log E e^{slope S + bend S^2 / 2} of the sum S of `count` losses, where |S| <= reach, bend >= 0: over |Z| <=
/// sqrt(bend) reach + 6, which is all of it but 1e-9.
double logMeanOfParabola(const LossesBelow& losses, double slope, double bend, double reach, double count) {
  constexpr double kStep = 0.25;
  const double root = std::sqrt(bend);
  const auto points = static_cast<int>(std::ceil((root * reach + 6) / kStep));
  double logMean = -kInfinity;
  for (int i = -points; i <= points; ++i) {
    const double z = kStep * i;
    logMean = logSum(logMean, count * losses.logTransform(slope + root * z) - 0.5 * z * z);
  }
  return logMean + std::log(kStep / std::sqrt(2 * std::numbers::pi));
}

/// log of E delta_1(epsilon - S) / delta_1(epsilon) over |S| <= reach, of the sum S of `count` losses: an upper and a
/// lower bound.
struct MeanBounds {
  double upper = 0;
  double lower = 0;
};

MeanBounds meanBounds(const LossesBelow& losses, const Parabolas& around, double reach, double count) {
  // Where a parabola falls the part of it that does is bounded by the tilted moments: by Jensen's inequality from
  // below, by e^x <= 1 + x + x^2/2 for x <= 0 from above.
  const auto least = [&](double shift) {
    return logMeanOfParabola(losses, around.slope + shift, std::max(0.0, around.least), reach, count);
  };
  const auto [second, fourth] = losses.tiltedMoments(around.slope, count);
  const double all = least(0) + 0.5 * std::min(0.0, around.least) * second;
  // What the lower parabola gives to sums beyond the reach, by Chernoff's bound.
  double above = kInfinity, below = kInfinity;
  for (const double exponent : {15.0, 30.0, 60.0}) {
    above = std::min(above, least(exponent / reach) - exponent);
    below = std::min(below, least(-exponent / reach) - exponent);
  }
  const double share = std::exp(std::min(0.0, logSum(above, below) - all));
  const double falling = 0.5 * std::min(0.0, around.most);
  const double upper = logMeanOfParabola(losses, around.slope, std::max(0.0, around.most), reach, count) +
                       std::log1p(falling * second + 0.5 * falling * falling * fourth) + kNormalTails;
  return {upper, share < 0.5 ? all + std::log1p(-share) : -kInfinity};
}

/// log of what two outcomes above the cut pay to remove at epsilon: the integral over the one of what the other pays;
/// nothing where it takes too many panels.
std::optional<double> logPaidByTwo(const SubsampledGaussian& step, double cut, double epsilon, double logNegligible) {
  const auto paidByOne = [&](double left) {
    const double excess = left - step.leastLoss();
    const double x = excess > 0 ? std::max(cut, step.positionOfExcess(excess)) : cut;
    return std::max(0.0, step.upperTailOfP(x) - std::exp(left) * step.upperTailOfQ(x));
  };
  const double s = step.sigma, end = std::max(cut + s, step.relevantOutcomes(0, logNegligible).most);
  const auto density = [&](double x) {
    return std::exp(step.loss(x) - 0.5 * (x / s) * (x / s)) / (s * std::sqrt(2 * std::numbers::pi));
  };
  // The other may be any above the cut once the first's loss leaves no more than the cut's.
  const double left = epsilon - step.loss(cut) - step.leastLoss();
  const double bend = left > 0 ? std::clamp(step.positionOfExcess(left), cut, end) : cut;
  double sum = 0;
  for (const auto& [from, to] : {std::pair{cut, bend}, std::pair{bend, end}}) {
    const double panels = std::ceil((to - from) / (0.5 * std::min(s, s * s)));
    if (!(panels <= kMostPanels)) return std::nullopt;
    for (int panel = 0; panel < static_cast<int>(panels); ++panel) {
      const double width = (to - from) / panels, start = from + panel * width;
      sum += GaussLegendre<6>::rule().integrate(
          start, start + width, [&](double x) { return density(x) * paidByOne(epsilon - step.loss(x)); });
    }
  }
  return std::log(sum);
}

/// log of upper and lower bounds of delta to remove where exactly two outcomes are above the cut; nothing where finding
/// them takes too many panels.
struct TwoOutcomes {
  double upper = -kInfinity;
  double lower = -kInfinity;
};

std::optional<TwoOutcomes> twoOutcomes(const SubsampledGaussian& step, const LossesBelow& losses, double cut,
                                       double epsilon, double reach, double count, double logNegligible) {
  const double logPairs = std::log(count) + std::log(count - 1) - std::numbers::ln2;
  const double logBoth = logPairs + 2 * std::log(losses.above());
  if (logBoth < logNegligible) return TwoOutcomes{logBoth, -kInfinity};
  // The others move epsilon by no more than `reach`, but for what does not matter.
  double beyond = 0, next = reach;
  for (int i = 0; i < 20; ++i) {
    const double tails = logBoth + logSum(losses.logTail(next, count - 2, 1), losses.logTail(next, count - 2, -1));
    if (i > 0 && tails > logNegligible) break;
    beyond = tails;
    reach = next;
    next *= 0.6;
  }
  const auto paidMore = logPaidByTwo(step, cut, epsilon - reach, logNegligible - logPairs);
  const auto paidLess = logPaidByTwo(step, cut, epsilon + reach, logNegligible - logPairs);
  if (!paidMore || !paidLess) return std::nullopt;
  const double least = logPairs + (count - 2) * std::log1p(-losses.above()) + *paidLess;
  return TwoOutcomes{std::min(logBoth, logSum(logPairs + *paidMore, beyond)),
                     least > beyond ? least + std::log1p(-std::exp(beyond - least)) : -kInfinity};
}

/// log of Chernoff's bound of delta to add.
double logAddBound(const SubsampledGaussian& step, double epsilon, Index compositions) {
  const auto count = static_cast<double>(compositions);
  if (epsilon >= -count * step.leastLoss()) return -kInfinity;
  const auto saddle = saddlePoint(step, Direction::Add, epsilon, compositions);
  return saddle ? std::min(0.0, count * saddle->moments.logTransform + saddle->z * epsilon) : -750;
}

/// rareDelta() by a given cut, without delta to add.
std::optional<RareDelta> boundsByCut(const SubsampledGaussian& step, double epsilon, Index compositions, double cut) {
  const auto count = static_cast<double>(compositions);
  const auto paid = [&](double atEpsilon) {
    return std::log(count) + step.oneStepLogDelta(Direction::Remove, atEpsilon);
  };
  const double logMain = paid(epsilon);
  // One outcome above the cut pays delta_1 as long as the others leave at least the cut's loss.
  double reach = std::min(0.5 * epsilon, epsilon - step.loss(cut));
  if (!(reach > 0.1 * epsilon)) return std::nullopt;
  const LossesBelow losses(step, cut);
  if (losses.empty()) return std::nullopt;
  const double logAnyAbove = std::log(count * losses.above());

  // Three outcomes above the cut, none, or one and a sum of the others beyond `reach`.
  double others = compositions == 2 ? -kInfinity : 3 * logAnyAbove - std::log(6);
  others = logSum(others, compositions == 2 ? -kInfinity : losses.logTail(epsilon, count, 1));
  others = logSum(others, logAnyAbove + losses.logTail(reach, count - 1, 1));
  double shorter = paid(epsilon + reach) + losses.logTail(reach, count - 1, -1);
  if (logSum(others, shorter) > logMain) return std::nullopt;
  const auto two = twoOutcomes(step, losses, cut, epsilon, reach, count, logMain + kLogManyOutcomes);
  if (!two) return std::nullopt;
  MeanBounds mean = meanBounds(losses, parabolas(step, epsilon, reach), reach, count - 1);
  // The parabolas fit better over a shorter reach, as long as sums beyond it do not matter.
  while (mean.upper - mean.lower > kParabolaError) {
    const double next = 0.8 * reach;
    const double shell = paid(epsilon - reach) + losses.logTail(next, count - 1, 1);
    const double below = paid(epsilon + next) + losses.logTail(next, count - 1, -1);
    const MeanBounds shorterMean = meanBounds(losses, parabolas(step, epsilon, next), next, count - 1);
    const double gain = (mean.upper - mean.lower) - (shorterMean.upper - shorterMean.lower);
    if (!(gain > 0) || logSum(shell, below) > logMain + std::log(kShell * gain)) break;
    others = logSum(others, shell);
    shorter = below;
    reach = next;
    mean = shorterMean;
  }
  RareDelta delta;
  delta.logRemove = std::min(0.0, logSum(logSum(logMain + mean.upper, two->upper), logSum(others, shorter)));
  delta.logLeast = logSum(logMain + mean.lower, two->lower);
  if (!(delta.logLeast <= delta.logRemove)) return std::nullopt;
  return delta;
}

}  // namespace

std::optional<RareDelta> rareDelta(const SubsampledGaussian& step, double epsilon, Index compositions) {
  if (step.replacesOne() || !(step.q < 1) || !(epsilon > 0) || compositions < 2) return std::nullopt;
  const double logCount = std::log(static_cast<double>(compositions));
  const double logMain = logCount + step.oneStepLogDelta(Direction::Remove, epsilon);
  if (!(logMain > kLeastLogDelta && logMain < -5)) return std::nullopt;
  std::optional<RareDelta> best;
  const auto tryCut = [&](double cut) {
    const auto bounds = boundsByCut(step, epsilon, compositions, cut);
    if (!bounds) return;
    if (!best) best = bounds;
    best->logRemove = std::min(best->logRemove, bounds->logRemove);
    best->logLeast = std::max(best->logLeast, bounds->logLeast);
  };
  if (compositions == 2) {
    tryCut(step.positionOfExcess(kCutOfTwo * epsilon - step.leastLoss()));
  } else {
    // The least cut above which two outcomes are too rare to matter, or where that is too high, three.
    tryCut(outcomeAbove(step, (logMain + kLogManyOutcomes) / 2 - logCount));
    if (!best || best->logRemove - best->logLeast > kGoodEnough)
      tryCut(outcomeAbove(step, (logMain + kLogManyOutcomes) / 3 - logCount));
  }
  if (best) best->logAdd = logAddBound(step, epsilon, compositions);
  return best;
}

std::optional<AsRemoved> asRemoved(const SubsampledGaussian& step, double epsilon, Index compositions) {
  if (!step.replacesOne() || !(step.q < 1) || compositions < 2) return std::nullopt;
  AsRemoved found{{step.sigma, step.q, Adjacency::AddRemove}};
  const auto count = static_cast<double>(compositions);
  found.epsilon = epsilon + count * std::log1p(-step.q);
  if (!(found.epsilon > 0.1 * epsilon)) return std::nullopt;
  const auto paid = [&](double at) { return found.step.oneStepLogDelta(Direction::Remove, at); };
  const double least = paid(epsilon);
  found.raised = paid(found.epsilon) - least;
  // The ratio of sums exceeds e^epsilon with probability at most delta(epsilon / 2) / (1 - e^{-epsilon / 2}).
  const double logAtAll = paid(0.5 * epsilon) - std::log(-std::expm1(-0.5 * epsilon)) - least;
  double lost = kInfinity;
  for (const double share : {-6.0, -8.0, -10.0, -12.0, -14.0, -16.0}) {
    const auto isRare = [&](double outcome) {
      return std::log(count * found.step.lowerTailOfQ(outcome)) + logAtAll < share;
    };
    const double low = narrowed({.holds = -40 * step.sigma, .fails = 0}, 1e-3 * step.sigma, isRare).holds;
    const double ratio = std::expm1(std::clamp(-(low + 0.5) / (step.sigma * step.sigma), 0.0, 700.0));
    lost = std::min(lost, std::exp(share) + least - paid(epsilon + count * std::log1p(step.q * ratio)));
  }
  found.excess = found.raised + lost;
  if (!(found.raised >= 0) || std::isnan(found.excess)) return std::nullopt;
  return found;
}

}  // namespace noiseloom
