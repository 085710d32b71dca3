#include "core/mechanism/dense/certificate.h"

#include <algorithm>
#include <numeric>

namespace noiseloom {
namespace {

// Added to the diagonal of M', in units of its mean, until the two matrices are positive definite: if some columns cost
// nothing, M' alone is not. Each reduces the bound by about as much.
constexpr double kShifts[] = {0, 1e-10, 1e-8, 1e-6, 1e-4};

// Weak duality with a polar factor that is orthogonal to second order. M = X^-1 G X^-1 (G = A^T P A) splits into M' on
// the fixed entries and R on the free ones. For a positive definite M', with B^T B = L^T G L and M' = L L^T, the loss
// of any feasible Y is at least (nuclear norm of B)^2 / <M', Y>, and <M', Y> = <M', X>. Q = B (L^T X L)^-1 has Q^T Q =
// L^-1 M L^-T, so after one Newton-Schulz step its singular values are at most 1 if 4 M' > M, and the nuclear norm is
// at least tr(B^T Q (3 - Q^T Q) / 2) = f - <R, X> / 2 - ||L^-1 R F||^2 / 2, where X = F F^T.
double shiftedBound(const DensePattern& pattern, std::span<const double> weights, DenseEvaluation& evaluation,
                    std::vector<double>& vector, DenseWork work, const RunControl& control, double shift) {
  const Index n = pattern.iterations();
  auto& [first, second, third] = work;
  const auto v = evaluation.variances();
  const double loss = std::inner_product(v.begin(), v.end(), weights.begin(), 0.0);
  if (evaluation.multiplier(weights, first, control) != MatrixOutcome::Done) return 0;
  pattern.project(first, 1, vector, control);
  pattern.unpack(vector, second, control);  // R
  // All in the reversed order of the evaluation's factor, in which the norm and the traces are the same.
  flip(first, third);
  flip(second, first);
  double mean = 0;
  for (Index i = 0; i < n; ++i) mean += third.row(i)[i] / static_cast<double>(n);
  for (Index i = 0; i < n; ++i) first.row(i)[i] -= shift * mean;
  // M' and 4 M' - M = 3 M' - R must be positive definite.
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) {
      third.row(i)[j] -= first.row(i)[j];
      second.row(i)[j] = 3 * third.row(i)[j] - first.row(i)[j];
    }
  }
  if (cholesky(second, control) != MatrixOutcome::Done || cholesky(third, control) != MatrixOutcome::Done) return 0;
  mirror(first);
  if (timesLower(first, evaluation.factor(), second, control) != MatrixOutcome::Done) return 0;
  // tr(R F F^T), by the rows of R F and F.
  double product = 0;
  for (Index i = 0; i < n; ++i)
    product += std::inner_product(second.row(i), second.row(i) + i + 1, evaluation.factor().row(i), 0.0);
  if (solveLower(third, second, control) != MatrixOutcome::Done) return 0;
  double squares = 0;
  for (const double value : second.values) squares += value * value;
  const double nuclear = loss - product / 2 - squares / 2;
  const double denominator = loss - product;
  return nuclear > 0 && denominator > 0 ? nuclear * nuclear / denominator : 0;
}

}  // namespace

double dualBound(const DensePattern& pattern, std::span<const double> weights, DenseEvaluation& evaluation,
                 std::vector<double>& vector, DenseWork work, const RunControl& control) {
  for (const double shift : kShifts) {
    const double bound = shiftedBound(pattern, weights, evaluation, vector, work, control, shift);
    if (bound > 0 || control.stopRequested()) return bound;
  }
  return 0;
}

double lastQueryBound(const Workload& workload, Index iterations) {
  double most = 0;
  std::vector<double> unit(iterations);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[j] = 1;
    workload.multiply(unit, unit);
    most = std::max(most, unit.back() * unit.back());
  }
  return most;
}

}  // namespace noiseloom
