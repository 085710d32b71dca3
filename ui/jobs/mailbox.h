#pragma once

#include <mutex>
#include <utility>

namespace noiseloom {

/// A value that a worker leaves for the window, which looks at it or takes it when it has time. May be used from any
/// thread.
template <typename T>
class Mailbox {
 public:
  /// Calls `use` with the value while nobody else has it, and returns what that returns.
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
  /// Leaves an empty one behind.
  T take() {
    return with([](T& kept) { return std::exchange(kept, T{}); });
  }

 private:
  std::mutex m_mutex;
  T m_value{};
};

}  // namespace noiseloom
