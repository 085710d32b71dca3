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
void decoderRow(const double* strategy, const InverseDiagonals& inverse, std::size_t window, std::size_t slot,
                double* decoder, double* ratio) {
  if (inverse.step == 0) {
    const double first = *inverse.value[0];
    const double second = *inverse.value[1];
    const double third = *inverse.value[2];
    for (std::size_t k = 0; k <= window; ++k)
      decoder[k] = strategy[k] * first + strategy[k + 1] * second + strategy[k + 2] * third;
  } else {
    const double* first = inverse.value[0];
    const double* second = inverse.value[1];
    const double* third = inverse.value[2];
    for (std::size_t k = 0; k <= window; ++k)
      decoder[k] = strategy[k] * first[k] + strategy[k + 1] * second[k + 1] + strategy[k + 2] * third[k + 2];
  }
  if (const double* fourth = inverse.value[3]) {
    for (std::size_t k = 0; k <= window; ++k) decoder[k] += strategy[k + 3] * fourth[(k + 3) * inverse.step];
  }
  const double scale = 1 / decoder[window];
  const double* young = decoder + (window - slot);
  for (std::size_t s = 0; s < slot; ++s) ratio[s] = young[s] * scale;
  for (std::size_t k = 0; k < window - slot; ++k) ratio[slot + k] = decoder[k] * scale;
}

NOISELOOM_MULTIVERSION
void strategyGradientRow(const double* decoderGradient, const InverseDiagonals& inverse, std::size_t window,
                         double* gradient) {
  const double* before = decoderGradient - 1;
  const double* twoBefore = decoderGradient - 2;
  if (inverse.step == 0) {
    const double first = *inverse.value[0];
    const double second = *inverse.value[1];
    const double third = *inverse.value[2];
    for (std::size_t k = 0; k <= window; ++k)
      gradient[k] = decoderGradient[k] * first + before[k] * second + twoBefore[k] * third;
  } else {
    for (std::size_t k = 0; k <= window; ++k) {
      gradient[k] = decoderGradient[k] * inverse.value[0][k] + before[k] * inverse.value[1][k] +
                    twoBefore[k] * inverse.value[2][k];
    }
  }
  if (const double* fourth = inverse.value[3]) {
    for (std::size_t k = 0; k <= window; ++k) gradient[k] += decoderGradient[k - 3] * fourth[k * inverse.step];
  }
}

NOISELOOM_MULTIVERSION
double symmetricProduct(const double* matrix, std::size_t window, std::size_t stride, const double* a, double* out) {
  std::size_t column = 0;
  for (; column + 4 * kVectorDoubles <= stride; column += 4 * kVectorDoubles)
    productColumns<4, 2>(matrix + column, window, stride, a, out + column);
  for (; column + 2 * kVectorDoubles <= stride; column += 2 * kVectorDoubles)
    productColumns<2, 4>(matrix + column, window, stride, a, out + column);
  if (column < stride) productColumns<1, 4>(matrix + column, window, stride, a, out + column);
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t k = 0; k < stride; ++k) sum += a[k] * out[k];
  return sum;
}

NOISELOOM_MULTIVERSION
void placeRow(double* matrix, std::size_t window, std::size_t stride, std::size_t slot, const double* row) {
  double* own = matrix + slot * stride;
  for (std::size_t l = 0; l < window; ++l) own[l] = row[l];
  for (std::size_t l = 0; l < window; ++l) matrix[l * stride + slot] = row[l];
}

NOISELOOM_MULTIVERSION
double adjointDirection(const double* own, const double* a, const double* product, double q, std::size_t window,
                        double* h, double& ratioProduct) {
  double ofRatio = 0;
  double ofDirection = 0;
#pragma omp simd reduction(+ : ofRatio, ofDirection)
  for (std::size_t l = 0; l < window; ++l) {
    h[l] = own[l] - a[l] * q;
    ofRatio += a[l] * product[l];
    ofDirection += h[l] * product[l];
  }
  ratioProduct = ofRatio;
  return ofDirection;
}

NOISELOOM_MULTIVERSION
void symmetricProductAndUpdate(const double* matrix, double* updated, std::size_t window, std::size_t stride,
                               const double* a, const double* h, double* out) {
  std::size_t column = 0;
  for (; column + 4 * kVectorDoubles <= stride; column += 4 * kVectorDoubles)
    updateColumns<4, 1>(matrix, updated, window, stride, a, h, column, out);
  for (; column + 2 * kVectorDoubles <= stride; column += 2 * kVectorDoubles)
    updateColumns<2, 2>(matrix, updated, window, stride, a, h, column, out);
  if (column < stride) updateColumns<1, 2>(matrix, updated, window, stride, a, h, column, out);
}

NOISELOOM_MULTIVERSION
void decoderGradientRow(const double* product, const double* out, double q, double scale, std::size_t window,
                        std::size_t slot, double* decoderGradient) {
  double* young = decoderGradient + (window - slot);
  for (std::size_t s = 0; s < slot; ++s) young[s] = scale * (q * product[s] - out[s]);
  for (std::size_t k = 0; k < window - slot; ++k) decoderGradient[k] = scale * (q * product[slot + k] - out[slot + k]);
}

}  // namespace noiseloom
