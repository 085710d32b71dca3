#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace noiseloom {

/// A zeroed array of numbers whose memory the system hands out when it is first touched: many gigabytes cost nothing
/// until they are used, and a wish to stop is not waiting for them.
template <class Number>
class ZeroedArray {
  static_assert(std::is_arithmetic_v<Number>);

 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size)
      : m_data(static_cast<Number*>(std::calloc(size > 0 ? size : 1, sizeof(Number)))) {
    if (!m_data) throw std::bad_alloc();
  }
  Number* data() { return m_data.get(); }
  const Number* data() const { return m_data.get(); }

 private:
  struct Release {
    void operator()(Number* data) const { std::free(data); }  // NOLINT(cppcoreguidelines-no-malloc): calloc's
  };
  std::unique_ptr<Number, Release> m_data;
};

}  // namespace noiseloom
