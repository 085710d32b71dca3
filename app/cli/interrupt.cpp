#include "app/cli/interrupt.h"

#include <chrono>
#include <cstdlib>

#include "app/cli/exit_code.h"

namespace noiseloom::cli {

Interrupt::Interrupt() {
  sigemptyset(&m_signals);
  sigaddset(&m_signals, SIGINT);
  sigaddset(&m_signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
  m_thread = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  m_closing = true;
  // Blocked everywhere: it only wakes sigwait().
  pthread_kill(m_thread.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread)
  m_thread.join();
}

void Interrupt::wait() {
  // Wrappers such as timeout(1) signal the process and then its whole group: one wish that arrives twice.
  constexpr auto kSameWish = std::chrono::milliseconds(500);
  std::chrono::steady_clock::time_point first;
  for (;;) {
    int signal = 0;
    if (sigwait(&m_signals, &signal) != 0 || m_closing) return;
    const auto now = std::chrono::steady_clock::now();
    if (!m_stop.stop_requested()) {
      first = now;
      m_stop.request_stop();
    } else if (now - first > kSameWish) {
      std::_Exit(kExitCancelled);
    }
  }
}

}  // namespace noiseloom::cli
