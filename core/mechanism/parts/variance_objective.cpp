#include "core/mechanism/parts/variance_objective.h"

#include <algorithm>
#include <numeric>

namespace noiseloom {
namespace {

constexpr double kSoftness = 0.02;
constexpr double kSmallGap = 1e-9;
constexpr int kMostRounds = 60;
constexpr double kSharpening = 0.7;

}  // namespace

VarianceObjective::VarianceObjective(ErrorObjective objective, Index iterations, bool convex)
    : m_objective(objective), m_convex(convex) {
  if (objective == ErrorObjective::Max) m_worst.emplace(static_cast<std::size_t>(iterations), kSoftness);
}

double VarianceObjective::value(std::span<const double> variances, std::span<double> seeds) {
  if (m_worst) return m_worst->value(variances, seeds);
  const bool last = isLast(m_objective);
  const double share = last ? kMeanShareOfLast : 1;
  if (!seeds.empty()) {
    std::fill(seeds.begin(), seeds.end(), share / static_cast<double>(seeds.size()));
    if (last) seeds.back() += 1 - kMeanShareOfLast;
  }
  const double mean = std::accumulate(variances.begin(), variances.end(), 0.0) / static_cast<double>(variances.size());
  return last ? (1 - share) * variances.back() + share * mean : mean;
}

double VarianceObjective::exact(std::span<const double> variances) const {
  if (isMean(m_objective))
    return std::accumulate(variances.begin(), variances.end(), 0.0) / static_cast<double>(variances.size());
  return isLast(m_objective) ? variances.back() : *std::max_element(variances.begin(), variances.end());
}

bool VarianceObjective::refine(std::span<const double> variances) {
  if (!m_worst) return false;
  m_worst->update(variances);
  if (!m_convex) m_worst->sharpen(kSharpening);
  m_gap = m_worst->gap(variances);
  return m_gap > kSmallGap && ++m_rounds < kMostRounds;
}

}  // namespace noiseloom
