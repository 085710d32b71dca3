#include "core/error/covariance_kernels.h"

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// One 64-byte vector; narrower machines split it.
typedef double Vector __attribute__((vector_size(64), may_alias));

// Columns [0, 8 * Chunks) of out = S a. Unroll rows in flight hide the latency of the multiply-add.
template <int Chunks, int Unroll>
NOISELOOM_INLINE void productColumns(const double* matrix, std::size_t rows, std::size_t stride, const double* a,
                                     double* out) {
  Vector sum[Unroll][Chunks] = {};
  std::size_t l = 0;
  for (; l + Unroll <= rows; l += Unroll) {
    for (int u = 0; u < Unroll; ++u) {
      const auto* row = reinterpret_cast<const Vector*>(matrix + (l + static_cast<std::size_t>(u)) * stride);
      for (int c = 0; c < Chunks; ++c) sum[u][c] += a[l + static_cast<std::size_t>(u)] * row[c];
    }
  }
  for (; l < rows; ++l) {
    const auto* row = reinterpret_cast<const Vector*>(matrix + l * stride);
    for (int c = 0; c < Chunks; ++c) sum[0][c] += a[l] * row[c];
  }
  auto* target = reinterpret_cast<Vector*>(out);
  for (int c = 0; c < Chunks; ++c) {
    for (int u = 1; u < Unroll; ++u) sum[0][c] += sum[u][c];
    target[c] = sum[0][c];
  }
}

template <int Chunks, int Unroll>
NOISELOOM_INLINE void updateColumns(const double* matrix, double* updated, std::size_t rows, std::size_t stride,
                                    const double* a, const double* h, std::size_t firstColumn, double* out) {
  Vector sum[Unroll][Chunks] = {};
  Vector aChunk[Chunks];
  Vector hChunk[Chunks];
  for (int c = 0; c < Chunks; ++c) {
    aChunk[c] = reinterpret_cast<const Vector*>(a + firstColumn)[c];
    hChunk[c] = reinterpret_cast<const Vector*>(h + firstColumn)[c];
  }
  const auto visit = [&](std::size_t l, Vector * total) __attribute__((always_inline)) {
    const auto* row = reinterpret_cast<const Vector*>(matrix + l * stride + firstColumn);
    auto* target = reinterpret_cast<Vector*>(updated + l * stride + firstColumn);
    for (int c = 0; c < Chunks; ++c) {
      total[c] += h[l] * row[c];
      target[c] -= a[l] * hChunk[c] + h[l] * aChunk[c];
    }
  };
  std::size_t l = 0;
  for (; l + Unroll <= rows; l += Unroll) {
    for (int u = 0; u < Unroll; ++u) visit(l + static_cast<std::size_t>(u), sum[u]);
  }
  for (; l < rows; ++l) visit(l, sum[0]);
  auto* target = reinterpret_cast<Vector*>(out + firstColumn);
  for (int c = 0; c < Chunks; ++c) {
    for (int u = 1; u < Unroll; ++u) sum[0][c] += sum[u][c];
    target[c] = sum[0][c];
  }
}

}  // namespace

NOISELOOM_MULTIVERSION
void symmetricProduct(const double* matrix, std::size_t rows, std::size_t stride, const double* a, double* out) {
  std::size_t column = 0;
  for (; column + 4 * kVectorDoubles <= stride; column += 4 * kVectorDoubles) {
    productColumns<4, 2>(matrix + column, rows, stride, a, out + column);
  }
  for (; column + 2 * kVectorDoubles <= stride; column += 2 * kVectorDoubles) {
    productColumns<2, 4>(matrix + column, rows, stride, a, out + column);
  }
  if (column < stride) productColumns<1, 4>(matrix + column, rows, stride, a, out + column);
}

NOISELOOM_MULTIVERSION
void symmetricProductAndUpdate(const double* matrix, double* updated, std::size_t rows, std::size_t stride,
                               const double* a, const double* h, double* out) {
  std::size_t column = 0;
  for (; column + 4 * kVectorDoubles <= stride; column += 4 * kVectorDoubles) {
    updateColumns<4, 1>(matrix, updated, rows, stride, a, h, column, out);
  }
  for (; column + 2 * kVectorDoubles <= stride; column += 2 * kVectorDoubles) {
    updateColumns<2, 2>(matrix, updated, rows, stride, a, h, column, out);
  }
  if (column < stride) updateColumns<1, 2>(matrix, updated, rows, stride, a, h, column, out);
}

}  // namespace noiseloom
