#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace noiseloom {

/// Seconds of processor time used by all threads of this process. (On Windows, clock() counts wall-clock time.)
double processorSeconds();
/// Seconds of processor time that the calling thread has used.
double threadSeconds();

/// A stop token that is requested together with `outer`, or after a number of seconds of processor time: work that is
/// allowed ten seconds gets them on a busy machine as well.
class ProcessorBudget {
 public:
  /// No limit until start() is called.
  explicit ProcessorBudget(const std::stop_token& outer);
  ProcessorBudget(const std::stop_token& outer, double seconds);
  ProcessorBudget(const ProcessorBudget&) = delete;
  ProcessorBudget& operator=(const ProcessorBudget&) = delete;

  /// Starts the limit anew; any thread may call it. seconds >= 0; below a microsecond the stop is
  /// requested at once.
  void start(double seconds);
  std::stop_token token() const { return m_source.get_token(); }
  /// Never below 0; infinite before start().
  double left() const;

 private:
  std::atomic<double> m_end;
  std::stop_source m_source;
  std::stop_callback<std::function<void()>> m_outer;
  std::mutex m_mutex;
  std::jthread m_watch;  // last, so that it ends first
};

}  // namespace noiseloom
