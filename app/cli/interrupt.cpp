#include "app/cli/interrupt.h"

#include <semaphore.h>
#include <unistd.h>

#include <cerrno>
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
  sigaction(SIGHUP, nullptr, &m_hangUp);
  const bool ignored = m_hangUp.sa_handler == SIG_IGN;
  if (!ignored) sigaction(SIGHUP, &action, nullptr);
  m_outlivesParent = ignored || getsid(0) == getpid();
  m_thread = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  m_closing = true;
  sem_post(&wishes);
  m_thread.join();
  sigaction(SIGINT, &m_interrupt, nullptr);
  sigaction(SIGTERM, &m_terminate, nullptr);
  sigaction(SIGHUP, &m_hangUp, nullptr);
  sem_destroy(&wishes);
}

// A signal, or the end of the parent, which is asked for now and then: the kernel's own word for it would come with
// the end of the thread that started this process, too. False where the wait was interrupted.
bool Interrupt::waitForWish() const {
  if (m_outlivesParent || m_stop.stop_requested()) return sem_wait(&wishes) == 0;
  constexpr time_t kSeconds = 1;
  timespec until{};
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += kSeconds;
  if (sem_clockwait(&wishes, CLOCK_MONOTONIC, &until) == 0) return true;
  return errno == ETIMEDOUT && getppid() != m_parent;
}

void Interrupt::wait() {
  // Wrappers such as timeout(1) signal the process and then its whole group: one wish that arrives twice.
  constexpr auto kSameWish = std::chrono::milliseconds(500);
  std::chrono::steady_clock::time_point first;
  for (;;) {
    if (!waitForWish()) continue;
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
