#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QSet>
#include <QThread>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "tests/processor_time.h"
#include "ui/jobs/job_watch.h"

namespace noiseloom {

/// An application that says when a widget has been painted and the frame it belongs to is complete, and what each part
/// of the program has cost.
class PaintWatch : public QApplication {
 public:
  PaintWatch(int& argc, char** argv) : QApplication(argc, argv) {
    onJobWork = [this](const QString& job, bool begins) {
      static thread_local double begun = 0;
      if (begins) {
        begun = threadSeconds();
      } else {
        add("worker: " + (job.isEmpty() ? std::string("other") : job.toStdString()), threadSeconds() - begun);
      }
    };
  }
  ~PaintWatch() override { onJobWork = {}; }
  Q_DISABLE_COPY_MOVE(PaintWatch)

  void watch(const QWidget& widget) { m_watched.insert(&widget); }
  /// Called in the window's thread with every watched widget of a frame, once the frame is complete.
  std::function<void(const QWidget&)> onPainted;

  /// Processor time of one event, in seconds, beside those that it holds, and by part since the last call.
  struct Cost {
    double longestEvent = 0;
    std::string longest;
    std::map<std::string, double> parts;
  };
  Cost takeCost() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_cost, {});
  }
  void add(const std::string& part, double seconds) {
    const std::lock_guard lock(m_mutex);
    m_cost.parts[part] += seconds;
  }

  bool notify(QObject* receiver, QEvent* event) override {
    if (QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
    const bool paints = event->type() == QEvent::Paint && m_watched.contains(receiver);
    const std::string part = partOf(*receiver, event->type());
    const double outerInner = std::exchange(m_inner, 0);
    const double before = threadSeconds();
    ++m_depth;
    const bool result = QApplication::notify(receiver, event);
    --m_depth;
    const double all = threadSeconds() - before;
    add(part, all - m_inner);
    m_inner = outerInner + all;
    if (paints) m_frame.insert(static_cast<const QWidget*>(receiver));
    if (m_depth > 0) return result;
    m_inner = 0;
    if (all > m_cost.longestEvent) {
      m_cost.longestEvent = all;
      m_cost.longest = part;
    }
    for (const QWidget* widget : std::exchange(m_frame, {})) {
      if (onPainted) onPainted(*widget);
    }
    return result;
  }

 private:
  static std::string partOf(const QObject& receiver, QEvent::Type type) {
    const std::string name = receiver.metaObject()->className();
    switch (type) {
      case QEvent::Paint: return "painting " + name;
      case QEvent::UpdateRequest: return "painting, all of the window";
      case QEvent::LayoutRequest:
      case QEvent::Resize:
      case QEvent::Move: return "layout";
      case QEvent::Timer: {
        const auto* timer = qobject_cast<const QTimer*>(&receiver);
        if (timer && timer->interval() == 0) return "drawing plots in their turn";
        return "timer of " +
               std::string((timer && timer->parent() ? timer->parent() : &receiver)->metaObject()->className());
      }
      case QEvent::MetaCall: return "call to " + name;
      default: return "other events";
    }
  }

  QSet<const QObject*> m_watched;
  QSet<const QWidget*> m_frame;
  int m_depth = 0;
  double m_inner = 0;  ///< of events inside the one that is worked on
  std::mutex m_mutex;
  Cost m_cost;
};

}  // namespace noiseloom
