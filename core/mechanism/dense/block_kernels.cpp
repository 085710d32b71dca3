#include "core/mechanism/dense/block_kernels.h"

#include <cmath>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// One 64-byte vector at any address; narrower machines split it.
typedef double SimdVector __attribute__((vector_size(64), aligned(8), may_alias));
constexpr Index kRowsInFlight = 4;  // hides the latency of the multiply-add

}  // namespace

NOISELOOM_MULTIVERSION
void addProduct(Index rows, Index columns, Index inner, double scale, const double* a, Index aRow, Index aColumn,
                const double* b, Index bRow, double* c, Index cRow) {
  for (Index j = 0; j < columns; j += kBlockUnit) {
    for (Index i = 0; i < rows; i += kRowsInFlight) {
      const double* left = a + i * aRow;
      SimdVector sum[kRowsInFlight] = {};
      for (Index l = 0; l < inner; ++l) {
        const SimdVector right = *reinterpret_cast<const SimdVector*>(b + l * bRow + j);
        for (Index r = 0; r < kRowsInFlight; ++r) sum[r] += left[r * aRow + l * aColumn] * right;
      }
      for (Index r = 0; r < kRowsInFlight; ++r)
        *reinterpret_cast<SimdVector*>(c + (i + r) * cRow + j) += scale * sum[r];
    }
  }
}

// Gauss-Jordan without exchanges, whose pivots are those of the Cholesky factor squared.
NOISELOOM_MULTIVERSION
bool invertPositive(Index n, Index stride, double* x) {
  const Index columns = paddedToUnit(n);
  for (Index p = 0; p < n; ++p) {
    double* pivotRow = x + p * stride;
    const double pivot = pivotRow[p];
    if (!(pivot > 0) || !(pivot < HUGE_VAL)) return false;
    const double inverse = 1 / pivot;
    pivotRow[p] = 1;
    for (Index j = 0; j < columns; j += kBlockUnit) *reinterpret_cast<SimdVector*>(pivotRow + j) *= inverse;
    for (Index i = 0; i < n; ++i) {
      if (i == p) continue;
      double* row = x + i * stride;
      const double factor = row[p];
      row[p] = 0;
      for (Index j = 0; j < columns; j += kBlockUnit)
        *reinterpret_cast<SimdVector*>(row + j) -= factor * *reinterpret_cast<const SimdVector*>(pivotRow + j);
    }
  }
  return true;
}

}  // namespace noiseloom
