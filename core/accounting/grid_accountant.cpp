#include "core/accounting/grid_accountant.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kMostNodes = Index{1} << 22;
constexpr double kLogNegligible = -20.7;  // 1e-9: tails and wrapped mass, relative to delta

/// x^count for count >= 1, elementwise, by repeated squaring; values below e^-80 in the end become 0.
void raise(std::span<std::complex<double>> values, Index count) {
  const double least = std::exp(-160.0 / static_cast<double>(count));
  for (std::complex<double>& value : values) {
    double re = value.real(), im = value.imag();
    if (!(re * re + im * im > least)) {
      value = 0;
      continue;
    }
    double resultRe = 1, resultIm = 0;
    for (Index rest = count;;) {
      if (rest & 1) {
        const double product = resultRe * re - resultIm * im;
        resultIm = resultRe * im + resultIm * re;
        resultRe = product;
      }
      rest >>= 1;
      if (rest == 0) break;
      const double square = re * re - im * im;
      im = 2 * re * im;
      re = square;
    }
    value = {resultRe, resultIm};
  }
}

/// delta / (M(z)^T e^{-z b} [e^b]) per unit of tilted mass at distance u >= 0 beyond the barrier: e^{-theta u} (e^u -
/// 1), with theta = z to remove and 1 - z to add.
double payoff(double theta, double u) {
  return std::exp(-theta * u) * std::expm1(u);
}
/// Its supremum over distances >= u.
double greatestPayoff(double theta, double u) {
  return payoff(theta, std::max(u, -std::log1p(-1 / theta)));
}

/// One direction's view of the problem, mirrored so that delta always comes from losses beyond the barrier.
struct Side {
  Direction direction;
  double sign;  ///< +1 to remove, -1 to add
  double epsilon;
  double theta;  ///< z to remove, 1 - z to add
  SaddlePoint saddle;

  Side(Direction d, double eps, const SaddlePoint& point)
      : direction(d),
        sign(d == Direction::Remove ? 1 : -1),
        epsilon(eps),
        theta(d == Direction::Remove ? point.z : 1 - point.z),
        saddle(point) {}

  double barrier() const { return sign * epsilon; }
  /// log delta by the saddle-point approximation.
  double estimate(double count) const {
    const double z = saddle.z;
    const double curvature = count * saddle.moments.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1));
    return saddle.logHeight + (direction == Direction::Remove ? epsilon : 0) -
           0.5 * std::log(2 * std::numbers::pi * curvature);
  }
  double logScale(double logTransform, double count) const {
    return count * logTransform - saddle.z * barrier() + (direction == Direction::Remove ? epsilon : 0);
  }
};

/// How far beyond its barrier, in either sense, the T-fold tilted loss is worth following: outside is a tilted
/// probability of about e^{kLogNegligible}, by the best of a few Chernoff bounds of the continuous loss.
struct Reach {
  double beyond = 0;
  double before = 0;
  double zBeyond = 0;  ///< the tilt that gave `beyond`
};

Reach reachOf(const SubsampledGaussian& step, const Side& side, double count, double mostOutcome) {
  const TiltedMoments& here = side.saddle.moments;
  const double deviation = std::sqrt(count * here.variance) + 1e-300;
  const double most = 24 / deviation;
  const LossTransform up(step, side.saddle.z + most, 0, mostOutcome), down(step, side.saddle.z - most, 0, mostOutcome);
  Reach reach{kInfinity, kInfinity, side.saddle.z};
  for (const double steps : {0.75, 1.5, 3.0, 4.5, 6.5, 9.0, 13.0, 24.0}) {
    const double lambda = steps / deviation;
    for (const double sense : {1.0, -1.0}) {
      const double z = side.saddle.z + sense * lambda;
      const double logTransform = (sense > 0 ? up : down).moments(z).logTransform;
      const double distance = (count * (logTransform - here.logTransform) - kLogNegligible) / lambda  // of sense * S
                              - sense * side.barrier();
      double& best = sense == side.sign ? reach.beyond : reach.before;
      if (distance < best) {
        best = distance;
        if (sense == side.sign) reach.zBeyond = z;
      }
    }
  }
  // Never less than a few cells' worth of payoff, nor negative.
  reach.beyond = std::max(reach.beyond, 0.0);
  reach.before = std::max(reach.before, 0.0);
  return reach;
}

/// Excess of log delta per T |z (z - 1)| / 2: the variance that spreading over the grid adds to one step.
double addedVariance(const LossTransform& transform, const std::vector<double>& weights, double anchor,
                     double spacing) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double excess = std::max(0.0, transform.losses()[i] - anchor);
    sum += weights[i] * (excess < spacing ? excess * (spacing - excess) : spacing * spacing / 6);
  }
  return sum;
}

double excessFor(const Side& side, double count, double variance) {
  return 0.5 * count * side.theta * (side.theta - 1) * variance;
}

struct SideDelta {
  double logDelta;
  Index transformSize;
};

std::optional<SideDelta> compose(const LossGrid& grid, const Side& side, const Reach& reach, Index compositions,
                                 double logTransform, const RunControl& control) {
  const auto count = static_cast<double>(compositions);
  const double spacing = grid.spacing(), z = side.saddle.z;
  // Sums of losses lie on start + k spacing.
  const double start = count * grid.anchor();
  const double barrierCell = (side.barrier() - start) / spacing;
  const double beyond = std::ceil(reach.beyond / spacing) + 2, before = std::ceil(reach.before / spacing) + 2;
  const Index size = RealFft::goodSize(static_cast<Index>(beyond + before) + 2);
  // Spare length goes beyond the barrier, where what is lost must be bounded.
  const auto window = static_cast<double>(size) - before - 1;

  RealFft fft(size);
  std::span<double> values = fft.values();
  std::fill(values.begin(), values.end(), 0.0);
  const auto wrap = [size](Index k) { return static_cast<std::size_t>(((k % size) + size) % size); };
  std::size_t position = wrap(grid.first());
  for (Index i = 0; i < grid.size(); ++i) {
    const double logMass = grid.logMasses()[static_cast<std::size_t>(i)] + (z - 1) * grid.loss(i) - logTransform;
    if (logMass > -700) values[position] += std::exp(logMass);
    if (++position == static_cast<std::size_t>(size)) position = 0;
  }
  if (control.stopRequested()) return std::nullopt;
  fft.forward();
  if (control.stopRequested()) return std::nullopt;
  raise(fft.spectrum(), compositions);
  if (control.stopRequested()) return std::nullopt;
  fft.inverse();

  const Index nearest = static_cast<Index>(side.sign > 0 ? std::ceil(barrierCell) : std::floor(barrierCell));
  const auto direction = static_cast<Index>(side.sign);
  double sum = 0, distance = 0;
  for (Index i = 0; i < static_cast<Index>(window); ++i) {
    const Index k = nearest + direction * i;
    distance = std::abs(static_cast<double>(k) - barrierCell) * spacing;
    sum += std::max(0.0, values[wrap(k)]) * payoff(side.theta, distance);
  }
  sum /= static_cast<double>(size);

  // Chernoff for what lies beyond the window, with the grid's own transform.
  const double firstBeyond = side.barrier() + side.sign * (distance + spacing);
  const double logBeyond =
      count * (grid.logTransform(reach.zBeyond) - logTransform) - (reach.zBeyond - z) * firstBeyond;
  sum += std::exp(std::min(logBeyond, 0.0)) * greatestPayoff(side.theta, distance + spacing);
  const double logInside = side.logScale(logTransform, count) + std::log(sum);
  const double lost = count * grid.lost(side.direction);
  // log(e^inside + lost)
  const double logLost = lost > 0 ? std::log(lost) : -kInfinity;
  const double most = std::max(logInside, logLost), least = std::min(logInside, logLost);
  return SideDelta{std::min(0.0, most + std::log1p(std::exp(least - most))), size};
}

LossGridPlan planGrid(const SubsampledGaussian& step, double count, double expectedLogDelta) {
  // Outcomes whose probability in all T steps is negligible against delta; the exact tails are added afterwards.
  const double logBudget = std::min(expectedLogDelta, 0.0) + kLogNegligible;
  const auto quantile = [&](double weight) {
    return std::sqrt(2 * std::max(0.5, std::log(count * weight) - logBudget));
  };
  LossGridPlan plan;
  plan.leastOutcome = -step.sigma * quantile(1);
  plan.mostOutcome = std::max(1 + step.sigma * quantile(step.q), step.sigma * quantile(1));
  return plan;
}

}  // namespace

std::optional<GridDelta> gridDelta(const SubsampledGaussian& step, double epsilon, Index compositions, double tolerance,
                                   double expectedLogDelta, const RunControl& control) {
  const auto count = static_cast<double>(compositions);
  LossGridPlan plan = planGrid(step, count, expectedLogDelta);

  std::vector<Side> sides;
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    const auto saddle = saddlePoint(step, direction, epsilon, compositions, 0, plan.mostOutcome);
    if (saddle) sides.emplace_back(direction, epsilon, *saddle);
  }

  // The coarsest spacing whose excess stays within the tolerance on both sides; a side that is not the worse one may
  // come out larger by half its distance.
  double worstEstimate = -kInfinity;
  for (const Side& side : sides) worstEstimate = std::max(worstEstimate, side.estimate(count));
  plan.spacing = kInfinity;
  std::vector<Reach> reaches;
  for (const Side& side : sides) {
    const double allowed = std::max(tolerance, 0.5 * (worstEstimate - side.estimate(count)) - 1);
    const LossTransform transform(step, side.saddle.z, 0, plan.mostOutcome);
    std::vector<double> weights;
    transform.tiltedWeights(side.saddle.z, weights);
    double low = -50, high = 5;  // log spacing
    while (high - low > 0.02) {
      const double middle = 0.5 * (low + high);
      const double variance = addedVariance(transform, weights, step.leastLoss(), std::exp(middle));
      (excessFor(side, count, variance) > allowed ? high : low) = middle;
    }
    reaches.push_back(reachOf(step, side, count, plan.mostOutcome));
    const double most = static_cast<double>(kMostNodes);
    double spacing = std::max(std::exp(low), (reaches.back().beyond + reaches.back().before) / most);
    spacing = std::max(spacing, (step.loss(plan.mostOutcome) - step.loss(plan.leastOutcome)) / most);
    plan.spacing = std::min(plan.spacing, spacing);
  }
  if (sides.empty()) return GridDelta{};

  const std::optional<LossGrid> grid = LossGrid::build(step, plan, control);
  if (!grid) return std::nullopt;
  GridDelta result;
  result.gridNodes = grid->size();
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side& side = sides[i];
    const double logTransform = grid->logTransform(side.saddle.z);
    const double chernoff = side.logScale(logTransform, count) + std::log(greatestPayoff(side.theta, 0));
    if (std::max(chernoff, std::log(count * grid->lost(side.direction))) < result.logDelta - 1) continue;
    const auto delta = compose(*grid, side, reaches[i], compositions, logTransform, control);
    if (!delta) return std::nullopt;
    result.transformSize = std::max(result.transformSize, delta->transformSize);
    if (delta->logDelta > result.logDelta) {
      result.logDelta = delta->logDelta;
      result.worst = side.direction;
      const LossTransform transform(step, side.saddle.z, 0, plan.mostOutcome);
      std::vector<double> weights;
      transform.tiltedWeights(side.saddle.z, weights);
      result.excess = excessFor(side, count, addedVariance(transform, weights, grid->anchor(), plan.spacing));
    }
  }
  return result;
}

}  // namespace noiseloom
