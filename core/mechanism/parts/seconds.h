#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Estimates that several mechanisms share, in seconds on one core of 2020s hardware.

/// Evaluations of an error for one of the objective: the number of the spectrum's curvatures, or 1 without a spectrum.
double evaluationsOf(const Scenario& scenario);
/// Additional time for a learning-rate schedule: every evaluation is O(n b^2). 0 for Toeplitz workloads.
double scheduleSeconds(const Scenario& scenario, Index bands);
/// Some fifty evaluations of the loss of Toeplitz coefficients, and the additional time for a schedule.
double toeplitzSeconds(const Scenario& scenario, Index bands);
/// A dense optimum of n steps. atOptimum: the start is known to be close to it, as for single participation.
double denseSeconds(Index iterations, bool atOptimum);
/// Factor for the last step over several curvatures, whose metric is that of one workload: 400 to 1000 evaluations.
inline constexpr double kLastOverCurvatures = 3;
/// Approximate peak memory, in bytes: C, its inverse and the needs of an evaluation; with the history of the descent if
/// the start is not close to the optimum.
double denseBytes(Index iterations, bool atOptimum);
/// Additional time for the multipliers that give that start for classes of several steps, `members` each; lags:
/// diagonals of A^-1 below its own.
double classSeconds(Index iterations, Index members, Index lags);

}  // namespace noiseloom
