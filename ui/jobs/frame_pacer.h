#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>

class QWidget;

namespace noiseloom {

enum class DocumentChange;
class ScenarioDocument;

/// Sheds load while a slider moves. A step of the drag is taken once the picture of the previous step is on the screen;
/// of the steps that arrive meanwhile only the newest is kept. So at most one design is in progress, nothing queues,
/// however long the drag and however busy the machine, and the screen is never more than two frames behind. Until the
/// drag rests, work that no frame needs (certificates, curves, measurements) pauses, and pictures may be coarser. Lives
/// in the window's thread.
class FramePacer : public QObject {
  Q_OBJECT

 public:
  /// The application's only pacer: there is one screen.
  static FramePacer& instance();

  /// Makes drags wait for a window's pictures until it is destroyed. `isOnScreen` says if everything visible in the
  /// window has been painted with the document's current state.
  void follow(QWidget& window, std::function<bool()> isOnScreen);
  /// Takes a step of a drag, at once if nothing is in progress; the step is dropped if `mover` is destroyed.
  void move(QObject& mover, std::function<void()> step);
  /// The slider was released, or its value is needed: takes the last step at once.
  void rest();
  bool moving() const { return m_moving; }
  /// True if a change of the document is only the first half of a frame: views that show the design too are drawn once,
  /// with the design that follows.
  bool opensFrame(const ScenarioDocument& document, DocumentChange change) const;
  /// True if a step of that mover waits.
  bool holds(const QObject& mover) const { return m_step && m_mover == &mover; }

 signals:
  void began();
  void rested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  explicit FramePacer(QObject* parent);
  void look();
  void take();

  QPointer<QWidget> m_window;
  std::function<bool()> m_isOnScreen;
  QPointer<QObject> m_mover;
  std::function<void()> m_step;  ///< the step that waits
  bool m_moving = false;
  QTimer m_poll;
  QTimer m_quiet;
  QElapsedTimer m_sinceMove;
};

}  // namespace noiseloom
