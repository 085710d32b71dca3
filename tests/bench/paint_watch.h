#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QSet>
#include <QWidget>
#include <functional>
#include <utility>

namespace noiseloom {

/// An application that says when a widget has been painted and the frame it belongs to is complete.
class PaintWatch : public QApplication {
 public:
  using QApplication::QApplication;

  void watch(const QWidget& widget) { m_watched.insert(&widget); }
  /// Called in the window's thread with every watched widget of a frame, once the frame is complete.
  std::function<void(const QWidget&)> onPainted;

  bool notify(QObject* receiver, QEvent* event) override {
    const bool paints = event->type() == QEvent::Paint && m_watched.contains(receiver);
    ++m_depth;
    const bool result = QApplication::notify(receiver, event);
    --m_depth;
    if (paints) m_frame.insert(static_cast<const QWidget*>(receiver));
    if (m_depth == 0 && !m_frame.isEmpty()) {
      for (const QWidget* widget : std::exchange(m_frame, {})) {
        if (onPainted) onPainted(*widget);
      }
    }
    return result;
  }

 private:
  QSet<const QObject*> m_watched;
  QSet<const QWidget*> m_frame;
  int m_depth = 0;
};

}  // namespace noiseloom
