#include "core/monte_carlo/weight_sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kMostNumbers = Index{1} << 23;
constexpr Index kSampleBlocksAtOnce = 8;  // a task

Index blocksFor(const WeightSampler& sampler, Index count, double mostWork) {
  const double byWork = mostWork / static_cast<double>(sampler.work());
  const Index most = std::min(WeightSample::mostDraws(sampler.size()) / kLanes, static_cast<Index>(byWork));
  return std::clamp<Index>((count + kLanes - 1) / kLanes, 1, std::max<Index>(1, most));
}

}  // namespace

WeightSample::WeightSample(std::shared_ptr<const WeightSampler> sampler, std::uint64_t stream, std::uint32_t purpose,
                           Index count, double mostWork, const RunControl& control)
    : m_sampler(std::move(sampler)) {
  const Index size = m_sampler->size();
  const Index blocks = blocksFor(*m_sampler, count, mostWork);
  m_blocks.reserve(blocks);
  for (Index i = 0; i < blocks && !control.stopRequested(); ++i) m_blocks.emplace_back(size, m_sampler->direction());
  m_complete = parallelFor((blocks + kSampleBlocksAtOnce - 1) / kSampleBlocksAtOnce, control,
                           [&](Index task) {
                             DrawScratch scratch(size);
                             for (Index i = task * kSampleBlocksAtOnce;
                                  i < std::min(blocks, (task + 1) * kSampleBlocksAtOnce); ++i) {
                               if (control.stopRequested()) return;
                               m_sampler->draw(stream, purpose, i, scratch, m_blocks[i]);
                             }
                           },
                           blocks * m_sampler->work());
  if (control.stopRequested()) m_complete = false;
}

std::vector<double> WeightSample::logWeights(double stddev, double epsilon, const RunControl& control,
                                             Index most) const {
  const Index blocks = std::min(std::ssize(m_blocks), most / kLanes);
  std::vector<double> out(blocks * kLanes, -std::numeric_limits<double>::infinity());
  parallelFor((blocks + kSampleBlocksAtOnce - 1) / kSampleBlocksAtOnce, control,
              [&](Index task) {
                for (Index i = task * kSampleBlocksAtOnce; i < std::min(blocks, (task + 1) * kSampleBlocksAtOnce); ++i)
                  m_sampler->logWeights(m_blocks[i], stddev, epsilon, out.data() + i * kLanes, control);
              },
              blocks * kLanes * m_sampler->size());
  return out;
}

WeightEstimate WeightSample::at(double stddev, double epsilon, const RunControl& control, Index most) const {
  const std::vector<double> logs = logWeights(stddev, epsilon, control, most);
  if (control.stopRequested()) return kNoEstimate;
  return estimateOf(logs);
}

WeightEstimate estimateOf(const std::vector<double>& logs) {
  const double greatest = *std::max_element(logs.begin(), logs.end());
  if (!std::isfinite(greatest)) return kNoEstimate;
  double sum = 0, squares = 0;
  for (const double log : logs) {
    const double weight = std::exp(log - greatest);
    sum += weight;
    squares += weight * weight;
  }
  const auto n = static_cast<double>(logs.size());
  return {greatest + std::log(sum / n), n * squares / (sum * sum) - 1};
}

void dropImplausible(std::vector<WeightEstimate>& estimates, Index count) {
  const auto moved = [&](const WeightEstimate& estimate, double errors) {
    const double error = std::sqrt(estimate.relativeVariance / static_cast<double>(count));
    return estimate.logDelta + std::log(std::max(0.0, 1 + errors * error));
  };
  double greatest = -std::numeric_limits<double>::infinity();
  for (const WeightEstimate& estimate : estimates) {
    if (std::isfinite(estimate.logDelta)) greatest = std::max(greatest, moved(estimate, -2));
  }
  for (WeightEstimate& estimate : estimates) {
    if (std::isfinite(estimate.logDelta) && moved(estimate, 3) < greatest) estimate = kNoEstimate;
  }
}

Index WeightSample::mostDraws(Index size) {
  return kMostNumbers / (size * kLanes) * kLanes;
}

}  // namespace noiseloom
