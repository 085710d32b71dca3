#include "core/accounting/grid/loss_masses.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/accounting/grid/directed_losses.h"
#include "core/accounting/grid/tilted_lattice.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeastLog = -745;     // of the least double
constexpr double kLogLeastSize = -14;  // 1e-6: of delta against rounding's scale, tilts nearer to the edge
constexpr double kFewNodes = 20000;    // a window so short needs no better tilt
constexpr double kDeviations = 4;      // of rounding errors that are counted

/// Sums over a chunk of nodes in powers of e^{(z - 1) spacing}: one exponential and one logarithm for all of them.
constexpr Index kChunk = 32;

/// f(sum, first, second, logScale, index): the moments of a chunk about its first node, all times e^{logScale}.
template <class Function>
void forChunks(const LossMasses& losses, double z, Function f) {
  const double step = (z - 1) * losses.spacing;
  // So that no power within a chunk overflows.
  const Index chunk = std::clamp<Index>(static_cast<Index>(300 / std::max(std::abs(step), 1e-3)), 1, kChunk);
  const double ratio = chunk > 1 ? std::exp(step) : 1;
  for (Index from = 0; from < losses.size(); from += chunk) {
    const Index to = std::min(from + chunk, losses.size());
    double sum = 0, first = 0, second = 0;
    for (Index i = to; i-- > from;) {
      const double mass = losses.masses[static_cast<std::size_t>(i)], place = static_cast<double>(i - from);
      sum = sum * ratio + mass;
      first = first * ratio + mass * place;
      second = second * ratio + mass * place * place;
    }
    if (sum > 0) f(sum, first, second, (z - 1) * losses.loss(from), from);
  }
}

double logTransform(const LossMasses& losses, double z) {
  double most = -kInfinity, total = 0;
  forChunks(losses, z, [&](double sum, double, double, double logScale, Index) {
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

/// Newton's method for the minimum of log M(z)^T - z b - log(z (z - 1)), the unknown being log |z - edge|. Nothing
/// where delta is less than the least double.
std::optional<Saddle> saddleOf(const Side& side) {
  double low = -60, high = 40, t = 0;
  Saddle found;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const double distance = std::exp(t);
    found.z = side.edge() + side.sign() * distance;
    found.moments = momentsOf(side.one, found.z);
    if (side.logScale(found.moments.logTransform, found.z) < kLeastLog) return std::nullopt;
    const double z = found.z;
    const double slope = side.sign() * (side.count * found.moments.mean - side.barrier() - 1 / z - 1 / (z - 1));
    const double curvature = side.count * found.moments.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1));
    found.logDelta = side.logScale(found.moments.logTransform, z) - std::log(z * (z - 1)) -
                     0.5 * std::log(2 * std::numbers::pi * curvature);
    (slope > 0 ? high : low) = t;
    double next = t - std::clamp(slope / (distance * curvature), -1.0, 1.0);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - t) * distance * std::sqrt(curvature) < 1e-2 || high - low < 1e-9) break;
    t = next;
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

/// A tilt, and the nodes from the sum of the anchors on within which its sums are told.
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
  double sum = 0;
  for (Index i = 0; i < losses.size(); ++i) {
    double& mass = lattice.masses[static_cast<std::size_t>(i)];
    if (mass > 0) mass *= std::exp((z - 1) * losses.loss(i) - logTransformOfOne);
    if (!std::isfinite(mass)) mass = 0;
    sum += mass;
  }
  for (double& mass : lattice.masses) mass /= sum;
  return lattice;
}

}  // namespace

double LossMasses::massOfQ() const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    const double mass = masses[static_cast<std::size_t>(i)];
    if (mass > 0) sum += mass * std::exp(-loss(i));
  }
  return sum;
}

LossMoments momentsOf(const LossMasses& losses, double z) {
  double most = -kInfinity, total = 0, first = 0, second = 0;
  // Places are counted from the middle, so that the variance loses no digits.
  const double middle = 0.5 * static_cast<double>(losses.size());
  forChunks(losses, z, [&](double sum, double ofFirst, double ofSecond, double logScale, Index from) {
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

  double told = 0, weighted = 0;
  for (Index i = 0; i < size; ++i) {
    const double distance = side.sign() * (sum->loss(i) - side.barrier());
    if (!(distance > 0)) continue;
    const double mass = std::max(0.0, sum->masses[static_cast<std::size_t>(i)]);
    told += mass * payoff(theta, distance);
    weighted += mass * std::exp(-theta * distance);
  }
  // What may lie beyond the window, by Chernoff.
  const Reach& beyond = sense > 0 ? window.above : window.below;
  const double end = sense > 0 ? sum->loss(size) : sum->loss(-1);
  const double logBeyond =
      side.count * (logTransform(one, z + beyond.shift) - window.moments.logTransform) - beyond.shift * end;
  const double distance = std::max(0.0, side.sign() * (end - side.barrier()));
  const double allowance = kDeviations * noise + std::exp(std::min(0.0, logBeyond)) * greatestPayoff(theta, distance);
  const double logTold = told > 0 ? logScale + std::log(told) : -kInfinity;
  const double logAll = logSum(logScale + std::log(told + allowance), logInfinite);
  // Nothing that is no number passes for a small one.
  bound.logDelta = std::isnan(logAll) ? 0 : std::clamp(logAll, kLeastLog, 0.0);
  bound.rounding = bound.logDelta - std::min(bound.logDelta, logTold);
  bound.fall = told > 0 ? weighted / told : 0;
  bound.transformSize = size;
  return bound;
}

}  // namespace noiseloom
