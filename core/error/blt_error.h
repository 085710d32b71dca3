#pragma once

#include <span>
#include <vector>

#include "core/error/error_summary.h"
#include "core/linalg/cascade_energy.h"

namespace noiseloom {

/// Errors of a BltStrategy under any workload. Toeplitz workloads: closed form, O(m^3 log n) for m buffers, up to any n
/// (math: section 7). A learning-rate schedule: O(n m^2) by the covariance of the buffers.
ErrorSummary bltError(const BltStrategy& strategy, const Workload& workload, const RunControl& control = {});

/// The energy of the first n terms w of the decoder's first column under any Toeplitz workload, of the decays by their
/// gaps: sum_t w_t^2, or with n - t as weights; and its gradient in the gaps. The closed form where the workload is
/// rational, otherwise O(n m).
double bltEnergy(std::span<const double> gaps, std::span<const double> inverseGaps, const Workload& workload, Index n,
                 EnergyKind kind, std::span<double> byGap, std::span<double> byInverseGap);

/// Under a rational Toeplitz workload, the decoder of a BLT is prod (1 - theta_i x) over its poles, times 1 - gamma:
/// theta^_i, alpha, beta with momentum and gamma with averaging. Returns their gaps 1 - pole, those of theta^ first,
/// and the square of the factor.
std::vector<double> decoderPoleGaps(std::span<const double> inverseGaps, const Workload& workload);
inline double decoderScale(const Workload& workload) {
  return (1 - workload.averaging()) * (1 - workload.averaging());
}

}  // namespace noiseloom
