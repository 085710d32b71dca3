#include "core/linalg/tiled_matrix.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/linalg/blas.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kTile = 192;
constexpr Index kStrip = 64;  // rows and columns of a block in mirror() and flip()

struct Tiles {
  explicit Tiles(Index n) : size(n), count((n + kTile - 1) / kTile) {}
  Index first(Index t) const { return t * kTile; }
  Index width(Index t) const { return std::min(kTile, size - t * kTile); }
  Index size;
  Index count;
};

// Tile (row, column), row >= column, with the given index in the triangle.
std::pair<Index, Index> triangleTile(Index index) {
  auto row = static_cast<Index>((std::sqrt(8.0 * static_cast<double>(index) + 1) - 1) / 2);
  while ((row + 1) * (row + 2) / 2 <= index) ++row;
  while (row * (row + 1) / 2 > index) --row;
  return {row, index - row * (row + 1) / 2};
}

int blas(Index value) {
  return static_cast<int>(value);
}

void multiply(CBLAS_TRANSPOSE transA, CBLAS_TRANSPOSE transB, Index m, Index n, Index k, double alpha, const double* a,
              const double* b, double beta, double* c, Index stride) {
  if (m == 0 || n == 0) return;
  const auto turn = blasTurn();
  cblas_dgemm(CblasRowMajor, transA, transB, blas(m), blas(n), blas(k), alpha, a, blas(stride), b, blas(stride), beta,
              c, blas(stride));
}

// b = L^-1 b for one tile of `rows` rows.
void solveTile(const double* lower, Index rows, double* b, Index columns, Index stride) {
  const auto turn = blasTurn();
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, blas(rows), blas(columns), 1, lower,
              blas(stride), b, blas(stride));
}

// Cholesky of one diagonal tile, by rows of dot products.
bool factorTile(double* a, Index n, Index stride) {
  const auto turn = blasTurn();
  for (Index j = 0; j < n; ++j) {
    double* rowJ = a + j * stride;
    const double pivot = rowJ[j] - cblas_ddot(blas(j), rowJ, 1, rowJ, 1);
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    const double diagonal = rowJ[j] = std::sqrt(pivot);
    if (j + 1 == n) break;
    double* below = rowJ + stride;
    cblas_dgemv(CblasRowMajor, CblasNoTrans, blas(n - j - 1), blas(j), -1, below, blas(stride), rowJ, 1, 1, below + j,
                blas(stride));
    cblas_dscal(blas(n - j - 1), 1 / diagonal, below + j, blas(stride));
  }
  return true;
}

MatrixOutcome outcomeOf(bool finished) {
  return finished ? MatrixOutcome::Done : MatrixOutcome::Stopped;
}

// W^T W by tiles of its lower triangle; `lower`: W is, so that the rows above a tile's own add nothing.
MatrixOutcome gramOf(const SquareMatrix& w, bool lower, SquareMatrix& out, const RunControl& control) {
  const Tiles tiles(w.size);
  return outcomeOf(parallelFor(tiles.count * (tiles.count + 1) / 2, control, [&](Index index) {
    const auto [i, j] = triangleTile(index);
    const Index row = lower ? tiles.first(i) : 0;
    multiply(CblasTrans, CblasNoTrans, tiles.width(i), tiles.width(j), w.size - row, 1, w.row(row) + tiles.first(i),
             w.row(row) + tiles.first(j), 0, out.row(tiles.first(i)) + tiles.first(j), w.size);
  }));
}

}  // namespace

MatrixOutcome cholesky(SquareMatrix& x, const RunControl& control) {
  const Tiles tiles(x.size);
  const Index n = x.size;
  for (Index k = 0; k < tiles.count; ++k) {
    if (control.stopRequested()) return MatrixOutcome::Stopped;
    double* diagonal = x.row(tiles.first(k)) + tiles.first(k);
    if (!factorTile(diagonal, tiles.width(k), n)) return MatrixOutcome::NotPositive;
    const Index below = tiles.count - k - 1;
    const auto panel = [&](Index i) { return x.row(tiles.first(k + 1 + i)) + tiles.first(k); };
    bool finished = parallelFor(below, control, [&](Index i) {
      const auto turn = blasTurn();
      cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, blas(tiles.width(k + 1 + i)),
                  blas(tiles.width(k)), 1, diagonal, blas(n), panel(i), blas(n));
    });
    finished = finished && parallelFor(below * (below + 1) / 2, control, [&](Index index) {
                 const auto [i, j] = triangleTile(index);
                 multiply(CblasNoTrans, CblasTrans, tiles.width(k + 1 + i), tiles.width(k + 1 + j), tiles.width(k), -1,
                          panel(i), panel(j), 1, x.row(tiles.first(k + 1 + i)) + tiles.first(k + 1 + j), n);
               });
    if (!finished) return MatrixOutcome::Stopped;
  }
  return MatrixOutcome::Done;
}

MatrixOutcome invertLower(const SquareMatrix& lower, SquareMatrix& out, const RunControl& control) {
  const Tiles tiles(lower.size);
  const Index n = lower.size;
  // One column of tiles after another, each by forward substitution; the longest first.
  return outcomeOf(
      parallelFor(tiles.count, control,
                  [&](Index j) {
                    const Index column = tiles.first(j), width = tiles.width(j);
                    for (Index i = j; i < tiles.count && !control.stopRequested(); ++i) {
                      double* target = out.row(tiles.first(i)) + column;
                      for (Index r = 0; r < tiles.width(i); ++r) std::fill_n(target + r * n, width, 0.0);
                      if (i == j) {
                        for (Index r = 0; r < width; ++r) target[r * n + r] = 1;
                      } else {
                        multiply(CblasNoTrans, CblasNoTrans, tiles.width(i), width, tiles.first(i) - column, -1,
                                 lower.row(tiles.first(i)) + column, out.row(column) + column, 0, target, n);
                      }
                      solveTile(lower.row(tiles.first(i)) + tiles.first(i), tiles.width(i), target, width, n);
                    }
                  }) &&
      !control.stopRequested());
}

MatrixOutcome lowerGram(const SquareMatrix& w, SquareMatrix& out, const RunControl& control) {
  return gramOf(w, true, out, control);
}

MatrixOutcome gram(const SquareMatrix& y, SquareMatrix& out, const RunControl& control) {
  return gramOf(y, false, out, control);
}

MatrixOutcome solveLower(const SquareMatrix& lower, SquareMatrix& b, const RunControl& control) {
  const Tiles tiles(lower.size);
  const Index n = lower.size;
  return outcomeOf(parallelFor(tiles.count, control,
                               [&](Index j) {
                                 const Index column = tiles.first(j), width = tiles.width(j);
                                 for (Index i = 0; i < tiles.count && !control.stopRequested(); ++i) {
                                   const Index row = tiles.first(i);
                                   double* target = b.row(row) + column;
                                   if (i > 0) {
                                     multiply(CblasNoTrans, CblasNoTrans, tiles.width(i), width, row, -1,
                                              lower.row(row), b.row(0) + column, 1, target, n);
                                   }
                                   solveTile(lower.row(row) + row, tiles.width(i), target, width, n);
                                 }
                               }) &&
                   !control.stopRequested());
}

MatrixOutcome timesLower(const SquareMatrix& r, const SquareMatrix& lower, SquareMatrix& out,
                         const RunControl& control) {
  const Tiles tiles(r.size);
  return outcomeOf(parallelFor(tiles.count * tiles.count, control, [&](Index index) {
    const Index row = tiles.first(index / tiles.count), column = tiles.first(index % tiles.count);
    multiply(CblasNoTrans, CblasNoTrans, tiles.width(index / tiles.count), tiles.width(index % tiles.count),
             r.size - column, 1, r.row(row) + column, lower.row(column) + column, 0, out.row(row) + column, r.size);
  }));
}

void mirror(SquareMatrix& x) {
  const Index n = x.size;
  parallelFor((n + kStrip - 1) / kStrip, {},
              [&](Index strip) {
                const Index end = std::min(n, (strip + 1) * kStrip);
                for (Index block = strip * kStrip; block < n; block += kStrip) {
                  for (Index i = strip * kStrip; i < end; ++i) {
                    for (Index j = std::max(block, i + 1); j < std::min(n, block + kStrip); ++j)
                      x.row(i)[j] = x.row(j)[i];
                  }
                }
              },
              n * n);
}

void flip(const SquareMatrix& x, SquareMatrix& out) {
  const Index n = x.size;
  parallelFor((n + kStrip - 1) / kStrip, {},
              [&](Index strip) {
                const Index end = std::min(n, (strip + 1) * kStrip);
                for (Index block = 0; block < end; block += kStrip) {
                  for (Index i = strip * kStrip; i < end; ++i) {
                    const double* from = x.values.data() + (n - 1) * n + n - 1 - i;
                    for (Index j = block; j < std::min(i + 1, block + kStrip); ++j) out.row(i)[j] = from[-j * n];
                  }
                }
              },
              n * n);
}

void zeroUpper(SquareMatrix& x) {
  const Index n = x.size;
  parallelFor((n + kStrip - 1) / kStrip, {},
              [&](Index strip) {
                for (Index i = strip * kStrip; i < std::min(n, (strip + 1) * kStrip); ++i)
                  std::fill(x.row(i) + i + 1, x.row(i) + n, 0.0);
              },
              n * n);
}

}  // namespace noiseloom
