#include "core/mechanism/dense/problem.h"

#include <algorithm>
#include <numbers>

#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kRows = 64;  // rows per task

template <class Row>
bool forRows(Index n, const RunControl& control, const Row& row) {
  return parallelFor((n + kRows - 1) / kRows, control,
                     [&](Index task) {
                       for (Index i = task * kRows; i < std::min(n, (task + 1) * kRows); ++i) row(i);
                     },
                     n * n);
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
    double* target = out.data() + m_start[i];
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
      for (std::size_t k = m_start[i]; k < m_start[static_cast<std::size_t>(i) + 1]; ++k) out[k] *= scale;
    });
}

void DensePattern::unpack(std::span<const double> from, SquareMatrix& out, const RunControl&) const {
  forRows(m_iterations, {}, [&](Index i) {
    const double* source = from.data() + m_start[i];
    double* row = out.row(i);
    std::fill(row, row + firstColumn(i), 0.0);
    for (Index j = firstColumn(i); j < i; ++j) row[j] = *source++ / std::numbers::sqrt2;
    row[i] = *source;
  });
}

}  // namespace noiseloom
