#include "core/error/component_recursion.h"

#include <algorithm>

#include "core/error/component_sum.h"

namespace noiseloom {

ComponentRecursion::ComponentRecursion(const Workload& workload, Index iterations, Index bands,
                                       ErrorObjective objective, Index mostHistory)
    : m_iterations(iterations), m_bands(bands) {
  if (ofCurvatures(objective)) {
    for (const WorkloadComponent& component : checkedComponents(workload)) {
      m_weights.push_back(component.weight);
      m_workloads.push_back(component.workload);
      m_parts.emplace_back(component.workload, iterations, bands);
    }
    m_sums.resize(iterations);
  } else {
    m_parts.emplace_back(workload, iterations, bands);
  }
  m_keepsAll = m_parts.size() == 1 || iterations * bands <= mostHistory / std::ssize(m_parts);
}

bool ComponentRecursion::forward(const CovarianceRecursion::RowReader& readRow, bool keepHistory,
                                 const RunControl& control) {
  if (m_sums.empty()) return m_parts.front().forward(readRow, keepHistory, control);
  std::fill(m_sums.begin(), m_sums.end(), 0.0);
  for (std::size_t k = 0; k < m_parts.size(); ++k) {
    if (!m_parts[k].forward(readRow, keepHistory && m_keepsAll, control)) return false;
    const auto v = m_parts[k].variances();
    for (std::size_t i = 0; i < m_sums.size(); ++i) m_sums[i] += m_weights[k] * v[i];
  }
  return true;
}

bool ComponentRecursion::reverse(const CovarianceRecursion::RowReader& readRow, std::span<const double> seeds,
                                 const CovarianceRecursion::RowWriter& writeRow, const RunControl& control) {
  if (m_sums.empty()) return m_parts.front().reverse(readRow, seeds, writeRow, control);
  m_seeds.resize(seeds.size());
  for (std::size_t k = 0; k < m_parts.size(); ++k) {
    for (std::size_t i = 0; i < seeds.size(); ++i) m_seeds[i] = m_weights[k] * seeds[i];
    if (m_keepsAll) {
      if (!m_parts[k].reverse(readRow, m_seeds, writeRow, control)) return false;
      continue;
    }
    CovarianceRecursion again(m_workloads[k], m_iterations, m_bands);  // its history is freed with it
    if (!again.forward(readRow, true, control) || !again.reverse(readRow, m_seeds, writeRow, control)) return false;
  }
  return true;
}

}  // namespace noiseloom
