#include "core/noise/noise_kernels.h"

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// Four rows a pass keep the sums' own traffic small.
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

}  // namespace

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
