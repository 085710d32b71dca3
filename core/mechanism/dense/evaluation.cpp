#include "core/mechanism/dense/evaluation.h"

#include <algorithm>
#include <cmath>

#include "core/error/component_sum.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kRowsOfTask = 64;  // or columns, per task

Index tasks(Index n) {
  return (n + kRowsOfTask - 1) / kRowsOfTask;
}

}  // namespace

bool DenseEvaluation::reserve(Index iterations, const RunControl& control) {
  m_variances.resize(iterations);
  for (SquareMatrix* matrix :
       {&m_points[0].factor, &m_points[0].inverse, &m_points[1].factor, &m_points[1].inverse, &m_work}) {
    if (control.stopRequested()) return false;
    *matrix = SquareMatrix(iterations);
  }
  return !m_sums || factorSum(iterations, control);
}

// For sgd(alpha, 0) the entry (i, j) of A^T A is alpha^|i - j| times the sum of alpha^(2 t) over t < n - max(i, j). J S
// J = J R^T J (J R^T J)^T: an ordinary Cholesky factor.
bool DenseEvaluation::factorSum(Index iterations, const RunControl& control) {
  m_root = SquareMatrix(iterations);
  const std::size_t n = iterations;
  std::vector<double> powers(n), sums(n);
  for (const WorkloadComponent& component : checkedComponents(m_workload)) {
    if (control.stopRequested()) return false;
    const double alpha = component.workload.alpha();
    double power = 1, sum = 0;
    for (std::size_t t = 0; t < n; ++t, power *= alpha) {
      powers[t] = power;
      sum += component.weight / static_cast<double>(iterations) * power * power;
      // For the last query, t is its distance from the later of i and j.
      sums[t] = m_last ? kMeanShareOfLast * sum + (1 - kMeanShareOfLast) * component.weight * power * power : sum;
    }
    // Row and column count from the end: the later of i and j is the smaller one here.
    for (std::size_t i = 0; i < n; ++i) {
      double* row = m_root.row(static_cast<Index>(i));
      for (std::size_t j = 0; j <= i; ++j) row[j] += powers[i - j] * sums[j];
    }
  }
  if (cholesky(m_root, control) != MatrixOutcome::Done) return false;
  zeroUpper(m_root);
  return true;
}

MatrixOutcome DenseEvaluation::variancesAt(const SquareMatrix& x, const RunControl& control) {
  m_current = m_kept == 0 ? 1 : 0;
  auto& [factor, inverse] = m_points[m_current];
  flip(x, factor);
  if (const MatrixOutcome outcome = cholesky(factor, control); outcome != MatrixOutcome::Done) return outcome;
  zeroUpper(factor);
  if (const MatrixOutcome outcome = invertLower(factor, inverse, control); outcome != MatrixOutcome::Done)
    return outcome;
  std::fill(m_variances.begin(), m_variances.end(), 0.0);
  if (!m_sums) {
    if (!addVariances(m_workload, 1, inverse, control)) return MatrixOutcome::Stopped;
  } else {
    for (const WorkloadComponent& component : m_workload.components()) {
      if (!addVariances(component.workload, component.weight, inverse, control)) return MatrixOutcome::Stopped;
    }
  }
  for (const double v : m_variances) {
    if (!std::isfinite(v)) return MatrixOutcome::NotPositive;
  }
  return MatrixOutcome::Done;
}

// Columns of A C^-1 from those of C^-1, which are the rows of the factor's inverse reversed; then sums of squares over
// them in a fixed order.
bool DenseEvaluation::addVariances(const Workload& workload, double weight, const SquareMatrix& inverse,
                                   const RunControl& control) {
  const Index n = inverse.size;
  const bool finished = parallelFor(
      tasks(n), control,
      [&](Index task) {
        const Index first = task * kRowsOfTask, end = std::min(n, first + kRowsOfTask);
        for (Index k = first; k < end; ++k) {
          const std::span<double> column(m_work.row(k), static_cast<std::size_t>(n));
          std::reverse_copy(inverse.row(k), inverse.row(k) + k + 1, column.end() - k - 1);
          std::fill(column.begin(), column.end() - k - 1, 0.0);
          if (!workload.isMatrix()) workload.multiply(column, column);
        }
        if (!workload.isMatrix()) return;
        std::vector<double> block(n * (end - first));
        for (Index i = 0; i < n; ++i) {
          for (Index k = first; k < end; ++k) block[i * (end - first) + k - first] = m_work.row(k)[i];
        }
        workload.multiplyColumns(block, end - first);
        for (Index i = 0; i < n; ++i) {
          for (Index k = first; k < end; ++k) m_work.row(k)[i] = block[i * (end - first) + k - first];
        }
      },
      n * n);
  return finished && parallelFor(
                         tasks(n), control,
                         [&](Index task) {
                           const Index end = std::min(n, (task + 1) * kRowsOfTask);
                           for (Index k = n - end; k < n; ++k) {
                             for (Index i = task * kRowsOfTask; i < end; ++i)
                               m_variances[i] += weight * m_work.row(k)[i] * m_work.row(k)[i];
                           }
                         },
                         n * n);
}

MatrixOutcome DenseEvaluation::multiplier(std::span<const double> weights, SquareMatrix& out,
                                          const RunControl& control) {
  const Index n = out.size;
  if (lowerGram(m_points[m_current].inverse, out, control) != MatrixOutcome::Done) return MatrixOutcome::Stopped;
  mirror(out);
  if (m_sums) {
    // J X^-1 J times J R^T J is J (R X^-1)^T J =: Z; up to the order of its rows R X^-1 is Z^T with reversed columns.
    if (timesLower(out, m_root, m_work, control) != MatrixOutcome::Done) return MatrixOutcome::Stopped;
    const bool turned = parallelFor(
        tasks(n), control,
        [&](Index task) {
          for (Index i = task * kRowsOfTask; i < std::min(n, (task + 1) * kRowsOfTask); ++i) {
            for (Index j = 0; j < n; ++j) out.row(i)[j] = m_work.row(n - 1 - j)[i];
          }
        },
        n * n);
    if (!turned || gram(out, m_work, control) != MatrixOutcome::Done) return MatrixOutcome::Stopped;
    for (Index i = 0; i < n; ++i) std::copy_n(m_work.row(i), i + 1, out.row(i));
    return MatrixOutcome::Done;
  }
  // diag(p)^(1/2) A X^-1 down the columns of X^-1; both its orders are reversed so far.
  const bool finished = parallelFor(
      tasks(n), control,
      [&](Index task) {
        const Index first = task * kRowsOfTask, width = std::min(kRowsOfTask, n - first);
        if (m_workload.isMatrix()) {
          std::vector<double> block(n * width);
          for (Index i = 0; i < n; ++i) {
            for (Index c = 0; c < width; ++c) block[i * width + c] = out.row(n - 1 - i)[n - 1 - first - c];
          }
          m_workload.multiplyColumns(block, width);
          for (Index i = 0; i < n; ++i) {
            for (Index c = 0; c < width; ++c) m_work.row(i)[first + c] = std::sqrt(weights[i]) * block[i * width + c];
          }
          return;
        }
        if (!m_workload.isRational()) {
          std::vector<double> column(n);
          for (Index c = 0; c < width; ++c) {
            for (Index i = 0; i < n; ++i) column[i] = out.row(n - 1 - i)[n - 1 - first - c];
            m_workload.multiply(column, column);
            for (Index i = 0; i < n; ++i) m_work.row(i)[first + c] = std::sqrt(weights[i]) * column[i];
          }
          return;
        }
        double momentum[kRowsOfTask] = {}, sum[kRowsOfTask] = {}, average[kRowsOfTask] = {};
        for (Index i = 0; i < n; ++i) {
          const double* from = out.row(n - 1 - i) + n - 1 - first;
          double* row = m_work.row(i) + first;
          const WorkloadStep step = m_workload.step(i);
          const double root = std::sqrt(weights[i]);
          for (Index c = 0; c < width; ++c) {
            momentum[c] = m_workload.beta() * momentum[c] + from[-c];
            sum[c] = m_workload.alpha() * sum[c] + step.rate * momentum[c];
            average[c] = step.kept * average[c] + step.taken * sum[c];
            row[c] = root * average[c];
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
