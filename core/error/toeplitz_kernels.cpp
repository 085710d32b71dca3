#include "core/error/toeplitz_kernels.h"

#include "core/base/multiversion.h"

namespace noiseloom {

NOISELOOM_MULTIVERSION
void recurrence(const double* in, const double* reversedTaps, std::size_t taps, double scale, double* out,
                std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const double* past = out + i - taps;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t k = 0; k < taps; ++k) sum += reversedTaps[k] * past[k];
    out[i] = (in[i] - sum) * scale;
  }
}

NOISELOOM_MULTIVERSION
double dotProduct(const double* a, const double* b, std::size_t size) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace noiseloom
