#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace noiseloom {

/// A stop token that is requested together with `outer`, and, once start() was called, after so many seconds by the
/// clock on the wall.
class Deadline {
 public:
  explicit Deadline(const std::stop_token& outer);
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  /// From any thread; another start takes the place of the one before. seconds >= 0; more than 1e6 count as 1e6.
  void start(double seconds);
  std::stop_token token() const { return m_source.get_token(); }

 private:
  std::stop_source m_source;
  std::stop_callback<std::function<void()>> m_outer;
  std::mutex m_mutex;
  std::jthread m_timer;  // last: ended first
};

}  // namespace noiseloom
