#pragma once

#include <optional>

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

constexpr Index kMostAutomaticBltBuffers = 12;

struct BltOptions {
  /// nullopt: one is added at a time while the loss falls by over 1 %.
  std::optional<Index> buffers = {};
  Index most = kMostAutomaticBltBuffers;  ///< limit when they are added, at least 1
};

/// Objective: sqrt(sens^2 * mean, max or last of v), the error at sigma 1. The BLT with the smallest loss sens^2 *
/// error for a workload under a participation (streaming-blt, section 5; math: section 7), among those with interlaced
/// decays 1 > theta_1 > theta^_1 > theta_2 > ... > theta^_m > 0, whose sensitivity is exact. An evaluation takes
/// O(m^3 log n) for Toeplitz workloads (any n), O(n m^2) for a learning-rate schedule.
///
/// A useless buffer ends within 1e-7 of another one in log-odds: the loss is then determined, the decays are not.
Solution optimizeBlt(const ErrorProblem& problem, const BltOptions& options = {}, const RunControl& control = {});

/// The explicit BLT of the trapezoid rule for 1/sqrt(z) = (2/pi) integral e^u / (z + e^(2u)) du at z = 1 - x, times z
/// (streaming-blt, section 4): C^-1 with m nodes u = h j, h = stepScale pi / sqrt(2 (ceil(m/2) + 1)),
/// j = indexShift - floor((m-1)/2), ..., so that theta^ = 1 / (1 + e^(2u)), and theta_1 = 1. For the prefix workload.
BltStrategy rationalBlt(Index iterations, Index buffers, double stepScale = 1.6, Index indexShift = -1);

}  // namespace noiseloom
