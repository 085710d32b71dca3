#include "app/cli/program.h"

#include <semaphore.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stop_token>
#include <thread>

#include "app/cli/command.h"
#include "app/cli/command_line.h"
#include "core/base/memory.h"
#include "core/io/kept_noise_costs.h"

namespace noiseloom::cli {
namespace {

// Turns Ctrl-C (SIGINT) and SIGTERM into a request to stop. The first signal asks running work to end with its best so
// far; another one, half a second later or more, ends the process at once. At most one at a time. The handler only
// posts a semaphore, on which a thread of its own waits. The end of the terminal (SIGHUP) is a request to stop, too,
// unless SIGHUP is ignored, as nohup(1) has it; and so is the end of the process that started this one, as of a
// timed-out mpirun whose ranks would live on, unless SIGHUP is ignored or this process leads a session, as under
// setsid(1).
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

// Posted by the signal handler, which may run on any thread: libraries start theirs before main.
sem_t wishes;

void wish(int) {
  sem_post(&wishes);
}

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

// All output has left the program when it returns.
int run(int argc, char** argv) {
  // A file-size limit or a closed pipe then fails the write, which is reported and leaves no partial file.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  const Interrupt interrupt;
  const KeptNoiseCosts kept;
  const Outcome outcome = runCommandLine(argc, argv, interrupt.token());
  if (!outcome.note.empty()) std::fprintf(stderr, "noiseloom-cli: %s\n", outcome.note.c_str());
  // A full disk or a closed pipe shows only when the text really leaves the buffer.
  const bool written = std::fwrite(outcome.output.data(), 1, outcome.output.size(), stdout) == outcome.output.size();
  if (!written || std::fflush(stdout) != 0) {
    // A reader that has read enough, as head(1) does, takes nothing from what was done.
    if (errno == EPIPE) return outcome.exitCode;
    std::fprintf(stderr, "noiseloom-cli: cannot write to standard output: %s\n", std::strerror(errno));
    return kExitUsage;
  }
  return outcome.exitCode;
}

}  // namespace

int runProgram(int argc, char** argv) noexcept {
  keepFreedMemory();
  try {
    return run(argc, argv);
  } catch (const std::exception&) {
    // Commands catch their own errors, so that here the program itself, or its thread, had no room.
    std::fputs("noiseloom-cli: out of memory before anything was done\n", stderr);
    return kExitUsage;
  }
}

}  // namespace noiseloom::cli
