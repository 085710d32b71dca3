#include "core/linalg/real_fft.h"

#include <fftw3.h>

#include <algorithm>
#include <limits>
#include <new>

#include "core/base/check.h"

namespace noiseloom {

std::mutex& fftwPlannerMutex() {
  static std::mutex mutex;
  return mutex;
}

struct RealFft::Plans {
  double* data = nullptr;
  fftw_plan forward = nullptr;
  fftw_plan inverse = nullptr;

  ~Plans() {
    const std::scoped_lock lock(fftwPlannerMutex());
    if (forward) fftw_destroy_plan(forward);
    if (inverse) fftw_destroy_plan(inverse);
    fftw_free(data);
  }
};

RealFft::RealFft(Index size) : m_size(size), m_plans(std::make_unique<Plans>()) {
  checkInteger("size", size, 2, std::numeric_limits<int>::max());
  m_plans->data = fftw_alloc_real(2 * static_cast<std::size_t>(size / 2 + 1));
  if (!m_plans->data) throw std::bad_alloc();
  auto* complexData = reinterpret_cast<fftw_complex*>(m_plans->data);
  const std::scoped_lock lock(fftwPlannerMutex());
  m_plans->forward = fftw_plan_dft_r2c_1d(static_cast<int>(size), m_plans->data, complexData, FFTW_ESTIMATE);
  m_plans->inverse = fftw_plan_dft_c2r_1d(static_cast<int>(size), complexData, m_plans->data, FFTW_ESTIMATE);
  if (!m_plans->forward || !m_plans->inverse) throw std::bad_alloc();
}

RealFft::~RealFft() = default;

std::span<double> RealFft::values() noexcept {
  return {m_plans->data, static_cast<std::size_t>(m_size)};
}

std::span<std::complex<double>> RealFft::spectrum() noexcept {
  return {reinterpret_cast<std::complex<double>*>(m_plans->data), static_cast<std::size_t>(m_size / 2 + 1)};
}

void RealFft::forward() {
  fftw_execute(m_plans->forward);
}
void RealFft::inverse() {
  fftw_execute(m_plans->inverse);
}

Index RealFft::goodSize(Index size) {
  Index best = std::numeric_limits<Index>::max();
  for (const Index odd : {Index{1}, Index{3}, Index{5}, Index{9}}) {
    Index candidate = 2 * odd;
    while (candidate < size) candidate *= 2;
    best = std::min(best, candidate);
  }
  return best;
}

}  // namespace noiseloom
