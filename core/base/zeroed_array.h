#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace noiseloom {

/// Asks for pages of 2 MiB where untouched memory has room for them: freeing 0.8 GB then takes 10 ms of processor time
/// instead of 90, so that a stopped program ends sooner. No effect where the system has no such pages.
void preferLargePages(void* memory, std::size_t bytes);

/// Has the system provide zeroed memory now: writes a zero to each of its pages. To read one first would take the pages
/// of 2 MiB from it.
void provide(std::span<std::byte> zeroed);

/// A zeroed array of numbers whose memory the system provides at the first access: many gigabytes cost nothing until
/// they are used, and do not delay a stop.
template <class Number>
class ZeroedArray {
  static_assert(std::is_arithmetic_v<Number>);

 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size)
      : m_data(static_cast<Number*>(std::calloc(size > 0 ? size : 1, sizeof(Number)))) {
    if (!m_data) throw std::bad_alloc();
    preferLargePages(m_data.get(), size * sizeof(Number));
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
