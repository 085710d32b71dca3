#pragma once

#include <vector>

#include "core/error/error_summary.h"

namespace noiseloom {

/// The error of each step before sensitivity and sigma, at some steps: v_i = ||row i of A C^-1||^2 (math: section 0).
/// The running sum (or iterate) of step i has the error sigma sens sqrt(v_i) in clip norms.
struct ErrorProfile {
  std::vector<Index> steps;       ///< increasing, 0-based
  std::vector<double> variances;  ///< v at each of them
  double relativeErrorBound = 0;  ///< of each v, if a closed tail stands for terms beyond the settling point; else 0
  bool valid = false;             ///< false when stopped midway or not finite: do not use the figures
};

/// At most `mostPoints` steps out of `iterations` that show the shape of a curve: all of them if they fit; otherwise
/// both ends, the steps around powers of two (where a tree's nodes are completed), evenly spaced steps, and steps
/// logarithmically dense towards either end. mostPoints >= 128.
std::vector<Index> profileSteps(Index iterations, Index mostPoints);

/// v_i at profileSteps(). Toeplitz kinds settle, and BLTs and trees have closed forms: their time grows only with log
/// n. A column-normalised Toeplitz strategy adds its last b - 1 rows as errorOf() does. Other kinds, and learning-rate
/// schedules and workloads that are not rational, take the time of errorOf(): O(n b^2) for banded C, O(n m^2) for a BLT
/// under a schedule, O(n p) for an inverse Toeplitz one, O(n log n) for a tree, O(n + block^2) rows for dense blocks.
ErrorProfile errorProfile(const Strategy& strategy, const Workload& workload, Index mostPoints,
                          const RunControl& control = {});

}  // namespace noiseloom
