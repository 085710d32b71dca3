#include "tests/ui/timed_application.h"

#include <QAction>
#include <QElapsedTimer>
#include <QEvent>
#include <QInputEvent>
#include <QPointer>
#include <QThread>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "tests/processor_time.h"

namespace noiseloom {
namespace {

QString nameOf(const QObject& object) {
  QString name = QString::fromLatin1(object.metaObject()->className());
  if (!object.objectName().isEmpty()) name += QStringLiteral(" ") + object.objectName();
  if (const auto* action = qobject_cast<const QAction*>(&object)) name += QStringLiteral(" ") + action->text();
  return name;
}

// What a test posts would reach a window behind a modal dialog as well, where no key and no click of a person does.
bool isBlocked(const QObject& receiver, const QEvent& event) {
  if (!dynamic_cast<const QInputEvent*>(&event) || !receiver.isWidgetType()) return false;
  const QWidget* const modal = QApplication::activeModalWidget();
  const QWidget* window = static_cast<const QWidget&>(receiver).window();
  if (!modal || window->windowType() == Qt::Popup) return false;
  while (window && window != modal) window = window->parentWidget() ? window->parentWidget()->window() : nullptr;
  return !window;
}

}  // namespace

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
  if (isBlocked(*receiver, *event)) return true;
  const int level = QThread::currentThread()->loopLevel();
  const bool partOfAnother = !m_running.empty() && level <= m_running.back().loopLevel;
  if (partOfAnother || receiver == m_driver) return QApplication::notify(receiver, event);
  // The receiver may be gone afterwards.
  const QPointer<QObject> kept = receiver;
  const char* const className = receiver->metaObject()->className();
  const int type = event->type();
  QElapsedTimer clock;
  clock.start();
  const double before = threadSeconds();
  m_running.push_back({level});
  const bool result = QApplication::notify(receiver, event);
  const Running own = m_running.back();
  m_running.pop_back();
  const double processor = 1e3 * (threadSeconds() - before);
  const double elapsed = 1e-6 * static_cast<double>(clock.nsecsElapsed());
  if (!m_running.empty()) {
    m_running.back().nestedProcessor += processor;
    m_running.back().nestedClock += elapsed;
  }
  const double spent = processor - own.nestedProcessor;
  m_longest.clockMilliseconds = std::max(m_longest.clockMilliseconds, elapsed - own.nestedClock);
  if (spent > m_longest.processorMilliseconds) {
    m_longest.processorMilliseconds = spent;
    m_longest.receiver = kept ? nameOf(*kept) : QString::fromLatin1(className);
    m_longest.eventType = type;
  }
  return result;
}

TimedApplication::Longest TimedApplication::takeLongest() {
  return std::exchange(m_longest, {});
}

}  // namespace noiseloom
