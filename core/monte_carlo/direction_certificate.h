#pragma once

#include "core/monte_carlo/direction_search.h"

namespace noiseloom {

struct TailPlan;

/// The certificate of one direction's delta at a point.
struct DirectionCertificate {
  bool accepted = false;   ///< delta is below the target
  double logUpper = 0;     ///< certified upper bound of log delta
  double logEstimate = 0;  ///< of log delta, by all draws of the certificate, or of the pilot when there were none
  Index samples = 0;
  bool stopped = false;
  /// Where draws would not do: log of how far delta has to be below the target for them, as the pilot tells; else 0.
  double logRatioNeeded = 0;
  /// Where the weights' bound is so large that no draws would do: how many there is time for; else 0.
  double hopelessDraws = 0;
};

/// True if delta at the point is at most e^logTarget; it is not although accepted with a probability of at most
/// e^-logOdds. logExpected: an estimate of log delta, below the target; the effort is four times what it suggests at
/// most. `attempt` separates the draws of several calls. plan: of adding at the point, where a trial has made one.
DirectionCertificate certifyBelow(const DirectionContext& context, const NoisePoint& point, double logTarget,
                                  double logExpected, double logOdds, std::uint32_t attempt,
                                  const TailPlan* plan = nullptr);

/// Where draws are few enough for it, in units of kMostNearWork (see WeightSampler::work()), a certificate aims nearer
/// to delta than by tau: by that to one of these powers.
constexpr double kTauSteps[] = {0.3, 0.45, 0.65, 1};
constexpr double kMostNearWork = 0x1p30;  // a third of a second

/// The least x from `from` on, roughly, at which the logarithm of the wealth of a bet that delta is at most e^logTarget
/// grows by that much with each draw of weight 0, or a bound of delta does without draws; the axis's end where none is,
/// or none up to `useful`.
double whereDrawsMayDo(const DirectionContext& context, const NoiseAxis& axis, double from, double useful,
                       double logTarget, double growth);

/// An upper bound that delta at the point exceeds with a probability of at most e^-logOdds: about tau times delta, or
/// e^logFloor if that is more.
DirectionCertificate certifyUpperBound(const DirectionContext& context, const NoisePoint& point, double tau,
                                       double logOdds, double logFloor);

}  // namespace noiseloom
