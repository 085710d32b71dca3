#pragma once

#include <vector>

#include "core/mechanism/dense/banded_pencil.h"

namespace noiseloom {

/// Symmetric matrices that couple only steps of one class o, o + s, ...: one block per class, each by row with `stride`
/// doubles per row and column and zeros beyond its members, so that vectors of them have the dot product of matrices.
struct ClassBlocks {
  ClassBlocks(Index n, Index s);
  Index members(Index o) const { return (iterations - 1 - o) / separation + 1; }
  double* block(std::vector<double>& values, Index o) const { return values.data() + o * stride * stride; }
  const double* block(const std::vector<double>& values, Index o) const { return values.data() + o * stride * stride; }
  std::size_t size() const { return static_cast<std::size_t>(classes * stride * stride); }

  Index iterations;
  Index separation;
  Index classes;
  Index stride;
};

/// Computations with E + z M, with the E of a BandedPencil, a shift z >= 0 and a positive definite M of ClassBlocks.
/// Ordered by class the matrix is block tridiagonal except in the corner where the last class of an epoch meets the
/// first of the next, which is kept as a border: a factorisation, and the inverse's blocks within classes, cost O(n
/// m^2) for classes of m steps, the full inverse O(n^2 m). (math: section 5)
class ClassPencil {
 public:
  /// The pencil must outlive this.
  ClassPencil(const BandedPencil& pencil, const ClassBlocks& blocks);
  /// True if the stop token is polled often enough: for parts of 256 steps at most, and more than one class.
  static bool suits(const ClassBlocks& blocks, Index lags);

  const ClassBlocks& blocks() const { return m_blocks; }
  /// Nodes for the inverse square root of M^(-1/2) E M^(-1/2), for a relative error of 1e-8. inverse: M^-1.
  std::vector<RootNode> rootNodes(const std::vector<double>& m, const std::vector<double>& inverse) const;
  /// The blocks within classes of X = sum_j weight_j (E + shift_j M)^-1, the X with X M X = A^T P A.
  MatrixOutcome rootBlocks(const std::vector<double>& m, const std::vector<RootNode>& nodes, std::vector<double>& out,
                           const RunControl& control) const;
  /// The lower triangle of that X; `work` is overwritten.
  MatrixOutcome root(const std::vector<double>& m, const std::vector<RootNode>& nodes, SquareMatrix& out,
                     SquareMatrix& work, const RunControl& control) const;

 private:
  // An entry of E, by positions within two parts.
  struct Entry {
    Index row;
    Index column;
    double value;
  };
  struct Factor;
  Index size(Index part) const { return m_first[static_cast<std::size_t>(part) + 1] - m_first[part]; }
  MatrixOutcome factor(const std::vector<double>& m, double shift, Factor& f, const RunControl& control) const;
  void fill(const std::vector<double>& m, double shift, Index part, double* d) const;
  void addBlocks(const double* z, Index part, double weight, std::vector<double>& out) const;
  MatrixOutcome inverseBlocks(const Factor& f, double weight, std::vector<double>& out,
                              const RunControl& control) const;
  void solveStrip(const Factor& f, Index from, double* strip, std::vector<double>& room) const;

  ClassBlocks m_blocks;
  const BandedPencil* m_pencil;
  Index m_parts;                             // each of some classes; the last one is the border
  Index m_stride;                            // of the parts' blocks
  std::vector<Index> m_firstClass;           // of each part, then the number of classes
  std::vector<Index> m_first;                // position of each part, and n
  std::vector<Index> m_position;             // of each step, by class
  std::vector<Index> m_partOf;               // of each class
  std::vector<std::vector<Entry>> m_inside;  // of each part
  std::vector<std::vector<Entry>> m_next;    // row in the next part, column in this one
  std::vector<std::vector<Entry>> m_border;  // row in this part, column in the border
};

}  // namespace noiseloom
