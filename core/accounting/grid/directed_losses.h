#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/accounting/losses/loss_transform.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/index.h"

namespace noiseloom {

constexpr double kLogNegligible = -20.7;  ///< 1e-9: what is left out, relative to delta

/// One direction of a composition at one epsilon: what the grid accountant plans by. Its losses are tilted, their
/// Q-masses multiplied by e^{z loss}: at the saddle point z (loss_transform.h), which is where delta comes from, or
/// nearer to the edge (z = 1 to remove, 0 to add), where rare large losses weigh less. The barrier is the sum of losses
/// above which (to add: below which) delta is paid. Payoffs are delta's integrand per unit of tilted mass, e^{-theta u}
/// (e^u - 1) at a distance u >= 0 beyond the barrier, theta = z to remove and 1 - z to add.
class DirectedLosses {
 public:
  /// steps: may be slices of the steps that the saddle point is of. limits: of the outcomes of each kind of step. fall:
  /// how fast log delta falls with epsilon, where that is known: where an exponential tilt does not bring about the
  /// sums at the barrier, it is many times what the saddle point tells.
  DirectedLosses(const Steps& steps, Direction direction, double epsilon, const SaddlePoint& saddle,
                 const std::vector<OutcomeLimit>& limits, double fall = 0);

  Direction direction() const noexcept { return m_direction; }
  /// The tilt in use.
  double z() const noexcept { return m_z; }
  /// Tilts at the saddle point's distance from the edge (1 to remove, 0 to add) times `fraction`, in (0, 1].
  void tiltTowardsEdge(double fraction);
  std::size_t kinds() const noexcept { return m_kinds.size(); }
  /// Steps of a kind, as a number to multiply with.
  double count(std::size_t kind) const { return m_kinds[kind].count; }
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
  /// The variance that a grid of this spacing adds to one step of a kind.
  double addedVariance(std::size_t kind, double spacing) const;

  /// Distances above and below `centre` outside of which a tilted sum has a probability of about e^{logProbability}, by
  /// the best of a few Chernoff bounds; and the shifts of z that gave them.
  struct Reach {
    double above = 0;
    double below = 0;
    double shiftAbove = 0;  ///< > 0
    double shiftBelow = 0;  ///< < 0
  };
  /// The reach of the sum of all steps.
  Reach reach(double centre, double logProbability) const;
  /// The reach of the sum of `count` steps of one kind, around its mean.
  Reach reachOfBlock(std::size_t kind, double count, double logProbability) const;

  /// Mean of one step of a kind.
  double mean(std::size_t kind) const { return m_kinds[kind].moments.mean; }
  /// Approximate log of delta relative to the scale of the tilted masses: what rounding is relative to.
  double logSize() const;
  /// log of the tilted probability of tails and wrapped mass that are negligible against delta.
  double logNegligible() const { return kLogNegligible + std::min(0.0, logSize()); }

 private:
  struct Kind {
    RepeatedStep part;
    double count;
    OutcomeLimit limit;
    TiltedMoments moments;          ///< of one step, at m_z
    std::vector<double> distances;  ///< of nodes in x: loss from the anchor, and their weights at the saddle point
    std::vector<double> weights;
    std::vector<double> growthAbove;  ///< log M(z + shift) - log M(z) for m_shifts, and for z - shift
    std::vector<double> growthBelow;
  };

  double thetaAt(double z) const noexcept { return m_direction == Direction::Remove ? z : 1 - z; }
  void prepareShifts();
  Reach reach(std::span<const double> counts, double centre, double logProbability) const;

  Direction m_direction;
  double m_epsilon;
  SaddlePoint m_saddle;
  double m_fall;
  double m_z;
  std::vector<Kind> m_kinds;
  std::vector<double> m_shifts;
};

}  // namespace noiseloom
