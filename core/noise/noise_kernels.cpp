#include "core/noise/noise_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// Four rows per pass keep the memory traffic of the sums small.
template <class Real>
NOISELOOM_INLINE void addFourRows(double* sums, const double* c, const Real* const* rows, std::size_t count) {
  const Real* const row0 = rows[0];
  const Real* const row1 = rows[1];
  const Real* const row2 = rows[2];
  const Real* const row3 = rows[3];
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    sums[j] += (c[0] * static_cast<double>(row0[j]) + c[1] * static_cast<double>(row1[j])) +
               (c[2] * static_cast<double>(row2[j]) + c[3] * static_cast<double>(row3[j]));
  }
}
NOISELOOM_MULTIVERSION
void addFour(double* sums, const double* c, const float* const* rows, std::size_t count) {
  addFourRows(sums, c, rows, count);
}
NOISELOOM_MULTIVERSION
void addFour(double* sums, const double* c, const double* const* rows, std::size_t count) {
  addFourRows(sums, c, rows, count);
}

template <class Real>
void addAll(double* sums, const double* weights, const std::vector<const Real*>& rows, std::size_t count) {
  std::size_t k = 0;
  for (; k + 4 <= rows.size(); k += 4) addFour(sums, weights + k, rows.data() + k, count);
  for (; k < rows.size(); ++k) {
    const Real* const row = rows[k];
#pragma omp simd
    for (std::size_t j = 0; j < count; ++j) sums[j] += weights[k] * static_cast<double>(row[j]);
  }
}

template <class Real>
NOISELOOM_INLINE void passOneBuffer(double* sums, const double* z, double scale, double decay, Real* buffer,
                                    std::size_t count) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    const auto state = static_cast<double>(buffer[j]);
    sums[j] += scale * state;
    buffer[j] = static_cast<Real>(decay * state + z[j]);
  }
}

// Eight doubles, anywhere in memory; narrower processors take them in parts.
using Eight [[gnu::vector_size(64), gnu::aligned(8), gnu::may_alias]] = double;

template <std::size_t kVectors>
NOISELOOM_INLINE void addWindowOf(double* sums, const double* weights, const double* newest, std::size_t lags) {
  constexpr std::size_t kBreadth = 8 * kVectors;
  Eight sum[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = *reinterpret_cast<const Eight*>(sums + 8 * v);
  std::size_t k = 0;
  const double* row = newest;
  for (; k + 4 <= lags; k += 4, row -= 4 * kBreadth) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto at = [&](std::size_t older) -> const Eight& {
        return *reinterpret_cast<const Eight*>(row - older * kBreadth + 8 * v);
      };
      sum[v] += (weights[k] * at(0) + weights[k + 1] * at(1)) + (weights[k + 2] * at(2) + weights[k + 3] * at(3));
    }
  }
  for (; k < lags; ++k, row -= kBreadth) {
    for (std::size_t v = 0; v < kVectors; ++v) sum[v] += weights[k] * *reinterpret_cast<const Eight*>(row + 8 * v);
  }
  for (std::size_t v = 0; v < kVectors; ++v) *reinterpret_cast<Eight*>(sums + 8 * v) = sum[v];
}
NOISELOOM_MULTIVERSION
void addNarrowWindow(double* sums, const double* weights, const double* newest, std::size_t lags) {
  addWindowOf<2>(sums, weights, newest, lags);
}
NOISELOOM_MULTIVERSION
void addWideWindow(double* sums, const double* weights, const double* newest, std::size_t lags) {
  addWindowOf<4>(sums, weights, newest, lags);
}

template <class Real>
NOISELOOM_INLINE bool finishOneRow(double* y, double divisor, double stddev, Real* out, std::size_t count) {
  const double reach = std::max(1.0, stddev);
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  const bool divides = divisor != 1;  // dividing by 1 changes nothing; it is the diagonal of many strategies
  unsigned outside = 0;
#pragma omp simd reduction(| : outside)
  for (std::size_t j = 0; j < count; ++j) {
    if (divides) y[j] /= divisor;
    outside |= std::abs(y[j]) * reach <= largest ? 0U : 1U;  // also counts NaN
  }
  if (outside != 0) return false;
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) {
    const Real rounded = static_cast<Real>(y[j]);
    y[j] = static_cast<double>(rounded);
    out[j] = static_cast<Real>(stddev * y[j]);
  }
  return true;
}

}  // namespace

void addWindow(double* sums, const double* weights, const double* newest, std::size_t lags, std::size_t breadth) {
  (breadth == 16 ? addNarrowWindow : addWideWindow)(sums, weights, newest, lags);
}

NOISELOOM_MULTIVERSION
void copyRows(const float* from, double* to, std::size_t count) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) to[j] = static_cast<double>(from[j]);
}
void copyRows(const double* from, double* to, std::size_t count) {
  std::copy_n(from, count, to);
}
NOISELOOM_MULTIVERSION
void copyRows(const double* from, float* to, std::size_t count) {
#pragma omp simd
  for (std::size_t j = 0; j < count; ++j) to[j] = static_cast<float>(from[j]);
}

NOISELOOM_MULTIVERSION
bool finishRow(double* y, double divisor, double stddev, float* out, std::size_t count) {
  return finishOneRow(y, divisor, stddev, out, count);
}
NOISELOOM_MULTIVERSION
bool finishRow(double* y, double divisor, double stddev, double* out, std::size_t count) {
  return finishOneRow(y, divisor, stddev, out, count);
}

void addRows(double* sums, const double* weights, const std::vector<const float*>& rows, std::size_t count) {
  addAll(sums, weights, rows, count);
}
void addRows(double* sums, const double* weights, const std::vector<const double*>& rows, std::size_t count) {
  addAll(sums, weights, rows, count);
}

NOISELOOM_MULTIVERSION
void passBuffer(double* sums, const double* z, double scale, double decay, float* buffer, std::size_t count) {
  passOneBuffer(sums, z, scale, decay, buffer, count);
}
NOISELOOM_MULTIVERSION
void passBuffer(double* sums, const double* z, double scale, double decay, double* buffer, std::size_t count) {
  passOneBuffer(sums, z, scale, decay, buffer, count);
}

}  // namespace noiseloom
