#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace noiseloom {

/// Seconds of processor time that this process has used, all its threads together. (Where the system's clock() counts
/// the time on the wall, as on Windows, that.)
double processorSeconds();
/// The same of the calling thread alone: what others do on the machine does not count as its own.
double threadSeconds();

/// A stop token that is requested together with `outer`, and after so many seconds of processor time: work that is
/// allowed ten seconds gets them on a busy machine as well.
class ProcessorBudget {
 public:
  /// No limit until start() is called.
  explicit ProcessorBudget(const std::stop_token& outer);
  ProcessorBudget(const std::stop_token& outer, double seconds);
  ProcessorBudget(const ProcessorBudget&) = delete;
  ProcessorBudget& operator=(const ProcessorBudget&) = delete;

  /// From any thread; another start takes the place of the one before. seconds >= 0; 0: used up already.
  void start(double seconds);
  std::stop_token token() const { return m_source.get_token(); }
  /// Never below 0; infinite before start().
  double left() const;

 private:
  std::atomic<double> m_end;
  std::stop_source m_source;
  std::stop_callback<std::function<void()>> m_outer;
  std::mutex m_mutex;
  std::jthread m_watch;  // last: ended first
};

}  // namespace noiseloom
