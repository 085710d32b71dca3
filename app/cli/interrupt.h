#pragma once

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace noiseloom::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a request to stop. The first signal asks running work to end with its best so
/// far; another one, half a second later or more, ends the process at once. Make one at the start of main, before any
/// other thread exists: it blocks both signals for every thread made later and waits for them in a thread of its own,
/// so nothing runs in a handler.
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
  sigset_t m_signals{};
  std::thread m_thread;
};

}  // namespace noiseloom::cli
