#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Estimates that several mechanisms share, in seconds on one core of 2020s hardware.

/// How many evaluations of an error one of the objective takes: as many as the spectrum has curvatures, else 1.
double evaluationsOf(const Scenario& scenario);
/// What a learning-rate schedule adds: every evaluation is O(n b^2). 0 for Toeplitz workloads.
double scheduleSeconds(const Scenario& scenario, Index bands);
/// Some fifty evaluations of the loss of Toeplitz coefficients, and what a schedule adds.
double toeplitzSeconds(const Scenario& scenario, Index bands);
/// A dense optimum of n steps. atOptimum: the start is known to be next to it, as for single participation.
double denseSeconds(Index iterations, bool atOptimum);
/// So much longer for the last step over several curvatures, whose metric is one workload's: 400 to 1000 evaluations.
inline constexpr double kLastOverCurvatures = 3;
/// About the most memory that it takes, in bytes: C, its inverse and what an evaluation needs; with the history of the
/// descent where the start is not next to the optimum.
double denseBytes(Index iterations, bool atOptimum);
/// What the multipliers add that put it there for classes of several steps, `members` each; lags: diagonals of A^-1
/// below its own.
double classSeconds(Index iterations, Index members, Index lags);

}  // namespace noiseloom
