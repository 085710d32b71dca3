#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/base/check.h"
#include "core/base/run_control.h"
#include "core/monte_carlo/weights.h"

namespace noiseloom {

/// The estimate of one direction's delta by a sample.
struct WeightEstimate {
  double logDelta = 0;          ///< log of the mean weight; -infinity when all are 0
  double relativeVariance = 0;  ///< of a weight: variance over squared mean; +infinity when all are 0
};

/// That of a sample in which no weight was above 0.
constexpr WeightEstimate kNoEstimate{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

/// The estimate from logs of weights, one or more.
WeightEstimate estimateOf(const std::vector<double>& logWeights);

/// Small samples of badly moved draws miss the rare large weights and seem to vary little. Turns estimates of one delta
/// by several tilts, `count` draws each, into kNoEstimate where another one is larger beyond their errors.
void dropImplausible(std::vector<WeightEstimate>& estimates, Index count);

/// Weights drawn once and looked at at any stddev near the proposal's and any epsilon: common random numbers, so that
/// what is computed from them is a smooth function of both.
class WeightSample {
 public:
  /// About `count` draws (whole blocks); fewer where they would take over 2^23 numbers or mostWork (see
  /// WeightSampler::work()). Incomplete when stopped.
  WeightSample(std::shared_ptr<const WeightSampler> sampler, std::uint64_t stream, std::uint32_t purpose, Index count,
               double mostWork, const RunControl& control);

  bool complete() const { return m_complete; }
  const WeightSampler& sampler() const { return *m_sampler; }
  Index count() const { return std::ssize(m_blocks) * kLanes; }
  /// By the first `most` draws, whole blocks of them; kNoEstimate when stopped.
  WeightEstimate at(double stddev, double epsilon, const RunControl& control = {}, Index most = kNoLimit) const;
  /// How many draws of blocks of that size there is room for.
  static Index mostDraws(Index size);

 private:
  std::vector<double> logWeights(double stddev, double epsilon, const RunControl& control, Index most = kNoLimit) const;

  std::shared_ptr<const WeightSampler> m_sampler;
  bool m_complete;
  std::vector<WeightBlock> m_blocks;
};

}  // namespace noiseloom
