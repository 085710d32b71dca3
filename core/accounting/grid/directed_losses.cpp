#include "core/accounting/grid/directed_losses.h"

#include <cmath>

#include "core/base/infinity.h"

namespace noiseloom {
DirectedLosses::DirectedLosses(const Steps& steps, Direction direction, double epsilon, const SaddlePoint& saddle,
                               const std::vector<OutcomeLimit>& limits, double fall)
    : m_direction(direction), m_epsilon(epsilon), m_saddle(saddle), m_fall(fall), m_z(saddle.z) {
  for (std::size_t p = 0; p < steps.size(); ++p) {
    Kind kind{steps[p], static_cast<double>(steps[p].count), limits[p], {}, {}, {}, {}, {}};
    const LossTransform transform(steps[p], saddle.z, limits[p]);
    transform.tiltedWeights(saddle.z, kind.weights);
    const double anchor = steps[p].anchor();
    for (const double loss : transform.losses()) kind.distances.push_back(std::abs(loss - anchor));
    m_kinds.push_back(std::move(kind));
  }
  tiltTowardsEdge(1);
}

void DirectedLosses::tiltTowardsEdge(double fraction) {
  const double edge = m_direction == Direction::Remove ? 1 : 0;
  m_z = edge + fraction * (m_saddle.z - edge);
  for (Kind& kind : m_kinds) kind.moments = LossTransform(kind.part, m_z, kind.limit).moments(m_z);
  prepareShifts();
}

double DirectedLosses::payoff(double distance) const {
  return std::exp(-theta() * distance) * std::expm1(distance);
}

double DirectedLosses::greatestPayoff(double distance) const {
  return payoff(std::max(distance, -std::log1p(-1 / theta())));
}

double DirectedLosses::logScale(double logTransform) const {
  return logTransform - m_z * barrier() + (m_direction == Direction::Remove ? m_epsilon : 0);
}

double DirectedLosses::excess(double addedVariance) const {
  // By theory the fall is theta - 1 and about one more.
  const double atSaddle = thetaAt(m_saddle.z), theta = m_fall > 2 * atSaddle ? m_fall + 1 : atSaddle;
  return 0.5 * theta * (theta - 1) * addedVariance;
}

double DirectedLosses::addedVariance(std::size_t kind, double spacing) const {
  const Kind& k = m_kinds[kind];
  double sum = 0;
  for (std::size_t i = 0; i < k.weights.size(); ++i) {
    const double distance = k.distances[i];
    // In the cells at the anchor the loss is known; elsewhere it is as good as uniform within its cell.
    sum += k.weights[i] * (distance < spacing ? distance * (spacing - distance) : spacing * spacing / 6);
  }
  return sum;
}

double DirectedLosses::logSize() const {
  double logTransform = 0;
  for (const Kind& kind : m_kinds) logTransform += kind.count * kind.moments.logTransform;
  return estimate() - logScale(logTransform);
}

void DirectedLosses::prepareShifts() {
  // From shifts that suit a bell of the whole sum's width to ones that suit few, large losses.
  double variance = 0, least = kInfinity, farthest = kInfinity;
  for (const Kind& kind : m_kinds) {
    variance += kind.count * kind.moments.variance;
    if (kind.moments.variance > 0) least = std::min(least, 1 / std::sqrt(kind.moments.variance));
    farthest = std::min(farthest, 1500 * LossTransform::spacingFor(kind.part.step, 0));
  }
  const double narrow = 1 / std::sqrt(variance), distanceToEdge = thetaAt(m_saddle.z) - 1;
  // A tilt that moves outcomes far explores nothing that is likely, at the cost of a long range of them.
  const double most = std::max(std::min(std::max(24 * narrow, 4 * least), farthest), 1.5 * distanceToEdge);
  m_shifts.clear();
  double shift = std::min(narrow, 0.1 * distanceToEdge);
  while (shift < most) {
    m_shifts.push_back(shift);
    shift *= 1.3;
  }
  m_shifts.push_back(most);
  for (Kind& kind : m_kinds) {
    const LossTransform up(kind.part, m_z + most, kind.limit), down(kind.part, m_z - most, kind.limit);
    kind.growthAbove.clear();
    kind.growthBelow.clear();
    for (const double each : m_shifts) {
      kind.growthAbove.push_back(up.moments(m_z + each).logTransform - kind.moments.logTransform);
      kind.growthBelow.push_back(down.moments(m_z - each).logTransform - kind.moments.logTransform);
    }
  }
}

DirectedLosses::Reach DirectedLosses::reach(double centre, double logProbability) const {
  std::vector<double> counts;
  for (const Kind& kind : m_kinds) counts.push_back(kind.count);
  return reach(counts, centre, logProbability);
}

DirectedLosses::Reach DirectedLosses::reachOfBlock(std::size_t kind, double count, double logProbability) const {
  std::vector<double> counts(m_kinds.size(), 0.0);
  counts[kind] = count;
  return reach(counts, count * mean(kind), logProbability);
}

DirectedLosses::Reach DirectedLosses::reach(std::span<const double> counts, double centre,
                                            double logProbability) const {
  Reach reach{kInfinity, kInfinity, 0, 0};
  for (std::size_t i = 0; i < m_shifts.size(); ++i) {
    double growthAbove = 0, growthBelow = 0;
    for (std::size_t p = 0; p < m_kinds.size(); ++p) {
      growthAbove += counts[p] * m_kinds[p].growthAbove[i];
      growthBelow += counts[p] * m_kinds[p].growthBelow[i];
    }
    const double shift = m_shifts[i];
    if (const double above = std::max(0.0, (growthAbove - logProbability) / shift - centre); above < reach.above) {
      reach.above = above;
      reach.shiftAbove = shift;
    }
    if (const double below = std::max(0.0, (growthBelow - logProbability) / shift + centre); below < reach.below) {
      reach.below = below;
      reach.shiftBelow = -shift;
    }
  }
  double least = 0;
  for (std::size_t p = 0; p < m_kinds.size(); ++p) {
    if (counts[p] > 0) least += counts[p] * m_kinds[p].part.leastLoss();
  }
  reach.below = std::min(reach.below, std::max(0.0, centre - least));
  return reach;
}

}  // namespace noiseloom
