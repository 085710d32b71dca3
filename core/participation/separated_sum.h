#pragma once

#include <span>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Largest sum of values[i] >= 0 over at most `hits` >= 1 positions that are `separation` >= 1 or more apart, exact up
/// to rounding, which enlarges it (amplified-bandmf, algorithm 3, solves it in O(n hits)). About ten steps of O(n),
/// independent of `hits`: positions on a line form a totally unimodular system, so the optimum is the least value over
/// prices p >= 0 of the Lagrangian max sum(values[i] - p) + p hits, which one pass evaluates. +infinity when stopped.
double bestSeparatedSum(std::span<const double> values, Index hits, Index separation, const RunControl& control = {});

/// Largest sum of values[o + j separation], j < hits, over all starts o; later positions count as zero. O(n).
double bestCombSum(std::span<const double> values, Index hits, Index separation);

}  // namespace noiseloom
