#pragma once

#include <vector>

#include "core/mechanism/dense/class_pencil.h"
#include "core/mechanism/dense/problem.h"

namespace noiseloom {

struct ClassOptimum {
  std::vector<double> multipliers;  ///< M, of ClassBlocks; empty when stopped or failed
  std::vector<RootNode> nodes;      ///< for the X of M
};

/// The multipliers of the constraints within classes at the optimum over the X of a pattern with all bands: the M of
/// ClassBlocks at which X M X = A^T P A has the X that the pattern demands. They maximise the concave 2 tr (M^1/2 A^T P
/// A M^1/2)^1/2 - <M, X>, with X's fixed part in the last term (math: section 5).
///
/// diagonal: n values > 0 to start from, such as the multipliers of single participation. Ends when the Newton
/// decrement is about `tolerance`, relative to the loss, or at the level of rounding: the X of the result then deviates
/// from the pattern by that much, which is acceptable for a start of the solver.
ClassOptimum classMultipliers(const ClassPencil& pencil, const DensePattern& pattern,
                              const std::vector<double>& diagonal, double tolerance, const RunControl& control);

/// A lower bound of the loss tr(P A X^-1 A^T) over the X of a pattern with all bands, by weak duality at the
/// multipliers that classMultipliers() passes on its way: (tr (M^1/2 A^T P A M^1/2)^1/2)^2 / <M, X>. Ends with the
/// first one above `enough`, or where none will be; with the best one so far when stopped. At least 0.
double classLossBound(const ClassPencil& pencil, const DensePattern& pattern, const std::vector<double>& diagonal,
                      double enough, const RunControl& control);

}  // namespace noiseloom
