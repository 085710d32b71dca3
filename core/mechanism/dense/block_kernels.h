#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// Kernels for many small square blocks, by row, whose rows start `stride` doubles apart: a multiple of kBlockUnit,
/// with zeros beyond the block's size, so that no kernel has a remainder.
constexpr Index kBlockUnit = 8;
constexpr Index paddedToUnit(Index n) {
  return (n + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
}

/// c += scale A B with A rows x inner, B inner x columns; rows and columns are multiples of kBlockUnit. A[i, l] is at
/// a[i * aRow + l * aColumn]: either order.
void addProduct(Index rows, Index columns, Index inner, double scale, const double* a, Index aRow, Index aColumn,
                const double* b, Index bRow, double* c, Index cRow);

/// x = X^-1 for the leading n x n of a symmetric x, both triangles read and written; returns false, with x destroyed,
/// unless X is positive definite to rounding.
bool invertPositive(Index n, Index stride, double* x);

}  // namespace noiseloom
