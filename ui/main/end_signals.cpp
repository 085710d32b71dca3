#include "ui/main/end_signals.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <atomic>
#include <csignal>

namespace noiseloom {
namespace {

constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};
/// The file descriptor that the handler writes to; -1: none.
std::atomic<int> wakeEnd = -1;

/// A signal handler may do little: it sends a byte to the event loop.
void onSignal(int) {
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(wakeEnd, &byte, 1);
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : kSignals) sigaction(signal, &action, nullptr);
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, m_ends) != 0) return;
  auto* notifier = new QSocketNotifier(m_ends[1], QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this] {
    char byte = 0;
    while (::read(m_ends[1], &byte, 1) == 1) {
    }
    emit ended();
  });
  wakeEnd = m_ends[0];
  handle(&onSignal);
}

EndSignals::~EndSignals() {
  if (m_ends[0] < 0) return;
  handle(SIG_DFL);
  wakeEnd = -1;
  for (const int end : m_ends) ::close(end);
}

}  // namespace noiseloom
