#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

/// Estimates that several mechanisms share, in seconds on one core of 2020s hardware.

/// What a learning-rate schedule adds: every evaluation is O(n b^2). 0 for Toeplitz workloads.
double scheduleSeconds(const Scenario& scenario, Index bands);
/// Some fifty evaluations of the loss of Toeplitz coefficients, and what a schedule adds.
double toeplitzSeconds(const Scenario& scenario, Index bands);
/// A dense optimum of n steps.
double denseSeconds(Index iterations, bool single);

}  // namespace noiseloom
