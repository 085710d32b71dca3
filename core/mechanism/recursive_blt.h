#pragma once

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// The recursion of streaming-blt, section 6, with at most `levels` levels (the least block size that gives them) and
/// `buffers` buffers in each. Each level's BLT is the best one for the running sums of the blocks that a copy of it
/// sees, and the weights of the levels minimise the product of sens^2, level by level as in recursiveBltLevelBounds(),
/// and of the mean (max) error, in closed form: w_l^2 = sqrt(e_l) / s_l (math: section 8). Not an optimum over all
/// levels together. The objective "last" is treated like the mean, and every workload like prefix sums. summary: that
/// of level 0, which has most copies, with the unit error of the full strategy under the prefix workload.
Solution optimizeRecursiveBlt(const ErrorProblem& problem, Index levels, Index buffers, const RunControl& control = {});

}  // namespace noiseloom
