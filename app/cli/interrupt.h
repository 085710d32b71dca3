#pragma once

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace noiseloom::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a request to stop. The first signal asks running work to end with its best so
/// far; another one, half a second later or more, ends the process at once. At most one at a time. The handler only
/// posts a semaphore, on which a thread of its own waits. The end of the terminal (SIGHUP) is a request to stop, too,
/// unless SIGHUP is ignored, as nohup(1) has it; and so is the end of the process that started this one, as of a
/// timed-out mpirun whose ranks would live on, unless SIGHUP is ignored or this process leads a session, as under
/// setsid(1).
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }

 private:
  void wait();
  bool waitForWish() const;

  std::stop_source m_stop;
  std::atomic<bool> m_closing{false};
  struct sigaction m_interrupt {};  // what was done before
  struct sigaction m_terminate {};
  struct sigaction m_hangUp {};
  bool m_outlivesParent = false;
  pid_t m_parent = getppid();
  std::thread m_thread;
};

}  // namespace noiseloom::cli
