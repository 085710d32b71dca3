#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace noiseloom::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a request to stop. The first signal asks running work to end with its best so
/// far; another one, half a second later or more, ends the process at once. At most one at a time. The handler only
/// posts a semaphore, on which a thread of its own waits.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }

 private:
  void wait();

  std::stop_source m_stop;
  std::atomic<bool> m_closing{false};
  struct sigaction m_interrupt {};  // what was done before
  struct sigaction m_terminate {};
  std::thread m_thread;
};

}  // namespace noiseloom::cli
