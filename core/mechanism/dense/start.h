#pragma once

#include "core/mechanism/dense/banded_pencil.h"
#include "core/mechanism/dense/problem.h"

namespace noiseloom {

/// The multipliers m > 0, n values, of the unit diagonal of X = C^T C at the single-participation optimum for the
/// pencil's workload and weights, by the fixed point m <- m diag(X(m))^1.7 (math: section 5) at O(n) per iteration:
/// X(m) then has a unit diagonal. Returns the best one seen if it does not settle.
std::vector<double> singleMultipliers(const BandedPencil& pencil, Index iterations, const RunControl& control);

/// The query weights p (of sum 1) with which the mean's optimum is that of the largest variance, single participation:
/// the fixed point of both p <- p v^1.7, v the variances at X, and the multipliers' step, O(n) each.
std::vector<double> worstCaseWeights(const Workload& workload, Index iterations, const RunControl& control);

/// A strictly feasible X near the optimum for the pencil's weights, the lower triangle. Over classes of several steps
/// with all bands it is that optimum to about `tolerance`, the relative Newton decrement, if their multipliers can be
/// found (class_dual.h); otherwise the single-participation optimum, truncated to the bands, with zeros within classes,
/// and moved towards the identity until it is positive definite. `work` is overwritten. Returns false when stopped.
bool denseStart(const BandedPencil& pencil, const DensePattern& pattern, double tolerance, SquareMatrix& out,
                SquareMatrix& work, const RunControl& control);

/// A lower bound of the loss at the pencil's weights over the X of a pattern with all bands, as classLossBound() finds
/// it; 0 where that does not suit the classes.
double denseLossBound(const BandedPencil& pencil, const DensePattern& pattern, double enough,
                      const RunControl& control);

/// The lower-triangular C with C^T C = X, by row (the reversed Cholesky factor of X).
MatrixOutcome strategyFactor(const SquareMatrix& x, SquareMatrix& out, const RunControl& control);

}  // namespace noiseloom
