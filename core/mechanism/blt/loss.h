#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/error/blt_schedule_error.h"
#include "core/error/error_summary.h"
#include "core/mechanism/blt/coordinates.h"
#include "core/optimize/worst_case.h"
#include "core/participation/blt_sensitivity.h"

namespace noiseloom {

/// The loss of a BLT as a smooth function of the 2 m free variables of BltCoordinates.
class BltLoss {
 public:
  /// Throws InvalidArgument for inconsistent arguments.
  BltLoss(const Workload& workload, Index iterations, const Participation& participation, Index buffers,
          ErrorObjective objective);

  /// sqrt(sens^2 * error) and its gradient in x; +infinity outside the range of a double, or when stopped.
  double operator()(std::span<const double> x, std::span<double> gradient, const RunControl& control = {});
  /// Norm of the gradient of log(loss) at the last evaluated point.
  double relativeGradient() const { return m_relativeGradient; }

  std::vector<double> evenStart(double least, double most) const {
    return evenBltStart(static_cast<Index>(m_buffers), least, most);
  }

  /// True for the max error under a learning-rate schedule, which is minimised through a few smooth problems.
  bool isSmoothed() const { return m_worst.has_value(); }
  /// Takes the weights of the next problem from the last evaluated point, and returns sqrt(sens^2 * max_i v_i) there.
  double sharpen();

 private:
  double error(const RunControl& control);
  double toeplitzError(const Workload& workload, std::span<double> byGap, std::span<double> byInverseGap) const;

  Workload m_workload;
  Index m_iterations;
  CombPattern m_pattern;
  std::size_t m_buffers;
  ErrorObjective m_objective;
  std::optional<BltScheduleError> m_schedule;
  std::optional<WorstCase> m_worst;
  // At the last evaluated point.
  double m_relativeGradient = 0;
  double m_sensitivitySquared = 0;
  BltCoordinates m_point;
  std::vector<double> m_gapGradient, m_inverseGradient;  // of the error
};

}  // namespace noiseloom
