#pragma once

#include <optional>

#include "core/mechanism/parts/error_problem.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// All columns of C have norm 1, or only the sums of their squares over the steps that one example may take part in (o,
/// o + s, o + 2s, ...) are fixed.
enum class ColumnNorms { Equal, Free };

struct DenseOptions {
  ColumnNorms norms = ColumnNorms::Equal;
  std::optional<Index> bands;  ///< C[i, j] = 0 for i - j >= bands; nullopt: n
  /// Converged if the Newton decrement of the loss, relative, is below this: the loss is then about gradientTolerance^2
  /// / 2 above its minimum. For Max, if the largest variance is within 100 gradientTolerance^2 of the weighted mean of
  /// the variances that it minimises (gradientTolerance for hits > 1). 1e-8 to 0.1.
  double gradientTolerance = 1e-4;
};

/// A DenseStrategy, or a BandedStrategy if bands < n, of sensitivity sqrt(hits) along the classes; more under
/// min-separation, where other patterns exist: use sensitivityOf(). Objective: the root of sensitivity^2 times the
/// mean, largest or last variance, with the sensitivity of the construction; the bound is 0 for a solve stopped early
/// and for free norms if fewer than all steps of a class can be hit.
///
/// The best lower-triangular C by the convex problem min tr(P A X^-1 A^T) over X = C^T C > 0, P a diagonal of query
/// weights (math: section 5; amplified-bandmf, section 4 and appendix B). Steps of one class are orthogonal, X_ij = 0,
/// so that k hits give sens^2 = k exactly for contributions along the pattern. Under a schema with k >= 2 the classes
/// are o, o + s, ...; with fewer hits than steps in a class the classes stay complete, and with free norms the result
/// is then only kept if it beats the equal norms. If the classes have different sizes, each sums to the hits.
///
/// Curvature has neither of these starts: that of the equivalent single workload stands in, and some tens of
/// evaluations follow. Max is solved through weights on the queries; Last puts all but 1e-3 of the weight on the last
/// query (alone it leaves X singular) and its bound is the largest |A[n-1, j]|.
///
/// O(n^3) per evaluation. With all bands it takes one to ten of them, as the start is the optimum to rounding: for
/// single participation in O(n), with several from a dual problem at O(n m^2) per evaluation for classes of m steps.
/// That is for m up to 256, 128 with momentum; beyond it, and with fewer bands, 50 to 1000 and more, the latter for
/// strong momentum and large m, where a solve may end at the limit of 1000 iterations. Max with several participations
/// takes hundreds to thousands. Memory: 19 n^2 doubles. Throws InvalidArgument for bands outside 1 .. n, a schedule of
/// another length, and more than mostDenseIterations().
Solution optimizeDense(const ErrorProblem& problem, const DenseOptions& options = {}, const RunControl& control = {});

/// A lower bound of the mean error of what optimizeDense() finds with all bands, in a part of its time: it ends once
/// the bound is above `enough`, or will not be. 0 if none is known: for another objective, single participation,
/// classes of too many steps for the dual problem, and free norms with fewer hits than steps in a class.
double denseErrorBound(const ErrorProblem& problem, ColumnNorms norms, double enough, const RunControl& control = {});

/// 10 to 15 GB, and five minutes or more.
Index mostDenseIterations();

}  // namespace noiseloom
