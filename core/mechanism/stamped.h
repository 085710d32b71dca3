#pragma once

#include "core/mechanism/dense.h"
#include "core/mechanism/parts/error_problem.h"

namespace noiseloom {

/// A dense optimum for ceil(n/r) steps, repeated along the diagonal r times, the last one truncated at n. The block is
/// the best for its own steps under single participation; summary.objective is the error of all n steps, where each
/// block's noise stays in the later iterates. No dual bound: lowerBound is 0 unless r = 1.
///
/// 1 <= stamps <= n and ceil(n/stamps) <= mostDenseIterations(). A schedule is truncated to the block's steps.
Solution optimizeStamped(const ErrorProblem& problem, Index stamps, const RunControl& control = {});

}  // namespace noiseloom
