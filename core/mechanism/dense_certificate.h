#pragma once

#include "core/mechanism/dense_evaluation.h"
#include "core/mechanism/dense_problem.h"

namespace noiseloom {

/// Room for three n x n matrices.
struct DenseWork {
  SquareMatrix& first;
  SquareMatrix& second;
  SquareMatrix& third;
};

/// A lower bound of the weighted sum of variances over the X of a pattern, from the evaluation's last X, which need not
/// be optimal; weights sum to 1. It is also one of the largest variance. 0 where there is none, or when stopped.
/// `vector` has the pattern's size; it and the three matrices are overwritten.
double dualBound(const DensePattern& pattern, std::span<const double> weights, DenseEvaluation& evaluation,
                 std::vector<double>& vector, DenseWork work, const RunControl& control);

/// One participation at step j costs the last query at least A[n-1, j]^2: the largest of these.
double lastQueryBound(const Workload& workload, Index iterations);

}  // namespace noiseloom
