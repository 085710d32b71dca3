#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/linalg/cascade_energy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// v_i of a BLT under a workload that is not Toeplitz, and the gradient of any function of them. C^-1 and the momentum
/// run as a chain of one-pole filters x, the schedule as a running sum s of eta_i times the chain's output y, which
/// decays with weight decay: y = z + h^T x, s <- alpha s + eta y, x <- F x + 1 z with z ~ N(0, 1), so that v_i = Var(s)
/// after step i. With averaging, a <- kept a + taken s comes after it, and v_i = Var(a). The covariance of (x, s, a)
/// and its adjoint advance in O(m^2) per step, with checkpoints every sqrt(n) steps.
class BltScheduleError {
 public:
  /// Throws InvalidArgument unless the workload is a schedule of `iterations` steps, or the mean of all iterates.
  BltScheduleError(const Workload& workload, Index iterations);

  /// gaps, inverseGaps: 1 - theta and 1 - theta^, m each, in [0, 1]. Returns false when stopped.
  bool forward(std::span<const double> gaps, std::span<const double> inverseGaps, const RunControl& control = {});
  std::span<const double> variances() const { return m_variances; }
  /// Derivatives in the gaps of the last forward(), for a function of v whose derivatives are seeds (n values). Returns
  /// false when stopped.
  bool reverse(std::span<const double> seeds, std::span<double> gapGradient, std::span<double> inverseGradient,
               const RunControl& control = {});

 private:
  // The sides of the covariance of (x, s), or of (x, s, a).
  std::size_t side() const { return m_chain.slopes.size() + (m_workload.averaging() != 0 ? 2 : 1); }
  void advance(const WorkloadStep& step, std::span<const double> covariance, std::span<double> half,
               std::span<double> next) const;
  void retreat(const WorkloadStep& step, std::span<const double> half, std::span<double> adjoint,
               std::span<double> slopeBar, std::span<double> poleBar, std::span<double> scratch) const;

  Workload m_workload;
  std::size_t m_steps;
  std::size_t m_block;  // steps between checkpoints
  FilterChain m_chain;
  std::vector<double> m_variances;
  std::vector<double> m_checkpoints;
};

}  // namespace noiseloom
