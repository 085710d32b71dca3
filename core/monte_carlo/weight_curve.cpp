#include "core/monte_carlo/weight_curve.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kCurveBlocksAtOnce = 2;  // a task

// Whole pairs of blocks: of each draw's noise and of that turned round.
Index drawsOf(Index count) {
  return std::max<Index>(1, (count + 2 * kLanes - 1) / (2 * kLanes)) * 2 * kLanes;
}

// Logs of the weights of `count` draws at each of the points, in kSteps from the proposal.
template <std::size_t Points>
std::array<std::vector<double>, Points> logWeights(const std::array<double, Points>& points,
                                                   const WeightSampler& sampler, std::uint64_t stream,
                                                   std::uint32_t purpose, Index count, double epsilon,
                                                   const RunControl& control) {
  const Index size = sampler.size();
  const Index blocks = count / (2 * kLanes);
  std::array<std::vector<double>, Points> logs;
  for (std::vector<double>& each : logs) each.assign(count, kNoEstimate.logDelta);
  parallelFor((blocks + kCurveBlocksAtOnce - 1) / kCurveBlocksAtOnce, control,
              [&](Index task) {
                DrawScratch scratch(size);
                WeightBlock block(size, sampler.direction());
                double loss[kLanes], factor[kLanes];
                for (Index i = task * kCurveBlocksAtOnce; i < std::min(blocks, (task + 1) * kCurveBlocksAtOnce); ++i) {
                  if (control.stopRequested()) return;
                  sampler.draw(stream, purpose, i, scratch, block);
                  for (Index sign = 0; sign < 2; ++sign) {
                    for (std::size_t point = 0; point < Points; ++point) {
                      const double moved = WeightCurve::kStep * points[point];
                      sampler.losses(block, sampler.stddev() * std::exp(moved), loss, factor);
                      for (Index l = 0; l < kLanes; ++l) {
                        logs[point][(2 * i + sign) * kLanes + l] =
                            logWeight(sampler.direction(), epsilon, loss[l], factor[l]);
                      }
                    }
                    double* noise = block.noise.data();
                    for (std::size_t at = 0; sign == 0 && at < block.noise.size(); ++at) noise[at] = -noise[at];
                  }
                }
              },
              blocks * sampler.work());
  return logs;
}

}  // namespace

WeightCurve::WeightCurve(const WeightSampler& sampler, std::uint64_t stream, std::uint32_t purpose, Index count,
                         double epsilon, const RunControl& control)
    : m_count(drawsOf(count)) {
  constexpr std::array<double, 3> kPoints{-1, 0, 1};
  const auto logs = logWeights(kPoints, sampler, stream, purpose, m_count, epsilon, control);
  for (std::size_t point = 0; point < logs.size(); ++point) m_estimates[point] = estimateOf(logs[point]);
}

WeightEstimate estimateAtProposal(const WeightSampler& sampler, std::uint64_t stream, std::uint32_t purpose,
                                  Index count, double epsilon, const RunControl& control) {
  constexpr std::array<double, 1> kPoints{0};
  return estimateOf(logWeights(kPoints, sampler, stream, purpose, drawsOf(count), epsilon, control)[0]);
}

double WeightCurve::slope() const {
  return (m_estimates[2].logDelta - m_estimates[0].logDelta) / (2 * kStep);
}

std::optional<double> WeightCurve::root(double logDelta, double reach) const {
  for (const WeightEstimate& each : m_estimates) {
    if (!std::isfinite(each.logDelta)) return std::nullopt;
  }
  const double above = m_estimates[1].logDelta - logDelta;
  const double first = kStep * slope();
  const double second = 0.5 * (m_estimates[2].logDelta + m_estimates[0].logDelta) - m_estimates[1].logDelta;
  // above + first u + second u^2 = 0, the root that belongs to a falling curve.
  const double most = reach * kStep;
  if (!(first < 0)) return above > 0 ? most : -most;
  const double discriminant = first * first - 4 * second * above;
  const double u = discriminant > 0 ? 2 * above / (-first + std::sqrt(discriminant)) : std::copysign(reach, above);
  return std::clamp(kStep * u, -most, most);
}

}  // namespace noiseloom
