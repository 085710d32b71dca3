#include "core/monte_carlo/weight_curve.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kBlocksAtOnce = 2;  // a task

}  // namespace

WeightCurve::WeightCurve(const WeightSampler& sampler, std::uint64_t stream, std::uint32_t purpose, Index count,
                         double epsilon, const RunControl& control) {
  const Index size = sampler.size();
  const Index blocks = std::max<Index>(1, (count + 2 * kLanes - 1) / (2 * kLanes));
  m_count = 2 * blocks * kLanes;
  std::array<std::vector<double>, 3> logs;
  for (std::vector<double>& each : logs) each.assign(static_cast<std::size_t>(m_count), kNoEstimate.logDelta);
  parallelFor((blocks + kBlocksAtOnce - 1) / kBlocksAtOnce, control,
              [&](Index task) {
                DrawScratch scratch(size);
                WeightBlock block(size, sampler.direction());
                double loss[kLanes], factor[kLanes];
                for (Index i = task * kBlocksAtOnce; i < std::min(blocks, (task + 1) * kBlocksAtOnce); ++i) {
                  if (control.stopRequested()) return;
                  sampler.draw(stream, purpose, i, scratch, block);
                  for (Index sign = 0; sign < 2; ++sign) {
                    for (std::size_t point = 0; point < logs.size(); ++point) {
                      const double moved = kStep * (static_cast<double>(point) - 1);
                      sampler.losses(block, sampler.stddev() * std::exp(moved), loss, factor);
                      for (Index l = 0; l < kLanes; ++l) {
                        logs[point][static_cast<std::size_t>((2 * i + sign) * kLanes + l)] =
                            logWeight(sampler.direction(), epsilon, loss[l], factor[l]);
                      }
                    }
                    double* noise = block.noise.data();
                    for (std::size_t at = 0; sign == 0 && at < block.noise.size(); ++at) noise[at] = -noise[at];
                  }
                }
              },
              blocks * sampler.work());
  for (std::size_t point = 0; point < logs.size(); ++point) m_estimates[point] = estimateOf(logs[point]);
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
