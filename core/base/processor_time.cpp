#include "core/base/processor_time.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <limits>

namespace noiseloom {

double processorSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double threadSeconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec used{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0)
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
#endif
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProcessorBudget::ProcessorBudget(const std::stop_token& outer)
    : m_end(std::numeric_limits<double>::infinity()), m_outer(outer, [this] { m_source.request_stop(); }) {}

ProcessorBudget::ProcessorBudget(const std::stop_token& outer, double seconds) : ProcessorBudget(outer) {
  start(seconds);
}

void ProcessorBudget::start(double seconds) {
  const double end = processorSeconds() + seconds;
  m_end = end;
  if (!(seconds * CLOCKS_PER_SEC >= 1)) {  // less than the clock tells
    m_source.request_stop();
    return;
  }
  const std::lock_guard lock(m_mutex);
  m_watch = std::jthread([end, source = m_source](const std::stop_token& ended) mutable {
    std::mutex mutex;
    std::condition_variable_any alarm;
    std::unique_lock waiting(mutex);
    while (!ended.stop_requested() && !source.stop_requested()) {
      const double rest = end - processorSeconds();
      if (rest <= 0) {
        source.request_stop();
        return;
      }
      // All cores together cannot use up the rest sooner than that.
      const auto cores = std::max(1U, std::thread::hardware_concurrency());
      const auto pause = std::chrono::duration<double>(std::clamp(rest / cores, 0.005, 1.0));
      alarm.wait_for(waiting, ended, pause, [] { return false; });
    }
  });
}

double ProcessorBudget::left() const {
  return std::max(0.0, m_end - processorSeconds());
}

}  // namespace noiseloom
