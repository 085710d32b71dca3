#include "core/train/quadratic_task.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/train/data_set.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {

QuadraticTask::QuadraticTask(Shape shape) : m_shape(std::move(shape)) {
  const auto count = std::ssize(m_shape.curvatures);
  checkInteger("curvatures", count, 1, kMostCurvatures);
  for (Index j = 0; j < count; ++j)
    checkClosedInterval("curvatures[" + std::to_string(j) + "]", m_shape.curvatures[j], 0, 1e6);
  checkClosedInterval("start", m_shape.start, -1e6, 1e6);
  checkClosedInterval("spread", m_shape.spread, 0, 1e6);
  checkInteger("examples", m_shape.examples, 1, kMostTrainingNumbers / std::max<Index>(count, 1));
  if (m_shape.spread == 0) return;
  m_spread = seededNormals(m_shape.seed, SeedUse::Spread, m_shape.examples * count);
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) {
    double sum = 0;
    for (std::size_t at = j; at < m_spread.size(); at += static_cast<std::size_t>(count)) sum += m_spread[at];
    const double mean = sum / static_cast<double>(m_shape.examples);
    for (std::size_t at = j; at < m_spread.size(); at += static_cast<std::size_t>(count))
      m_spread[at] = m_shape.spread * (m_spread[at] - mean);
  }
}

std::vector<double> QuadraticTask::start(std::uint64_t) const {
  return std::vector<double>(m_shape.curvatures.size(), m_shape.start);
}

bool QuadraticTask::addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                                        std::span<double> sum, ClipCounts& counts, const RunControl& control) const {
  const std::size_t d = weights.size();
  std::vector<double> slope(d);  // shared by all examples
  double loss = 0;
  for (std::size_t j = 0; j < d; ++j) {
    slope[j] = m_shape.curvatures[j] * weights[j];
    loss += slope[j] * weights[j] / 2;
  }
  std::vector<double> gradient = slope;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i % 1024 == 0 && control.stopRequested()) return false;
    counts.loss += loss;
    if (!m_spread.empty()) {
      const double* own = m_spread.data() + static_cast<std::size_t>(batch[i]) * d;
      for (std::size_t j = 0; j < d; ++j) {
        gradient[j] = slope[j] + own[j];
        counts.loss += own[j] * weights[j];
      }
    }
    double square = 0;
    for (const double value : gradient) square += value * value;
    const double norm = std::sqrt(square);
    const bool clipped = norm > clipNorm;
    const double factor = clipped ? clipNorm / norm * (1 - kClipMargin) : 1;
    counts.clipped += clipped ? 1 : 0;
    for (std::size_t j = 0; j < d; ++j) sum[j] += factor * gradient[j];
  }
  counts.examples += std::ssize(batch);
  return true;
}

bool QuadraticTask::addHessianProduct(std::span<const double>, std::span<const Index> batch,
                                      std::span<const double> direction, std::span<double> product,
                                      const RunControl& control) const {
  if (control.stopRequested()) return false;
  for (std::size_t j = 0; j < product.size(); ++j)
    product[j] += static_cast<double>(batch.size()) * m_shape.curvatures[j] * direction[j];
  return true;
}

std::optional<Evaluation> QuadraticTask::evaluate(std::span<const double> weights, Index, const RunControl&) const {
  Evaluation found;
  for (std::size_t j = 0; j < weights.size(); ++j) found.loss += m_shape.curvatures[j] * weights[j] * weights[j] / 2;
  found.of = m_shape.examples;
  return found;
}

}  // namespace noiseloom
