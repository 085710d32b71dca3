#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// An n x n matrix by rows; 8 n^2 bytes.
struct SquareMatrix {
  explicit SquareMatrix(Index n) : size(n), values(static_cast<std::size_t>(n * n), 0.0) {}
  double* row(Index i) { return values.data() + i * size; }
  const double* row(Index i) const { return values.data() + i * size; }
  Index size;
  std::vector<double> values;
};

/// O(n^3) products on tiles of fixed size, each by a single-threaded BLAS call: the tiles are shared out over threads,
/// the results do not depend on their number, and the stop token is polled between tiles. Only the lower triangle of
/// symmetric and triangular arguments is read, and only that of the result is written.
enum class MatrixOutcome { Done, Stopped, NotPositive };

/// X = L L^T in place; NotPositive unless X is positive definite to rounding.
MatrixOutcome cholesky(SquareMatrix& x, const RunControl& control);
/// out = L^-1; the tiles above the diagonal are left unchanged.
MatrixOutcome invertLower(const SquareMatrix& lower, SquareMatrix& out, const RunControl& control);
/// out = W^T W for a lower-triangular W with zeros above the diagonal.
MatrixOutcome lowerGram(const SquareMatrix& w, SquareMatrix& out, const RunControl& control);
/// out = Y^T Y for any square Y.
MatrixOutcome gram(const SquareMatrix& y, SquareMatrix& out, const RunControl& control);
/// b = L^-1 b for a full b.
MatrixOutcome solveLower(const SquareMatrix& lower, SquareMatrix& b, const RunControl& control);
/// out = R L for a full R and a lower-triangular L with zeros above the diagonal.
MatrixOutcome timesLower(const SquareMatrix& r, const SquareMatrix& lower, SquareMatrix& out,
                         const RunControl& control);

/// Copies the lower triangle to the upper one.
void mirror(SquareMatrix& x);
void zeroUpper(SquareMatrix& x);
/// out = J X^T J with the exchange matrix J, lower triangle to lower triangle: out[i, j] = x[n-1-j, n-1-i].
void flip(const SquareMatrix& x, SquareMatrix& out);

}  // namespace noiseloom
