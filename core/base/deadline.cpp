#include "core/base/deadline.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>

namespace noiseloom {
namespace {

constexpr double kLongestWait = 1e6;

}  // namespace

Deadline::Deadline(const std::stop_token& outer) : m_outer(outer, [this] { m_source.request_stop(); }) {}

void Deadline::start(double seconds) {
  const auto limit = std::chrono::duration<double>(std::min(seconds, kLongestWait));
  const std::lock_guard lock(m_mutex);
  m_timer = std::jthread([source = m_source, limit](const std::stop_token& ended) mutable {
    std::mutex mutex;
    std::condition_variable_any alarm;
    std::unique_lock waiting(mutex);
    alarm.wait_for(waiting, ended, limit, [] { return false; });
    if (!ended.stop_requested()) source.request_stop();
  });
}

}  // namespace noiseloom
