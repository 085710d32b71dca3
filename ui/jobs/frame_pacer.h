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

/// Sheds load while a slider moves. A step of the drag is taken when the picture of the step before is on the screen;
/// of those that come meanwhile only the newest is kept. So at most one design is on its way, nothing queues, however
/// long the drag and however busy the machine, and what is on the screen is never older than two frames. Until the
/// drag rests, what a frame does not need (certificates, curves, measurements) stands still and pictures may be
/// coarser. Lives in the window's thread.
class FramePacer : public QObject {
  Q_OBJECT

 public:
  /// That of the application: there is one screen.
  static FramePacer& instance();

  /// Whose pictures the drag waits for: whether all that is visible of the window has been painted as the document is.
  /// Until the window goes.
  void follow(QWidget& window, std::function<bool()> isOnScreen);
  /// A step of a drag: taken at once where nothing is on its way, and forgotten when the mover goes.
  void move(QObject& mover, std::function<void()> step);
  /// The slider was let go, or somebody needs what it stands at: the last step is taken at once.
  void rest();
  bool moving() const { return m_moving; }
  /// Whether a change of the document is only the first half of a frame: what shows the design as well is drawn once,
  /// with the design that comes.
  bool opensFrame(const ScenarioDocument& document, DocumentChange change) const;
  /// Whether a step of that mover waits.
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
  std::function<void()> m_step;  ///< what waits
  bool m_moving = false;
  QTimer m_poll;
  QTimer m_quiet;
  QElapsedTimer m_sinceMove;
};

}  // namespace noiseloom
