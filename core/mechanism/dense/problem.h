#pragma once

#include <span>
#include <vector>

#include "core/linalg/tiled_matrix.h"
#include "core/mechanism/dense.h"

namespace noiseloom {

/// The entries of X = C^T C, n x n, that are free when a dense strategy is optimised (math: section 5), and the fixed
/// ones: the diagonal, all 1 with equal norms, or with free ones its sums over each class o, o + s, ... of steps that
/// one example may take part in; zeros beyond the bands and between two steps of a class. Vectors hold the free
/// entries: row by row the entries j <= i within the bands, those off the diagonal times sqrt(2), so that the dot
/// product of two vectors is that of the matrices.
class DensePattern {
 public:
  /// separation = iterations and hits = 1 for single participation.
  DensePattern(Index iterations, Index bands, Index separation, Index hits, ColumnNorms norms);

  Index iterations() const { return m_iterations; }
  Index bands() const { return m_bands; }
  Index separation() const { return m_separation; }
  Index hits() const { return m_hits; }
  ColumnNorms norms() const { return m_norms; }
  std::size_t size() const { return m_start.back(); }
  /// True if the entry is zero in every strategy of this kind.
  bool isZero(Index row, Index column) const {
    return row - column >= m_bands || (row != column && (row - column) % m_separation == 0);
  }
  /// The value that a strategy with equal norms within each class has at (i, i).
  double startDiagonal(Index i) const;

  /// The free part of a symmetric matrix (lower triangle read), projected on the constraints, times `scale`.
  void project(const SquareMatrix& from, double scale, std::span<double> out, const RunControl& control) const;
  /// The lower triangle of the matrix of a vector; zeros where it has no entries.
  void unpack(std::span<const double> from, SquareMatrix& out, const RunControl& control) const;
  /// The vector of a matrix, without projection: entries that must be zero are dropped.
  void pack(const SquareMatrix& from, std::span<double> out, const RunControl& control) const;

 private:
  Index firstColumn(Index row) const { return std::max<Index>(0, row - m_bands + 1); }

  Index m_iterations;
  Index m_bands;
  Index m_separation;
  Index m_hits;
  ColumnNorms m_norms;
  std::vector<std::size_t> m_start;  // of each row, then the size
};

}  // namespace noiseloom
