#include "core/linalg/real_fft.h"

#include <fftw3.h>

#include <algorithm>
#include <limits>
#include <list>
#include <new>
#include <numbers>
#include <utility>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {

std::mutex& fftwPlannerMutex() {
  static std::mutex mutex;
  return mutex;
}

namespace {

/// e^{-2 pi i k / N} for k < N from two short tables: one multiplication per value, correct to one or two roundings.
class Twiddles {
 public:
  explicit Twiddles(Index size) {
    const double unit = -2 * std::numbers::pi / static_cast<double>(size);
    for (Index k = 0; k < kStride; ++k) m_fine.push_back(std::polar(1.0, unit * static_cast<double>(k)));
    for (Index k = 0; k * kStride < size; ++k)
      m_coarse.push_back(std::polar(1.0, unit * static_cast<double>(k * kStride)));
  }
  std::complex<double> operator()(Index k) const {
    const std::complex<double>&a = m_coarse[k / kStride], &b = m_fine[k % kStride];
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }

 private:
  static constexpr Index kStride = 256;
  std::vector<std::complex<double>> m_fine, m_coarse;
};

}  // namespace

// A real transform of length N as a complex one of length N/2: FFTW's estimating planner needs several milliseconds for
// a real transform of a new length, more than our whole calculation, but only a tenth of that for a complex one. Any
// buffer that FFTW allocates will do.
struct RealFft::Plans {
  Plans(Index size, fftw_complex* data) : twiddles(size) {
    const int half = static_cast<int>(size / 2);
    const std::scoped_lock lock(fftwPlannerMutex());
    forward = fftw_plan_dft_1d(half, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    inverse = fftw_plan_dft_1d(half, data, data, FFTW_BACKWARD, FFTW_ESTIMATE);
  }
  ~Plans() {
    const std::scoped_lock lock(fftwPlannerMutex());
    if (forward) fftw_destroy_plan(forward);
    if (inverse) fftw_destroy_plan(inverse);
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  Twiddles twiddles;
  fftw_plan forward = nullptr;
  fftw_plan inverse = nullptr;
};

// The plans that were used last. Series take the same lengths again and again, and planning them is a tenth of the
// work.
class RealFft::RecentPlans {
 public:
  // The planner's lock has to outlive the plans.
  RecentPlans() { fftwPlannerMutex(); }

  std::shared_ptr<const Plans> find(Index size, fftw_complex* data) {
    const std::scoped_lock lock(m_mutex);
    const auto known = std::ranges::find(m_plans, size, &Entry::first);
    if (known != m_plans.end()) {
      m_plans.splice(m_plans.begin(), m_plans, known);
    } else {
      m_plans.emplace_front(size, std::make_shared<const Plans>(size, data));
      m_length += size;
      for (; m_length > kMostLength && m_plans.size() > 1; m_plans.pop_back()) m_length -= m_plans.back().first;
    }
    return m_plans.front().second;
  }

 private:
  using Entry = std::pair<Index, std::shared_ptr<const Plans>>;
  // The sum of all lengths: their tables then take some 64 MB.
  static constexpr Index kMostLength = Index{1} << 22;

  std::mutex m_mutex;
  std::list<Entry> m_plans;  // the latest first
  Index m_length = 0;
};

RealFft::RealFft(Index size) : m_size(size) {
  checkInteger("size", size, 2, std::numeric_limits<int>::max() - 1);
  checkInteger("size modulo 2", size % 2, 0, 0);
  m_data.reset(fftw_alloc_real(static_cast<std::size_t>(size + 2)));
  if (!m_data) throw std::bad_alloc();
  static RecentPlans recent;
  m_plans = recent.find(size, reinterpret_cast<fftw_complex*>(m_data.get()));
  if (!m_plans->forward || !m_plans->inverse) throw std::bad_alloc();
}

void RealFft::Free::operator()(double* data) const noexcept {
  fftw_free(data);
}

RealFft::~RealFft() = default;

std::span<double> RealFft::values() noexcept {
  return {m_data.get(), static_cast<std::size_t>(m_size)};
}

std::span<std::complex<double>> RealFft::spectrum() noexcept {
  return {reinterpret_cast<std::complex<double>*>(m_data.get()), static_cast<std::size_t>(m_size / 2 + 1)};
}

void RealFft::forward() {
  auto* const data = reinterpret_cast<fftw_complex*>(m_data.get());
  fftw_execute_dft(m_plans->forward, data, data);
  // Z = E + i O for the transforms E, O of even and odd values: X_k = E_k + w^k O_k, X_{M-k} = conj(E_k - w^k O_k).
  const std::span<std::complex<double>> x = spectrum();
  const std::size_t half = x.size() - 1;
  x[half] = x[0].real() - x[0].imag();
  x[0] = x[0].real() + x[0].imag();
  // Written out: a product of std::complex goes through the stack here, which doubled the time of the whole.
  for (std::size_t k = 1; 2 * k <= half; ++k) {
    const std::complex<double> w = m_plans->twiddles(static_cast<Index>(k));
    const double aRe = x[k].real(), aIm = x[k].imag();
    const double bRe = x[half - k].real(), bIm = -x[half - k].imag();
    const double evenRe = 0.5 * (aRe + bRe), evenIm = 0.5 * (aIm + bIm);
    const double differenceRe = 0.5 * (aRe - bRe), differenceIm = 0.5 * (aIm - bIm);
    // w^k O_k with O_k = -i difference.
    const double oddRe = w.real() * differenceIm + w.imag() * differenceRe;
    const double oddIm = w.imag() * differenceIm - w.real() * differenceRe;
    x[k] = {evenRe + oddRe, evenIm + oddIm};
    x[half - k] = {evenRe - oddRe, -(evenIm - oddIm)};
  }
}

void RealFft::inverse() {
  const std::span<std::complex<double>> x = spectrum();
  const std::size_t half = x.size() - 1;
  x[0] = {x[0].real() + x[half].real(), x[0].real() - x[half].real()};
  for (std::size_t k = 1; 2 * k <= half; ++k) {
    const std::complex<double> a = x[k], b = std::conj(x[half - k]), w = m_plans->twiddles(static_cast<Index>(k));
    const std::complex<double> even = a + b, difference = a - b;
    // i O_k with O_k = conj(w^k) difference.
    const std::complex<double> odd(w.imag() * difference.real() - w.real() * difference.imag(),
                                   w.real() * difference.real() + w.imag() * difference.imag());
    x[k] = even + odd;
    x[half - k] = std::conj(even - odd);
  }
  auto* const data = reinterpret_cast<fftw_complex*>(m_data.get());
  fftw_execute_dft(m_plans->inverse, data, data);
}

Index RealFft::goodSize(Index size) {
  // Many lengths of short transforms would be planned more often than they are used.
  constexpr Index kLong = Index{1} << 16;
  Index best = std::numeric_limits<Index>::max();
  for (const Index odd : {1, 3, 5, 9, 15, 25, 27, 45, 75}) {
    if (odd > 9 && size <= kLong) break;
    Index candidate = 2 * odd;
    while (candidate < size) candidate *= 2;
    best = std::min(best, candidate);
  }
  return best;
}

}  // namespace noiseloom
