#pragma once

#include <vector>

#include "core/error/covariance_recursion.h"
#include "core/error/error_summary.h"

namespace noiseloom {

/// The covariance recursion for an objective: of the workload, or, for an objective of curvatures, of each of its
/// components, whose variances are summed with their weights. The interface is that of CovarianceRecursion.
class ComponentRecursion {
 public:
  /// Limit on the numbers in all histories together: beyond it, reverse() runs each component forward again, keeping
  /// one history at a time.
  static constexpr Index kMostHistory = 30'000'000;
  ComponentRecursion(const Workload& workload, Index iterations, Index bands, ErrorObjective objective,
                     Index mostHistory = kMostHistory);

  bool forward(const CovarianceRecursion::RowReader& readRow, bool keepHistory, const RunControl& control = {});
  /// sum_k weight_k v_i of component k.
  std::span<const double> variances() const { return m_sums.empty() ? m_parts.front().variances() : m_sums; }
  /// writeRow is called for every row once per component: it must add.
  bool reverse(const CovarianceRecursion::RowReader& readRow, std::span<const double> seeds,
               const CovarianceRecursion::RowWriter& writeRow, const RunControl& control = {});
  /// The recursion of a workload without components.
  CovarianceRecursion& single() { return m_parts.front(); }

 private:
  Index m_iterations;
  Index m_bands;
  std::vector<double> m_weights;
  std::vector<Workload> m_workloads;
  std::vector<CovarianceRecursion> m_parts;
  std::vector<double> m_sums;  // empty if there is a single component, of weight 1
  std::vector<double> m_seeds;
  bool m_keepsAll;
};

}  // namespace noiseloom
