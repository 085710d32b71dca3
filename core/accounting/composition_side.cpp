#include "core/accounting/composition_side.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace noiseloom {

CompositionSide::CompositionSide(const SubsampledGaussian& step, Direction direction, double epsilon,
                                 Index compositions, const SaddlePoint& saddle, double mostOutcome)
    : m_step(step),
      m_direction(direction),
      m_epsilon(epsilon),
      m_count(static_cast<double>(compositions)),
      m_saddle(saddle),
      m_z(saddle.z),
      m_moments(saddle.moments),
      m_mostOutcome(mostOutcome) {
  const LossTransform transform(step, saddle.z, 0, {mostOutcome});
  transform.tiltedWeights(saddle.z, m_weights);
  for (const double loss : transform.losses()) m_excesses.push_back(std::max(0.0, loss - step.leastLoss()));
}

void CompositionSide::tiltTowardsEdge(double fraction) {
  const double edge = m_direction == Direction::Remove ? 1 : 0;
  m_z = edge + fraction * (m_saddle.z - edge);
  m_moments = LossTransform(m_step, m_z, 0, {m_mostOutcome}).moments(m_z);
}

double CompositionSide::payoff(double distance) const {
  return std::exp(-theta() * distance) * std::expm1(distance);
}

double CompositionSide::greatestPayoff(double distance) const {
  return payoff(std::max(distance, -std::log1p(-1 / theta())));
}

double CompositionSide::logScale(double logTransform) const {
  return logTransform - m_z * barrier() + (m_direction == Direction::Remove ? m_epsilon : 0);
}

double CompositionSide::excess(double addedVariance) const {
  const double theta = thetaAt(m_saddle.z);
  return 0.5 * theta * (theta - 1) * addedVariance;
}

double CompositionSide::addedVariance(double spacing) const {
  double sum = 0;
  for (std::size_t i = 0; i < m_weights.size(); ++i) {
    const double excess = m_excesses[i];
    // In the anchored first cell the loss is known; elsewhere it is as good as uniform within its cell.
    sum += m_weights[i] * (excess < spacing ? excess * (spacing - excess) : spacing * spacing / 6);
  }
  return sum;
}

CompositionSide::Reach CompositionSide::reach(double count, double centre, double logProbability) const {
  const TiltedMoments& here = m_moments;
  // Shifts of the tilt that suit a bell of the sum's width, and ones that suit few, large losses.
  std::vector<double> shifts;
  const double deviation = std::sqrt(count * here.variance);
  const double farthest = 1500 * LossTransform::spacingFor(m_step, 0);
  for (const double deviations : {1.0, 2.0, 3.0, 3.8, 4.6, 5.5, 6.5, 8.0, 11.0, 16.0, 24.0}) {
    // A tilt that moves outcomes this far explores nothing that is likely, at the cost of a long range of them.
    if (deviations < deviation * farthest) shifts.push_back(deviations / deviation);
  }
  const double distanceToEdge = thetaAt(m_saddle.z) - 1;
  for (const double part : {0.1, 0.2, 0.35, 0.6, 1.0, 1.5}) shifts.push_back(part * distanceToEdge);
  const double most = *std::max_element(shifts.begin(), shifts.end());
  const LossTransform up(m_step, m_z + most, 0, {m_mostOutcome});
  const LossTransform down(m_step, m_z - most, 0, {m_mostOutcome});
  Reach reach{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0, 0};
  for (const double shift : shifts) {
    const auto distance = [&](const LossTransform& transform, double sense) {
      const double growth = transform.moments(m_z + sense * shift).logTransform - here.logTransform;
      return std::max(0.0, (count * growth - logProbability) / shift - sense * centre);
    };
    if (const double above = distance(up, 1); above < reach.above) {
      reach.above = above;
      reach.shiftAbove = shift;
    }
    if (const double below = distance(down, -1); below < reach.below) {
      reach.below = below;
      reach.shiftBelow = -shift;
    }
  }
  // No loss is below log(1 - q).
  reach.below = std::min(reach.below, std::max(0.0, centre - count * m_step.leastLoss()));
  return reach;
}

}  // namespace noiseloom
