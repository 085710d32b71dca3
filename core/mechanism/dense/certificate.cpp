#include "core/mechanism/dense/certificate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error/component_sum.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kRowsOfTask = 64;  // or columns, per task

Index tasks(Index n) {
  return (n + kRowsOfTask - 1) / kRowsOfTask;
}

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
