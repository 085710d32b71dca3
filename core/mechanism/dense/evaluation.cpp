#include "core/mechanism/dense/evaluation.h"

#include <algorithm>
#include <cmath>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kRows = 64;  // or columns, of a task

Index tasks(Index n) {
  return (n + kRows - 1) / kRows;
}

}  // namespace

bool DenseEvaluation::reserve(Index iterations, const RunControl& control) {
  m_variances.resize(static_cast<std::size_t>(iterations));
  for (SquareMatrix* matrix :
       {&m_points[0].factor, &m_points[0].inverse, &m_points[1].factor, &m_points[1].inverse, &m_work}) {
    if (control.stopRequested()) return false;
    *matrix = SquareMatrix(iterations);
  }
  return true;
}

MatrixOutcome DenseEvaluation::variancesAt(const SquareMatrix& x, const RunControl& control) {
  const Index n = x.size;
  m_current = m_kept == 0 ? 1 : 0;
  auto& [factor, inverse] = m_points[m_current];
  flip(x, factor);
  if (const MatrixOutcome outcome = cholesky(factor, control); outcome != MatrixOutcome::Done) return outcome;
  zeroUpper(factor);
  if (const MatrixOutcome outcome = invertLower(factor, inverse, control); outcome != MatrixOutcome::Done)
    return outcome;
  // Columns of A C^-1 from those of C^-1, which are the rows of the factor's inverse reversed; then sums of squares
  // over them in a set order.
  bool finished = parallelFor(
      tasks(n), control,
      [&](Index task) {
        for (Index k = task * kRows; k < std::min(n, (task + 1) * kRows); ++k) {
          const std::span<double> column(m_work.row(k), static_cast<std::size_t>(n));
          std::reverse_copy(inverse.row(k), inverse.row(k) + k + 1, column.end() - k - 1);
          std::fill(column.begin(), column.end() - k - 1, 0.0);
          m_workload.multiply(column, column);
        }
      },
      n * n);
  finished = finished && parallelFor(
                             tasks(n), control,
                             [&](Index task) {
                               const Index end = std::min(n, (task + 1) * kRows);
                               std::fill(m_variances.begin() + task * kRows, m_variances.begin() + end, 0.0);
                               for (Index k = n - end; k < n; ++k) {
                                 for (Index i = task * kRows; i < end; ++i)
                                   m_variances[static_cast<std::size_t>(i)] += m_work.row(k)[i] * m_work.row(k)[i];
                               }
                             },
                             n * n);
  if (!finished) return MatrixOutcome::Stopped;
  for (const double v : m_variances) {
    if (!std::isfinite(v)) return MatrixOutcome::NotPositive;
  }
  return MatrixOutcome::Done;
}

MatrixOutcome DenseEvaluation::multiplier(std::span<const double> weights, SquareMatrix& out,
                                          const RunControl& control) {
  const Index n = out.size;
  if (lowerGram(m_points[m_current].inverse, out, control) != MatrixOutcome::Done) return MatrixOutcome::Stopped;
  mirror(out);
  // diag(p)^(1/2) A X^-1 down the columns of X^-1; both its orders are reversed so far.
  const std::span<const double> eta = m_workload.eta();
  const bool finished = parallelFor(
      tasks(n), control,
      [&](Index task) {
        const Index first = task * kRows, width = std::min(kRows, n - first);
        double momentum[kRows] = {}, sum[kRows] = {};
        for (Index i = 0; i < n; ++i) {
          const double* from = out.row(n - 1 - i) + n - 1 - first;
          double* row = m_work.row(i) + first;
          const double rate = eta.empty() ? 1 : eta[static_cast<std::size_t>(i)];
          const double root = std::sqrt(weights[static_cast<std::size_t>(i)]);
          for (Index c = 0; c < width; ++c) {
            momentum[c] = m_workload.beta() * momentum[c] + from[-c];
            sum[c] = m_workload.alpha() * sum[c] + rate * momentum[c];
            row[c] = root * sum[c];
          }
        }
      },
      n * n);
  return finished ? gram(m_work, out, control) : MatrixOutcome::Stopped;
}

void DenseEvaluation::keptStrategy(SquareMatrix& c, SquareMatrix& inverse) const {
  flip(m_points[m_kept].factor, c);
  flip(m_points[m_kept].inverse, inverse);
  zeroUpper(c);
  zeroUpper(inverse);
}

}  // namespace noiseloom
