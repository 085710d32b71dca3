#include "core/linalg/lane_transform.h"

#include <fftw3.h>

#include <new>

#include "core/base/aligned_buffer.h"
#include "core/base/check.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {

LaneTransform::LaneTransform(Index size, Index lanes) : m_size(size) {
  checkInteger("size", size, 1, Index{1} << 30);
  checkInteger("lanes modulo 2", lanes % 2, 0, 0);
  const int n = static_cast<int>(size), count = static_cast<int>(lanes / 2);
  AlignedBuffer buffer(static_cast<std::size_t>(size * lanes));
  auto* data = reinterpret_cast<fftw_complex*>(buffer.data());
  const std::scoped_lock lock(fftwPlannerMutex());
  fftw_plan plan =
      fftw_plan_many_dft(1, &n, count, data, nullptr, count, 1, data, nullptr, count, 1, FFTW_BACKWARD, FFTW_ESTIMATE);
  if (!plan) throw std::bad_alloc();
  m_plan = std::shared_ptr<void>(plan, [](void* made) {
    const std::scoped_lock atEnd(fftwPlannerMutex());
    fftw_destroy_plan(static_cast<fftw_plan>(made));
  });
}

void LaneTransform::transform(double* values) const {
  auto* data = reinterpret_cast<fftw_complex*>(values);
  fftw_execute_dft(static_cast<fftw_plan>(m_plan.get()), data, data);
}

}  // namespace noiseloom
