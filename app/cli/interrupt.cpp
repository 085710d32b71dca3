#include "app/cli/interrupt.h"

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
  pthread_kill(m_thread.native_handle(), SIGTERM);
  m_thread.join();
}

void Interrupt::wait() {
  for (;;) {
    int signal = 0;
    if (sigwait(&m_signals, &signal) != 0 || m_closing) return;
    if (m_stop.stop_requested()) std::_Exit(kExitCancelled);
    m_stop.request_stop();
  }
}

}  // namespace noiseloom::cli
