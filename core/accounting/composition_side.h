#pragma once

#include <vector>

#include "core/accounting/loss_transform.h"
#include "core/accounting/subsampled_gaussian.h"
#include "core/base/index.h"

namespace noiseloom {

/// One direction of a T-fold composition at one epsilon: what the grid accountant plans by. It is tilted at its saddle
/// point, which is where delta comes from, or nearer to the edge, where rare large losses weigh less. Payoffs are
/// delta's integrand per unit of tilted mass, e^{-theta u} (e^u - 1) at a distance u >= 0 beyond the barrier.
class CompositionSide {
 public:
  CompositionSide(const SubsampledGaussian& step, Direction direction, double epsilon, Index compositions,
                  const SaddlePoint& saddle, double mostOutcome);

  Direction direction() const noexcept { return m_direction; }
  /// The tilt in use.
  double z() const noexcept { return m_z; }
  /// Tilts at the saddle point's distance from the edge (1 to remove, 0 to add) times `fraction`, in (0, 1].
  void tiltTowardsEdge(double fraction);
  double count() const noexcept { return m_count; }
  /// +1 when delta comes from sums above the barrier (remove), -1 from below (add).
  double sign() const noexcept { return m_direction == Direction::Remove ? 1 : -1; }
  double barrier() const noexcept { return sign() * m_epsilon; }
  double theta() const noexcept { return thetaAt(m_z); }

  double payoff(double distance) const;
  /// Supremum of the payoff over distances >= distance.
  double greatestPayoff(double distance) const;
  /// log of delta per unit of payoff; logTransform is that of the whole composition.
  double logScale(double logTransform) const;
  /// log delta by the saddle-point approximation.
  double estimate() const noexcept { return m_saddle.logDelta; }
  /// By how much log delta grows when spreading over a grid adds this variance to the sum of all steps.
  double excess(double addedVariance) const;
  /// The variance that a grid of this spacing adds to one step.
  double addedVariance(double spacing) const;

  /// Distances above and below `centre` outside of which the tilted sum of `count` steps has a probability of about
  /// e^{logProbability}, by the best of a few Chernoff bounds; and the shifts of z that gave them.
  struct Reach {
    double above = 0;
    double below = 0;
    double shiftAbove = 0;  ///< > 0
    double shiftBelow = 0;  ///< < 0
  };
  Reach reach(double count, double centre, double logProbability) const;

  double mean() const noexcept { return m_moments.mean; }
  /// Approximate log of delta relative to the scale of the tilted masses: what rounding is relative to.
  double logSize() const { return estimate() - logScale(m_count * m_moments.logTransform); }

 private:
  double thetaAt(double z) const noexcept { return m_direction == Direction::Remove ? z : 1 - z; }

  SubsampledGaussian m_step;
  Direction m_direction;
  double m_epsilon;
  double m_count;
  SaddlePoint m_saddle;
  double m_z;
  TiltedMoments m_moments;  ///< of one step, at m_z
  double m_mostOutcome;
  std::vector<double> m_excesses;  ///< of nodes in x: loss above the least, and their tilted weights
  std::vector<double> m_weights;
};

}  // namespace noiseloom
