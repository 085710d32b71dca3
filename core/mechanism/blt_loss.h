#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/error/blt_schedule_error.h"
#include "core/error/error_summary.h"
#include "core/optimize/worst_case.h"
#include "core/participation/blt_sensitivity.h"

namespace noiseloom {

/// The loss of a BLT as a smooth function of 2 m free variables, without constraints.
///
/// The decays interlace, 1 > theta_1 > theta^_1 > theta_2 > ... > theta^_m > 0: this is the same as omega > 0 > omega^
/// with all of theta^ positive, it makes sum omega < 1, and so it is where the sensitivity is exact. With
/// u = log(theta / (1 - theta)), the u in this order, x_0 is the first and log(1 + e^(x_k)) + 1e-7 the
/// difference of u_(k-1) and u_k.
class BltLoss {
 public:
  /// Throws InvalidArgument on arguments that do not fit together.
  BltLoss(const Workload& workload, Index iterations, const Participation& participation, Index buffers,
          ErrorObjective objective);

  /// sqrt(sens^2 * error) and its gradient in x; +infinity outside the range of a double, or when stopped.
  double operator()(std::span<const double> x, std::span<double> gradient, const RunControl& control = {});
  /// Norm of the gradient of log(loss) at the point evaluated last.
  double relativeGradient() const { return m_relativeGradient; }

  /// Decays with m log-odds each, spread evenly over [least, most].
  std::vector<double> evenStart(double least, double most) const;

  /// Only for the max error under a learning-rate schedule, which is reached through a few smooth problems: one step of
  /// them, and how far the loss is above the best possible value; false when there is nothing to update.
  bool sharpen(double tolerance);

 private:
  bool decaysAt(std::span<const double> x);
  double error(const RunControl& control);

  Workload m_workload;
  Index m_iterations;
  CombPattern m_pattern;
  std::size_t m_buffers;
  ErrorObjective m_objective;
  std::optional<BltScheduleError> m_schedule;
  std::optional<WorstCase> m_worst;
  // Of the point evaluated last.
  double m_relativeGradient = 0;
  std::vector<double> m_gaps, m_inverseGaps, m_omega;
  std::vector<double> m_gapGradient, m_inverseGradient;  // of the error
};

/// The strategy at a point x of a BltLoss, its decays rounded to distinct doubles.
BltStrategy bltAt(Index iterations, std::span<const double> x);

}  // namespace noiseloom
