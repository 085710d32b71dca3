#pragma once

#include <QElapsedTimer>
#include <QLineEdit>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>
#include <functional>
#include <map>
#include <random>

#include "tests/ui/soak_checks.h"
#include "tests/ui/soak_errands.h"
#include "tests/ui/timed_application.h"

class QAction;
class QMenu;

namespace noiseloom {

class LiveSolver;
class MainWindow;

/// Does one random thing after another in a window, and looks after each whether all is well. What it does arrives
/// through the event loop, as from a person: menus and dialogs that run loops of their own do not stop it.
class SoakMonkey : public QObject {
  Q_OBJECT

 public:
  /// Files go into `folder`.
  SoakMonkey(TimedApplication& application, MainWindow& window, unsigned long long seed, const QString& folder);

  /// Processor time that one event may take; longer ones are counted, and fail the soak in the end.
  void setLimit(double milliseconds) { m_limit = milliseconds; }
  /// Memory that the process may hold beside what its solver may take; 0: any.
  void setMemoryLimit(double bytes) { m_memoryLimit = bytes; }
  void start();
  void stop() {
    m_timer.stop();
    m_errands.abandon();
  }
  /// A slider that it holds moves on for a moment after it was told to stop.
  bool isDragging() const { return m_dragging; }
  int actions() const { return m_actions; }
  /// Events that took too long, by kind.
  struct Offence {
    int count = 0;
    double worst = 0;
  };
  const std::map<QString, Offence>& offences() const { return m_offences; }
  /// Something that Qt complained about.
  void complain(const QString& message) { m_complaint = message; }
  double mostBytes() const { return m_mostBytes; }

 signals:
  void failed(const QString& reason);

 public slots:
  void swallowUrl(const QUrl&) {}

 private:
  using Act = std::function<void()>;
  void tick();
  bool lookAround();
  QWidget* stage();
  void act();
  void goOnWithErrand();
  std::optional<QString> entryLost();
  void actOnPopup(QWidget& popup);
  void leaveDialog(QWidget& dialog);

  void chooseMenuEntry();
  void typeText();
  void moveSlider();
  void chooseFromList();
  void clickButton();
  void useMouse();
  void pressKeys();
  void undoOrRedo();
  void resizeWindow();
  void editNumber();
  void useTable();
  void loseFocus();

  template <class Widget>
  Widget* any();
  int below(int count) {
    return static_cast<int>(std::uniform_int_distribution<>(0, std::max(0, count - 1))(m_random));
  }
  bool chance(int percent) { return below(100) < percent; }
  QString text();
  void trigger(QAction& action);
  void collect(const QMenu& menu, QList<QAction*>& actions);
  void key(QWidget& widget, int key, Qt::KeyboardModifiers modifiers = {}, const QString& text = {});
  void mouse(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons);
  void type(QLineEdit& edit, const QString& text);
  QPointF placeIn(const QWidget& widget);
  void note(const QString& what);
  /// A field takes its text over after a pause, or when it loses the keyboard.
  void isTyping(QLineEdit& edit);

  TimedApplication& m_application;
  MainWindow& m_window;
  SoakChecks m_checks;
  std::mt19937_64 m_random;
  SoakErrands m_errands;
  QTimer m_timer;
  int m_actions = 0;
  int m_inDialog = 0;  ///< actions since the dialog in front has come
  bool m_edited = false;
  bool m_dragging = false;
  QPointer<QLineEdit> m_typedInto;
  std::map<const QLineEdit*, qint64> m_typing;  ///< until when a field may not have taken its text over yet
  QElapsedTimer m_clock;
  QString m_expected;  ///< what m_typedInto must read at the next look
  bool m_expects = false;
  bool m_arrived = true;           ///< all keys of the last text are with its field
  std::optional<Field> m_entered;  ///< the field of m_typedInto, after Enter
  double m_limit = 16;
  double m_memoryLimit = 0;
  double m_mostBytes = 0;
  double m_solverBytes = 0;  ///< the most that solving for a scenario seen so far may take
  QString m_last;
  QString m_complaint;
  std::map<QString, Offence> m_offences;
};

}  // namespace noiseloom
