#include "tests/ui/timed_application.h"

#include <QElapsedTimer>
#include <QEvent>
#include <ctime>
#include <utility>

namespace noiseloom {
namespace {

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
  if (m_depth > 0) return QApplication::notify(receiver, event);
  // The receiver may be gone afterwards.
  const QString name = QString::fromLatin1(receiver->metaObject()->className());
  const int type = event->type();
  QElapsedTimer clock;
  clock.start();
  const double before = threadMilliseconds();
  ++m_depth;
  const bool result = QApplication::notify(receiver, event);
  --m_depth;
  const double spent = threadMilliseconds() - before;
  const double elapsed = 1e-6 * static_cast<double>(clock.nsecsElapsed());
  m_longest.clockMilliseconds = std::max(m_longest.clockMilliseconds, elapsed);
  if (spent > m_longest.processorMilliseconds) {
    m_longest.processorMilliseconds = spent;
    m_longest.receiver = name;
    m_longest.eventType = type;
  }
  return result;
}

TimedApplication::Longest TimedApplication::takeLongest() {
  return std::exchange(m_longest, {});
}

}  // namespace noiseloom
