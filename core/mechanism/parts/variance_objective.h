#pragma once

#include <optional>
#include <span>

#include "core/error/error_summary.h"
#include "core/optimize/worst_case.h"

namespace noiseloom {

/// The smooth function of the variances v_i that a solve minimises: their mean, the last one (with kMeanShareOfLast),
/// or for the largest one a few smooth problems in turn (WorstCase).
class VarianceObjective {
 public:
  /// convex: true if v is a convex function of the optimised variables, as for general but not for Toeplitz strategies.
  VarianceObjective(ErrorObjective objective, Index iterations, bool convex);

  /// Its value, and seeds[i] = its derivative in v_i (seeds may be empty).
  double value(std::span<const double> variances, std::span<double> seeds);
  /// The objective itself: mean, maximum or last value alone.
  double exact(std::span<const double> variances) const;

  /// True if the solve is to be repeated with new weights after the smooth problem's minimiser has been found; takes
  /// those weights. Always false for the mean and the last value.
  bool refine(std::span<const double> variances);
  /// A bound on the relative distance of the maximum above the minimax, for a convex problem at the last minimiser
  /// given to refine(); 0 for the mean and the last value.
  double gap() const { return m_gap; }

 private:
  ErrorObjective m_objective;
  std::optional<WorstCase> m_worst;
  bool m_convex;
  int m_rounds = 0;
  double m_gap = 0;
};

}  // namespace noiseloom
