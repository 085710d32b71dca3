#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace noiseloom {

/// A quiet frame in the accent colour around a widget of the window, wherever that moves: when the layout changes,
/// something scrolls or a tab comes to the front. Only what is visible of the widget is framed. It lies over the window
/// and takes neither clicks nor the keyboard focus.
class HighlightFrame : public QWidget {
  Q_OBJECT

 public:
  /// `window`: what the frame lies over.
  explicit HighlightFrame(QWidget* window);

  /// Frames another widget of the window, or none.
  void setTarget(QWidget* target);
  QWidget* target() const { return m_target; }
  /// The part of the target that can be seen, in coordinates of the window; empty when nothing of it can.
  QRect visiblePart() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void watch(bool on);
  void place();

  QWidget* m_window;
  QPointer<QWidget> m_target;
  QList<QPointer<QWidget>> m_watched;  ///< the target and all that it lies in
  QTimer m_soon;
};

}  // namespace noiseloom
