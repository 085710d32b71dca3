#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/error/mean_of_all_error.h"
#include "core/optimize/worst_case.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// log of the error of A T(c)^-1 at sensitivity and sigma 1, i.e. of sqrt(mean, max or last v_i), as a function of
/// Toeplitz coefficients under any workload. O(n log n) for Toeplitz workloads. Under a learning-rate schedule it sums
/// over all columns of D = Prefix diag(eta) T(u), u = Momentum / c: O(n^2). Under the mean of all iterates see
/// MeanOfAllError.
class BinnedError {
 public:
  BinnedError(const Workload& workload, Index iterations, ErrorObjective objective);

  /// Adds its gradient to `gradient` (of the coefficients' size, or empty). +infinity outside the domain or when
  /// stopped. The max error under a schedule is smoothed.
  double operator()(std::span<const double> coefficients, std::span<double> gradient, const RunControl& control);
  /// The value without any smoothing.
  double exact(std::span<const double> coefficients, const RunControl& control);
  /// True if operator() differs from exact(). It then takes the weights of the next smooth problem from the last
  /// evaluated point.
  bool sharpen();

 private:
  bool scheduled(std::span<const double> coefficients, const RunControl& control);
  double smoothed(std::span<double> seeds);

  Workload m_workload;
  Index m_iterations;
  ErrorObjective m_objective;
  std::optional<WorstCase> m_worst;
  std::optional<MeanOfAllError> m_means;
  std::vector<double> m_inverse, m_decoder, m_variances;  // 1 / c, u and v
};

}  // namespace noiseloom
