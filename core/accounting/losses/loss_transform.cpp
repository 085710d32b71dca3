#include "core/accounting/losses/loss_transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/accounting/losses/saddle_search.h"
#include "core/linalg/bisection.h"
#include "core/linalg/gauss_legendre.h"

namespace noiseloom {

double LossTransform::spacingFor(const SubsampledGaussian& step, double mostFrequency) {
  const double s = step.sigma, s2 = s * s;
  // s^2/2 keeps clear of the logarithm's branch point at height pi s^2; the last term of the oscillation of e^{iuL}.
  return std::min({s / 2.5, s2 / 2, 2 * std::numbers::pi / (mostFrequency / s2 + 14 / s)});
}

namespace {

constexpr double kKnee = 3;  // of the fading: the knee is a third of a sigma wide

/// Mode of the density Q e^{zL}, z < 0: the root of x = z p(x) with p(x) the posterior probability of participation.
double lowestMode(const SubsampledGaussian& step, double z) {
  if (z >= 0) return 0;
  const auto isBelow = [&](double x) { return x < z * (step.q * std::exp(step.ratio(x) - step.loss(x))); };
  return narrowed({.holds = z, .fails = 0}, 0.1 * step.sigma, isBelow).holds;
}

struct Range {
  double from;
  double to;
};

/// Where the modes of Q e^{zL} may be for the z that a transform is asked for.
Range modes(const SubsampledGaussian& step, double reach) {
  // Tilting up may move the mode anywhere in [0, z] and make it double; tilting down keeps the density log-concave and
  // no wider than Q, around a mode in [mode(reach), 0].
  if (!step.replacesOne()) return {lowestMode(step, reach), std::max(reach, 0.0)};
  // P^z Q^{1 - z} with z >= 1 has its modes where x = z p(x) + (z - 1) p(-x), hence in [0, z + (z - 1) p(-z)]; z <= 0
  // is its mirror image, and between them they are in [z - 1, z].
  const auto farthest = [&](double z) {
    return z + (z - 1) * step.q * std::exp(step.ratio(-z) - step.participationLoss(-z));
  };
  if (reach > 1) return {0, farthest(reach)};
  return {reach < 0 ? -farthest(1 - reach) : -1, std::max(reach, 0.0)};
}

}  // namespace

LossTransform::LossTransform(const SubsampledGaussian& step, double reach, double spacing, OutcomeLimit limit)
    : m_spacing(spacing > 0 ? spacing : spacingFor(step, 0)) {
  const double s = step.sigma;
  const auto [leastMode, mostMode] = modes(step, reach);
  // Farthest that is left of a mode at x, or of one pulled back by the fading.
  const auto end = [&](double mode) {
    const double fadedMode = (mode + 2 * limit.fade * limit.most) / (1 + 2 * limit.fade);
    return std::min({mode + 9 * s, limit.most + 60 * s, std::max(limit.most, fadedMode) + 5 * s});
  };
  const double to = end(mostMode), from = step.replacesOne() ? -end(-leastMode) : leastMode - 9 * s;
  const auto count = static_cast<std::size_t>(std::max(2.0, std::ceil((to - from) / m_spacing)));
  m_losses.resize(count);
  m_logWeights.resize(count);
  const double logScale = std::log(m_spacing / (s * std::sqrt(2 * std::numbers::pi)));
  const auto fading = [&](double beyond) {
    if (beyond < -30) return 0.0;
    const double softplus = (beyond > 30 ? beyond : std::log1p(std::exp(beyond))) / kKnee;
    return limit.fade * softplus * softplus;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const double x = from + (static_cast<double>(i) + 0.5) * m_spacing;
    m_losses[i] = step.loss(x);
    m_logWeights[i] = logScale - 0.5 * (x / s) * (x / s) - fading(kKnee * (x - limit.most) / s);
    if (step.replacesOne()) m_logWeights[i] += step.participationLoss(-x) - fading(kKnee * (-x - limit.most) / s);
  }
}

LossTransform::LossTransform(const RepeatedStep& part, double reach, OutcomeLimit limit)
    : LossTransform(part.step, reach, 0, limit) {
  const SubsampledGaussian& step = part.step;
  const OutcomeSlice& slice = part.slice;
  if (!slice.hasAtom() && slice.to > limit.most) return;
  // Between the ends, and when one is replaced between their mirror images too.
  const double s = step.sigma, to = std::min(slice.to, limit.most);
  const double from = slice.hasAtom() ? slice.from : step.replacesOne() ? 0 : modes(step, reach).from - 9 * s;
  const double panels = std::clamp(std::ceil((to - from) / (2 * m_spacing)), 2.0, 1000.0);
  const double half = 0.5 * (to - from) / panels, shift = part.lossShift();
  const double aboveQ = step.upperTailOfQ(slice.to) + (step.replacesOne() ? step.lowerTailOfQ(-slice.to) : 0);
  const double logScale = std::log(half / (s * std::sqrt(2 * std::numbers::pi))) - std::log1p(-aboveQ);
  m_losses.clear();
  m_logWeights.clear();
  const auto& rule = GaussLegendre<6>::rule();
  const auto add = [&](double x, double weight) {
    m_losses.push_back(step.loss(x) + shift);
    m_logWeights.push_back(logScale + std::log(weight) - 0.5 * (x / s) * (x / s) +
                           (step.replacesOne() ? step.participationLoss(-x) : 0));
  };
  for (double panel = 0; panel < panels; ++panel) {
    for (std::size_t i = 0; i < 6; ++i) {
      const double x = from + (2 * panel + 1 + rule.nodes[i]) * half;
      add(x, rule.weights[i]);
      if (step.replacesOne()) add(-x, rule.weights[i]);
    }
  }
  if (slice.hasAtom()) {
    double total = 0;
    for (const double weight : m_logWeights) total += std::exp(weight);
    m_losses.push_back(part.anchor());
    m_logWeights.push_back(std::log1p(-std::min(total, 0.5)));
  }
}

TiltedMoments LossTransform::moments(double z) const {
  double most = -1e300;
  for (std::size_t i = 0; i < m_losses.size(); ++i) most = std::max(most, m_logWeights[i] + z * m_losses[i]);
  double sum = 0, first = 0, second = 0;
  const double reference = m_losses[m_losses.size() / 2];
  for (std::size_t i = 0; i < m_losses.size(); ++i) {
    const double exponent = m_logWeights[i] + z * m_losses[i] - most;
    if (exponent < -45) continue;
    const double weight = std::exp(exponent), loss = m_losses[i] - reference;
    sum += weight;
    first += weight * loss;
    second += weight * loss * loss;
  }
  const double mean = first / sum;
  return {most + std::log(sum), reference + mean, std::max(0.0, second / sum - mean * mean)};
}

void LossTransform::tiltedWeights(double z, std::vector<double>& weights) const {
  const double logTransform = moments(z).logTransform;
  weights.resize(m_losses.size());
  for (std::size_t i = 0; i < m_losses.size(); ++i)
    weights[i] = std::exp(m_logWeights[i] + z * m_losses[i] - logTransform);
}

std::optional<SaddlePoint> saddlePoint(const SubsampledGaussian& step, Direction direction, double epsilon,
                                       Index compositions, double guess, OutcomeLimit limit) {
  auto point = saddlePoint({{step, compositions}}, direction, epsilon, {limit}, guess);
  if (point) {
    const auto count = static_cast<double>(compositions);
    point->moments.logTransform /= count;
    point->moments.mean /= count;
    point->moments.variance /= count;
  }
  return point;
}

std::optional<SaddlePoint> saddlePoint(const Steps& steps, Direction direction, double epsilon,
                                       const std::vector<OutcomeLimit>& limits, double guess) {
  const bool remove = direction == Direction::Remove;
  const double barrier = remove ? epsilon : -epsilon, edge = remove ? 1 : 0, side = remove ? 1 : -1;
  double leastLoss = 0;
  for (const RepeatedStep& each : steps) leastLoss += static_cast<double>(each.count) * each.leastLoss();
  if (!remove && epsilon >= -leastLoss) return std::nullopt;

  double reach = remove ? std::max(1.5 * guess, 2.0) : std::min(1.5 * guess, -1.0);
  std::vector<LossTransform> transforms;
  const auto transformTo = [&] {
    transforms.clear();
    for (std::size_t p = 0; p < steps.size(); ++p) transforms.emplace_back(steps[p], reach, limits[p]);
  };
  transformTo();
  SaddleSearch search(guess == 0 ? 0.0 : std::log(std::abs(guess - edge)), 60, 1e-12);
  SaddlePoint point;
  for (int iteration = 0; iteration < 100; ++iteration) {
    point.z = edge + side * search.distance();
    if (std::abs(point.z) > std::abs(reach)) {
      reach = 1.5 * point.z;
      transformTo();
    }
    point.moments = {};
    for (std::size_t p = 0; p < steps.size(); ++p)
      point.moments.add(transforms[p].moments(point.z), static_cast<double>(steps[p].count));
    const TiltedMoments& sum = point.moments;
    const double z = point.z;
    // Any z bounds delta (Chernoff): once it is below the least double there is nothing to find.
    if (sum.logTransform - z * barrier + (remove ? barrier : 0) < -750) return std::nullopt;
    const double slope = side * (sum.mean - barrier - 1 / z - 1 / (z - 1));
    const double curvature = sum.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1));
    if (!search.move(slope, curvature)) break;
  }
  const double z = point.z;
  point.logHeight = point.moments.logTransform - z * barrier - std::log(z * (z - 1));
  const double curvature = point.moments.variance + 1 / (z * z) + 1 / ((z - 1) * (z - 1));
  point.logDelta = point.logHeight + (remove ? epsilon : 0) - 0.5 * std::log(2 * std::numbers::pi * curvature);
  return point;
}

}  // namespace noiseloom
