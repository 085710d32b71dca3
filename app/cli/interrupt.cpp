#include "app/cli/interrupt.h"

#include <semaphore.h>

#include <chrono>
#include <cstdlib>

#include "app/cli/command.h"

namespace noiseloom::cli {

namespace {

// Posted by the signal handler, which may run on any thread: libraries start theirs before main.
sem_t wishes;

void wish(int) {
  sem_post(&wishes);
}

}  // namespace

Interrupt::Interrupt() {
  sem_init(&wishes, 0, 0);
  struct sigaction action {};
  action.sa_handler = wish;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &m_interrupt);
  sigaction(SIGTERM, &action, &m_terminate);
  m_thread = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  m_closing = true;
  sem_post(&wishes);
  m_thread.join();
  sigaction(SIGINT, &m_interrupt, nullptr);
  sigaction(SIGTERM, &m_terminate, nullptr);
  sem_destroy(&wishes);
}

void Interrupt::wait() {
  // Wrappers such as timeout(1) signal the process and then its whole group: one wish that arrives twice.
  constexpr auto kSameWish = std::chrono::milliseconds(500);
  std::chrono::steady_clock::time_point first;
  for (;;) {
    if (sem_wait(&wishes) != 0) continue;  // interrupted
    if (m_closing) return;
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
