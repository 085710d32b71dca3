#include "core/accounting/grid/loss_masses.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/accounting/grid/directed_losses.h"
#include "core/accounting/grid/tilted_lattice.h"
#include "core/accounting/losses/saddle_search.h"
#include "core/base/infinity.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kLeastLog = -745;     // of the least double
constexpr double kLogLeastSize = -14;  // 1e-6: of delta against rounding's scale, tilts nearer to the edge
constexpr double kFewNodes = 20000;    // a window so short needs no better tilt
constexpr double kDeviations = 4;      // of rounding errors that are counted

constexpr Index kChunk = 32;  // nodes that share one exponential

/// 1, r, r^2, .. of r = e^rate, rate <= 300 / (kChunk - 1).
struct Powers {
  explicit Powers(double rate) {
    for (Index k = 0; k < kChunk; ++k) values[k] = std::exp(rate * static_cast<double>(k));
  }
  double values[kChunk];
};

/// f(sum, first, second, logScale, index): the moments of a chunk of nodes about its first one under the weights
/// masses e^{(z - 1) loss}, all times e^{logScale}. One exponential and one logarithm for all of a chunk. Moments of
/// first and second order only where wanted.
template <bool WithMoments, class Function>
void forChunks(const LossMasses& losses, double z, Function f) {
  constexpr Index kLanes = 4;  // sums that do not wait for each other
  const double step = (z - 1) * losses.spacing;
  // So that no power within a chunk overflows.
  const Index chunk = std::abs(step) * kChunk <= 300 ? kChunk : 1;
  const Powers powers(chunk > 1 ? step : 0);
  double once[kChunk], twice[kChunk];
  for (Index k = 0; k < kChunk; ++k) {
    once[k] = powers.values[k] * static_cast<double>(k);
    twice[k] = once[k] * static_cast<double>(k);
  }
  for (Index from = 0; from < losses.size(); from += chunk) {
    const double* masses = losses.masses.data() + from;
    double sum[kLanes] = {}, first[kLanes] = {}, second[kLanes] = {};
    const Index count = std::min(chunk, losses.size() - from);
    Index k = 0;
    for (; k + kLanes <= count; k += kLanes) {
      for (Index lane = 0; lane < kLanes; ++lane) {
        sum[lane] += masses[k + lane] * powers.values[k + lane];
        if constexpr (WithMoments) first[lane] += masses[k + lane] * once[k + lane];
        if constexpr (WithMoments) second[lane] += masses[k + lane] * twice[k + lane];
      }
    }
    for (; k < count; ++k) {
      sum[0] += masses[k] * powers.values[k];
      first[0] += masses[k] * once[k];
      second[0] += masses[k] * twice[k];
    }
    const auto total = [](const double* lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); };
    if (const double all = total(sum); all > 0) f(all, total(first), total(second), (z - 1) * losses.loss(from), from);
  }
}

double logTransform(const LossMasses& losses, double z) {
  double most = -kInfinity, total = 0;
  forChunks<false>(losses, z, [&](double sum, double, double, double logScale, Index) {
    const double height = std::log(sum) + logScale;
    if (height > most) {
      total = total * std::exp(most - height) + 1;
      most = height;
    } else if (height > most - 45) {
      total += std::exp(height - most);
    }
  });
  return most + std::log(total);
}

/// One direction of a composition at one epsilon, by the names of DirectedLosses.
struct Side {
  const LossMasses& one;
  double count;
  Direction direction;
  double epsilon;

  double sign() const { return direction == Direction::Remove ? 1 : -1; }
  double edge() const { return direction == Direction::Remove ? 1 : 0; }
  double barrier() const { return sign() * epsilon; }
  double theta(double z) const { return direction == Direction::Remove ? z : 1 - z; }
  double logScale(double logTransformOfOne, double z) const {
    return count * logTransformOfOne - z * barrier() + (direction == Direction::Remove ? epsilon : 0);
  }
};

struct Saddle {
  double z = 0;
  LossMoments moments;
  double logDelta = 0;  ///< roughly
};

/// The minimum of log M(z)^T - z b - log(z (z - 1)). Nothing where delta is less than the least double.
std::optional<Saddle> saddleOf(const Side& side) {
  SaddleSearch search(0, 40, 1e-9);
  Saddle found;
  for (int iteration = 0; iteration < 60; ++iteration) {
    found.z = side.edge() + side.sign() * search.distance();
    found.moments = momentsOf(side.one, found.z);
    if (side.logScale(found.moments.logTransform, found.z) < kLeastLog) return std::nullopt;
    const double z = found.z;
    const double slope = side.sign() * (side.count * found.moments.mean - side.barrier() - 1 / z - 1 / (z - 1));
    const double curvature = side.count * found.moments.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1));
    found.logDelta = side.logScale(found.moments.logTransform, z) - std::log(z * (z - 1)) -
                     0.5 * std::log(2 * std::numbers::pi * curvature);
    if (!search.move(slope, curvature)) break;
  }
  return found;
}

/// How far above (sense 1) or below (-1) `centre` a tilted sum has a probability of e^{logProbability} yet, by the best
/// of a few Chernoff bounds.
struct Reach {
  double distance = kInfinity;
  double shift = 0;
};

Reach reachOf(const Side& side, double z, const LossMoments& moments, double logProbability, int sense) {
  const double deviation = std::sqrt(std::max(side.count * moments.variance, 1e-300));
  const double likely = std::sqrt(-2 * logProbability) / deviation;
  // No tilt is of use that moves the loss beyond the grid.
  const double farthest = 600 / std::max(side.one.spacing * static_cast<double>(side.one.size()), 1e-300);
  Reach reach;
  for (const double factor : {0.02, 0.05, 0.12, 0.25, 0.45, 0.7, 1.0, 1.4}) {
    const double shift = std::min(factor * likely, farthest);
    const double growth = side.count * (logTransform(side.one, z + sense * shift) - moments.logTransform);
    const double distance = std::max(0.0, (growth - logProbability) / shift - sense * side.barrier());
    if (distance < reach.distance) reach = {distance, sense * shift};
  }
  return reach;
}

double payoff(double theta, double distance) {
  return distance > 40 ? std::exp((1 - theta) * distance) : std::exp(-theta * distance) * std::expm1(distance);
}

double greatestPayoff(double theta, double distance) {
  return payoff(theta, std::max(distance, -std::log1p(-1 / theta)));
}

double simpleBound(const Side& side, const Saddle& saddle) {
  return side.logScale(saddle.moments.logTransform, saddle.z) + std::log(greatestPayoff(side.theta(saddle.z), 0));
}

/// A tilt, and the nodes from the sum of the anchors on within which its sums are taken.
struct Window {
  double z = 0;
  LossMoments moments;
  Reach above, below;
  double first = 0;
  double last = kInfinity;
};

/// Where rare large losses dominate the tilt, one nearer to the edge has a much shorter window.
Window shortestWindow(const Side& side, const Saddle& saddle) {
  Window best;
  const double origin = side.count * side.one.anchor, h = side.one.spacing;
  const double least = side.count * static_cast<double>(side.one.first);
  const double most = side.count * static_cast<double>(side.one.first + side.one.size() - 1);
  for (const double fraction : {1.0, 0.75, 0.5, 0.35, 0.2}) {
    Window window;
    window.z = side.edge() + fraction * (saddle.z - side.edge());
    window.moments = fraction == 1 ? saddle.moments : momentsOf(side.one, window.z);
    const double logSize = saddle.logDelta - side.logScale(window.moments.logTransform, window.z);
    if (fraction < 1 && logSize < kLogLeastSize) continue;
    const double logNegligible = kLogNegligible + std::min(0.0, logSize);
    window.above = reachOf(side, window.z, window.moments, logNegligible, 1);
    window.below = reachOf(side, window.z, window.moments, logNegligible, -1);
    window.first = std::floor(std::max((side.barrier() - window.below.distance - origin) / h, least)) - 1;
    window.last = std::ceil(std::min((side.barrier() + window.above.distance - origin) / h, most)) + 1;
    if (fraction == 1 || window.last - window.first < 0.75 * (best.last - best.first)) best = window;
    if (best.last - best.first < kFewNodes) break;
  }
  return best;
}

TiltedLattice tiltedBy(const LossMasses& losses, double z, double logTransformOfOne) {
  TiltedLattice lattice{losses.anchor, losses.spacing, losses.first, logTransformOfOne, losses.masses, 0};
  const double step = (z - 1) * losses.spacing;
  const Index chunk = std::abs(step) * kChunk <= 300 ? kChunk : 1;
  const Powers powers(chunk > 1 ? std::abs(step) : 0);
  double sum = 0;
  for (Index from = 0; from < losses.size(); from += chunk) {
    // Up from the end where the weight is least, so that only what overflows by itself does.
    const Index count = std::min(chunk, losses.size() - from), least = step < 0 ? from + count - 1 : from;
    const double weight = std::exp((z - 1) * losses.loss(least) - logTransformOfOne);
    for (Index k = 0; k < count; ++k) {
      double& mass = lattice.masses[step < 0 ? least - k : least + k];
      mass *= weight * powers.values[k];
      if (!std::isfinite(mass)) mass = 0;
      sum += mass;
    }
  }
  for (double& mass : lattice.masses) mass /= sum;
  return lattice;
}

struct Payoffs {
  double payoff = 0;    ///< the sum of masses times their payoffs
  double weighted = 0;  ///< the same with e^{-theta distance} for a payoff
};

/// Over the nodes beyond the barrier; masses that rounding made negative count as none.
Payoffs payoffs(const Side& side, const TiltedLattice& sum, double theta) {
  const double h = sum.spacing;
  const auto size = std::ssize(sum.masses);
  const bool up = side.sign() > 0;
  const auto distanceAt = [&](Index i) { return side.sign() * (sum.loss(i) - side.barrier()); };
  // Away from the barrier: nodes begin, begin + 1, .. or, to the other side, begin, begin - 1, ..
  const double origin = (side.barrier() - sum.loss(0)) / h;
  Index begin = static_cast<Index>(
      std::clamp(up ? std::floor(origin) - 1 : std::ceil(origin) + 1, 0.0, static_cast<double>(size - 1)));
  while (begin >= 0 && begin < size && !(distanceAt(begin) > 0)) begin += up ? 1 : -1;
  if (begin < 0 || begin >= size) return {};
  const Index count = up ? size - begin : begin + 1;
  // With d = d0 + k h: e^{-theta d} (e^d - 1) = e^{(1 - theta) d0} e^{(1 - theta) k h} ((1 - e^{-d0}) + e^{-d0}
  // (1 - e^{-k h})), whose last two terms are not negative.
  double fade[kChunk], rise[kChunk], plain[kChunk], payoff[kChunk] = {}, weighted[kChunk] = {};
  for (Index k = 0; k < kChunk; ++k) {
    const double apart = static_cast<double>(k) * h;
    fade[k] = std::exp((1 - theta) * apart);
    rise[k] = -std::expm1(-apart) * fade[k];
    plain[k] = std::exp(-theta * apart);
  }
  for (Index from = 0; from < count; from += kChunk) {
    const double distance = distanceAt(up ? begin + from : begin - from);
    const double weight = std::exp((1 - theta) * distance), less = std::exp(-distance);
    const double far = weight * -std::expm1(-distance), near = weight * less;
    const Index length = std::min(kChunk, count - from);
    const double* masses = sum.masses.data() + (up ? begin + from : begin - from - length + 1);
    for (Index k = 0; k < length; ++k) {
      const double mass = std::max(0.0, masses[up ? k : length - 1 - k]);
      payoff[k] += mass * (far * fade[k] + near * rise[k]);
      weighted[k] += mass * (near * plain[k]);
    }
  }
  return {std::accumulate(payoff, payoff + kChunk, 0.0), std::accumulate(weighted, weighted + kChunk, 0.0)};
}

}  // namespace

double LossMasses::massOfQ() const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    const double mass = masses[i];
    if (mass > 0) sum += mass * std::exp(-loss(i));
  }
  return sum;
}

LossMoments momentsOf(const LossMasses& losses, double z) {
  double most = -kInfinity, total = 0, first = 0, second = 0;
  // Places are counted from the middle, so that the variance loses no digits.
  const double middle = 0.5 * static_cast<double>(losses.size());
  forChunks<true>(losses, z, [&](double sum, double ofFirst, double ofSecond, double logScale, Index from) {
    const double height = std::log(sum) + logScale;
    if (height > most) {
      const double fade = std::exp(most - height);
      total *= fade, first *= fade, second *= fade;
      most = height;
    } else if (height < most - 45) {
      return;
    }
    const double weight = std::exp(height - most), start = static_cast<double>(from) - middle;
    const double mean = ofFirst / sum, square = ofSecond / sum;
    total += weight;
    first += weight * (start + mean);
    second += weight * (start * start + 2 * start * mean + square);
  });
  const double mean = first / total;
  const double variance = std::max(0.0, second / total - mean * mean);
  return {most + std::log(total), losses.loss(0) + (middle + mean) * losses.spacing,
          variance * losses.spacing * losses.spacing};
}

std::optional<DirectedBound> composedDelta(const LossMasses& one, Index count, Direction direction, double epsilon,
                                           const RunControl& control, double enough) {
  const Side side{one, static_cast<double>(count), direction, epsilon};
  const double infinite = direction == Direction::Remove ? one.infiniteP : one.infiniteQ;
  const double logInfinite =
      infinite > 0 ? std::log(-std::expm1(side.count * std::log1p(-std::min(infinite, 1.0)))) : -kInfinity;
  DirectedBound bound;
  bound.logDelta = std::max(kLeastLog, logInfinite);
  const double extreme = side.count * one.loss(direction == Direction::Remove ? one.size() - 1 : 0);
  if (one.masses.empty() || side.sign() * (extreme - side.barrier()) <= 0) return bound;
  const auto saddle = saddleOf(side);
  if (!saddle) return bound;
  if (control.stopRequested()) return std::nullopt;

  const double simple = simpleBound(side, *saddle);
  if (logSum(simple, logInfinite) < enough) {
    bound.logDelta = std::max(kLeastLog, logSum(simple, logInfinite));
    bound.rounding = kInfinity;
    return bound;
  }
  const Window window = shortestWindow(side, *saddle);
  const int sense = direction == Direction::Remove ? 1 : -1;
  const double needed = window.last - window.first;
  if (!(needed < static_cast<double>(kMostWindow))) {
    bound.logDelta = std::min(0.0, logSum(simple, logInfinite));
    bound.rounding = kInfinity;
    return bound;
  }
  const double z = window.z, theta = side.theta(z), logScale = side.logScale(window.moments.logTransform, z);
  const Index size = RealFft::goodSize(std::max<Index>(16, static_cast<Index>(needed) + 1));
  const Index start = static_cast<Index>(window.first) - (sense > 0 ? 0 : size - static_cast<Index>(needed) - 1);

  const TiltedLattice lattice = tiltedBy(one, z, window.moments.logTransform);
  double noise = 0;
  const RepeatedLattice part{lattice, count};
  const auto sum = wrappedSum({&part, 1}, start, size, control, theta, &noise);
  if (!sum) return std::nullopt;

  const auto [payoff, weighted] = payoffs(side, *sum, theta);
  // Chernoff's bound on the mass beyond the window.
  const Reach& beyond = sense > 0 ? window.above : window.below;
  const double end = sense > 0 ? sum->loss(size) : sum->loss(-1);
  const double logBeyond =
      side.count * (logTransform(one, z + beyond.shift) - window.moments.logTransform) - beyond.shift * end;
  const double distance = std::max(0.0, side.sign() * (end - side.barrier()));
  const double allowance = kDeviations * noise + std::exp(std::min(0.0, logBeyond)) * greatestPayoff(theta, distance);
  const double logPayoff = payoff > 0 ? logScale + std::log(payoff) : -kInfinity;
  const double logAll = logSum(logScale + std::log(payoff + allowance), logInfinite);
  // Nothing that is no number passes for a small one.
  bound.logDelta = std::isnan(logAll) ? 0 : std::clamp(logAll, kLeastLog, 0.0);
  bound.rounding = bound.logDelta - std::min(bound.logDelta, logPayoff);
  bound.fall = payoff > 0 ? weighted / payoff : 0;
  bound.transformSize = size;
  return bound;
}

}  // namespace noiseloom
