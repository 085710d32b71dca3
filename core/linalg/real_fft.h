#pragma once

#include <complex>
#include <memory>
#include <mutex>
#include <span>

#include "core/base/index.h"

namespace noiseloom {

/// The one lock for FFTW's planner, the only part of FFTW that is not thread-safe: hold it around every call that makes
/// or destroys a plan, anywhere in core.
std::mutex& fftwPlannerMutex();

/// Discrete Fourier transform of real sequences of one length N, in place, in a buffer that it owns. Plans are
/// estimated, not measured, so that the same input gives the same bits in every run. One object serves one thread.
class RealFft {
 public:
  /// size: N, even and >= 2. Throws std::bad_alloc if the buffer of 8 (N + 2) bytes cannot be allocated.
  explicit RealFft(Index size);
  ~RealFft();
  RealFft(const RealFft&) = delete;
  RealFft& operator=(const RealFft&) = delete;

  Index size() const noexcept { return m_size; }
  /// The sequence, N values; holds the spectrum between forward() and inverse().
  std::span<double> values() noexcept;
  /// Its transform sum_j x_j exp(-2 pi i j k / N), k = 0..N/2; valid between forward() and inverse().
  std::span<std::complex<double>> spectrum() noexcept;
  void forward();
  /// Unnormalised: inverse(forward(x)) = N x.
  void inverse();

  /// The least N >= size of the form 2^a {1, 3, 5, 9}, and of long ones {15, 25, 27, 45, 75} too, lengths for which the
  /// transform is fast.
  static Index goodSize(Index size);

 private:
  struct Plans;
  class RecentPlans;
  struct Free {
    void operator()(double* data) const noexcept;
  };
  Index m_size;
  std::unique_ptr<double[], Free> m_data;
  std::shared_ptr<const Plans> m_plans;
};

}  // namespace noiseloom
