#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace noiseloom {

/// A zeroed array of doubles on a 64-byte boundary, so that whole vectors never straddle cache lines.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t size)
      : m_data(static_cast<double*>(::operator new(std::max<std::size_t>(size, 1) * sizeof(double), kAlignment))),
        m_size(size) {
    clear();
  }

  double* data() { return m_data.get(); }
  const double* data() const { return m_data.get(); }
  double& operator[](std::size_t i) { return m_data.get()[i]; }
  double operator[](std::size_t i) const { return m_data.get()[i]; }
  std::size_t size() const { return m_size; }
  void clear() { std::fill_n(m_data.get(), m_size, 0.0); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Release {
    void operator()(double* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<double, Release> m_data;
  std::size_t m_size = 0;
};

}  // namespace noiseloom
