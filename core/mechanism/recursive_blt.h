#pragma once

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// The recursion of streaming-blt, section 6, with so many levels at most (the least block size that gives them) and so
/// many buffers in each. Each level's BLT is the best one for the running sums of the blocks that a copy of it sees,
/// and the weights of the levels make the product of sens^2, level by level as recursiveBltLevelBounds() has it, and of
/// the mean (max) error least, which has a closed form: w_l^2 = sqrt(e_l) / s_l (math: section 8). Not an optimum over
/// all levels together. For the objective "last" as for the mean, and for prefix sums whatever the
/// workload. summary: that of level 0, which has most copies, with
/// the unit error of the whole under the prefix workload.
Solution optimizeRecursiveBlt(const ErrorProblem& problem, Index levels, Index buffers, const RunControl& control = {});

/// The paper's own: all levels equal with all weights 1.
RecursiveBltStrategy uniformRecursiveBlt(Index iterations, Index blockSize, const BltStrategy& level);

}  // namespace noiseloom
