#pragma once

#include <array>
#include <optional>

#include "core/monte_carlo/weight_sample.h"

namespace noiseloom {

/// The estimates of one direction's delta around the proposal's stddev s0: at s0 e^{-step}, s0 and s0 e^{step},
/// with the same draws, each with its noise and with that turned round. Of these nothing is kept, so that it takes no
/// memory and as little time as can be: a WeightSample is for where more is asked of them.
class WeightCurve {
 public:
  static constexpr double kStep = 0.06;  ///< in log stddev
  /// About `count` draws, whole blocks. Of no use when stopped.
  WeightCurve(const WeightSampler& sampler, std::uint64_t stream, std::uint32_t purpose, Index count, double epsilon,
              const RunControl& control);

  Index count() const { return m_count; }
  /// At s0. kNoEstimate where no weight is above 0.
  const WeightEstimate& middle() const { return m_estimates[1]; }
  /// log(stddev / s0) where log delta is logDelta, on the parabola through the three; within `reach` kSteps. Nothing
  /// where one of them has no weight above 0.
  std::optional<double> root(double logDelta, double reach) const;
  /// d log delta / d log stddev at s0.
  double slope() const;

 private:
  Index m_count;
  std::array<WeightEstimate, 3> m_estimates;
};

/// WeightCurve::middle() alone, in less time.
WeightEstimate estimateAtProposal(const WeightSampler& sampler, std::uint64_t stream, std::uint32_t purpose,
                                  Index count, double epsilon, const RunControl& control);

}  // namespace noiseloom
