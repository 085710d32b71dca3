#pragma once

#include <mutex>
#include <utility>

namespace noiseloom {

/// A value that a worker writes and the window reads or takes when it has time. All functions may be called from any
/// thread.
template <typename T>
class Mailbox {
 public:
  /// Calls `use` with the value, locked, and returns its result.
  template <typename Use>
  auto with(Use&& use) {
    const std::lock_guard lock(m_mutex);
    return std::forward<Use>(use)(m_value);
  }
  void put(T value) {
    with([&](T& kept) { kept = std::move(value); });
  }
  T get() {
    return with([](const T& kept) { return kept; });
  }
  /// Returns the value and leaves an empty one behind.
  T take() {
    return with([](T& kept) { return std::exchange(kept, T{}); });
  }

 private:
  std::mutex m_mutex;
  T m_value{};
};

}  // namespace noiseloom
