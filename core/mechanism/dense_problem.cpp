#include "core/mechanism/dense_problem.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kRows = 64;  // a task

template <class Row>
bool forRows(Index n, const RunControl& control, const Row& row) {
  return parallelFor((n + kRows - 1) / kRows, control, [&](Index task) {
    for (Index i = task * kRows; i < std::min(n, (task + 1) * kRows); ++i) row(i);
  });
}

}  // namespace

DensePattern::DensePattern(Index iterations, Index bands, Index separation, Index hits, ColumnNorms norms)
    : m_iterations(iterations), m_bands(bands), m_separation(separation), m_hits(hits), m_norms(norms), m_start{0} {
  for (Index i = 0; i < iterations; ++i)
    m_start.push_back(m_start.back() + static_cast<std::size_t>(i - firstColumn(i) + 1));
}

double DensePattern::startDiagonal(Index i) const {
  if (m_norms == ColumnNorms::Equal) return 1;
  const Index members = (m_iterations - 1 - i % m_separation) / m_separation + 1;
  return static_cast<double>(m_hits) / static_cast<double>(members);
}

void DensePattern::pack(const SquareMatrix& from, std::span<double> out, const RunControl&) const {
  forRows(m_iterations, {}, [&](Index i) {
    double* target = out.data() + m_start[static_cast<std::size_t>(i)];
    const double* row = from.row(i);
    for (Index j = firstColumn(i); j < i; ++j) *target++ = std::numbers::sqrt2 * row[j];
    *target = row[i];
    for (Index j = i - m_separation; j >= firstColumn(i); j -= m_separation) target[j - i] = 0;
  });
}

void DensePattern::project(const SquareMatrix& from, double scale, std::span<double> out,
                           const RunControl& control) const {
  pack(from, out, control);
  const auto diagonal = [&](Index i) -> double& { return out[m_start[static_cast<std::size_t>(i) + 1] - 1]; };
  for (Index first = 0; first < std::min(m_separation, m_iterations); ++first) {
    double sum = 0;
    Index members = 0;
    for (Index i = first; i < m_iterations; i += m_separation, ++members) sum += diagonal(i);
    for (Index i = first; i < m_iterations; i += m_separation)
      diagonal(i) =
          m_norms == ColumnNorms::Equal || members == 1 ? 0 : diagonal(i) - sum / static_cast<double>(members);
  }
  if (scale != 1)
    forRows(m_iterations, {}, [&](Index i) {
      for (std::size_t k = m_start[static_cast<std::size_t>(i)]; k < m_start[static_cast<std::size_t>(i) + 1]; ++k)
        out[k] *= scale;
    });
}

void DensePattern::unpack(std::span<const double> from, SquareMatrix& out, const RunControl&) const {
  forRows(m_iterations, {}, [&](Index i) {
    const double* source = from.data() + m_start[static_cast<std::size_t>(i)];
    double* row = out.row(i);
    std::fill(row, row + firstColumn(i), 0.0);
    for (Index j = firstColumn(i); j < i; ++j) row[j] = *source++ / std::numbers::sqrt2;
    row[i] = *source;
  });
}

DenseEvaluation::DenseEvaluation(const Workload& workload, Index iterations)
    : m_workload(workload),
      m_factor(iterations),
      m_inverse(iterations),
      m_work(iterations),
      m_variances(static_cast<std::size_t>(iterations)) {}

Outcome DenseEvaluation::variancesAt(const SquareMatrix& x, const RunControl& control) {
  const Index n = x.size;
  forRows(n, {}, [&](Index i) { std::copy_n(x.row(i), i + 1, m_factor.row(i)); });
  if (const Outcome outcome = cholesky(m_factor, control); outcome != Outcome::Done) return outcome;
  zeroUpper(m_factor);
  if (const Outcome outcome = invertLower(m_factor, m_inverse, control); outcome != Outcome::Done) return outcome;
  // With W = L^-1: A X^-1 A^T = (A W^T)(A W^T)^T, a sum of squares. A W^T by rows of W; the sums over the rows of W in
  // a set order.
  if (!forRows(n, control, [&](Index i) {
        m_workload.multiply({m_inverse.row(i), static_cast<std::size_t>(n)},
                            {m_work.row(i), static_cast<std::size_t>(n)});
      }))
    return Outcome::Stopped;
  const bool finished = parallelFor((n + kRows - 1) / kRows, control, [&](Index task) {
    const Index end = std::min(n, (task + 1) * kRows);
    std::fill(m_variances.begin() + task * kRows, m_variances.begin() + end, 0.0);
    for (Index k = 0; k < n; ++k) {
      for (Index i = task * kRows; i < end; ++i)
        m_variances[static_cast<std::size_t>(i)] += m_work.row(k)[i] * m_work.row(k)[i];
    }
  });
  if (!finished) return Outcome::Stopped;
  for (const double v : m_variances) {
    if (!std::isfinite(v)) return Outcome::NotPositive;
  }
  return Outcome::Done;
}

Outcome DenseEvaluation::multiplier(std::span<const double> weights, SquareMatrix& out, const RunControl& control) {
  const Index n = out.size;
  if (lowerGram(m_inverse, m_work, control) != Outcome::Done) return Outcome::Stopped;
  mirror(m_work);
  // diag(p)^(1/2) A X^-1, down the columns; each task has its own.
  const std::span<const double> eta = m_workload.eta();
  const bool finished = parallelFor((n + kRows - 1) / kRows, control, [&](Index task) {
    const Index first = task * kRows, width = std::min(kRows, n - first);
    double momentum[kRows] = {}, sum[kRows] = {};
    for (Index i = 0; i < n; ++i) {
      double* row = m_work.row(i) + first;
      const double rate = eta.empty() ? 1 : eta[static_cast<std::size_t>(i)];
      const double root = std::sqrt(weights[static_cast<std::size_t>(i)]);
      for (Index c = 0; c < width; ++c) {
        momentum[c] = m_workload.beta() * momentum[c] + row[c];
        sum[c] = m_workload.alpha() * sum[c] + rate * momentum[c];
        row[c] = root * sum[c];
      }
    }
  });
  return finished ? gram(m_work, out, control) : Outcome::Stopped;
}

}  // namespace noiseloom
