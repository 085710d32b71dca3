#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace noiseloom {

/// A frame in the accent colour around a widget of the window, which follows it through layout changes, scrolling and
/// tab changes. Frames only the visible part of the widget; lies above the window and accepts neither clicks nor the
/// keyboard focus.
class HighlightFrame : public QWidget {
  Q_OBJECT

 public:
  /// `window` is the widget that the frame lies above.
  explicit HighlightFrame(QWidget* window);

  /// Frames another widget of the window, or none if nullptr.
  void setTarget(QWidget* target);
  QWidget* target() const { return m_target; }
  /// The visible part of the target, in window coordinates; empty if none of it is visible.
  QRect visiblePart() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void watch(bool on);
  void place();

  QWidget* m_window;
  QPointer<QWidget> m_target;
  QList<QPointer<QWidget>> m_watched;  ///< the target and all its ancestors
  QTimer m_soon;
};

}  // namespace noiseloom
