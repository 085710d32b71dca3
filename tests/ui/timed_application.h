#pragma once

#include <QApplication>
#include <QString>
#include <vector>

namespace noiseloom {

/// What one event may take of the window's thread in a test, in milliseconds of processor time. The rule is a frame, 16
/// ms, and the soak and the bench hold the window to it on a quiet machine. On a busy one neighbours empty the caches
/// and take the other half of a core: three frames, so that a test fails by what the window does.
inline constexpr double kMostEventMilliseconds = 48;

/// An application that measures how long the window's thread works on one event: processor time of the thread, so that
/// other programs on a busy machine do not count, and time on the clock, so that waiting does. Events inside a menu
/// that runs its own loop count by themselves, not towards the event that opened the menu. Keys and clicks for a window
/// behind a modal dialog get lost, as those of a person do.
class TimedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

  struct Longest {
    double processorMilliseconds = 0;
    double clockMilliseconds = 0;
    QString receiver;  ///< class, and object name or text where it has one
    int eventType = 0;
  };
  /// The longest event since the last call.
  Longest takeLongest();
  /// Events of this object are a test's own work and are not measured.
  void ignore(const QObject& driver) { m_driver = &driver; }

 private:
  /// An event that is being worked on.
  struct Running {
    int loopLevel = 0;
    double nestedProcessor = 0;  ///< of what a loop inside has worked on
    double nestedClock = 0;
  };
  std::vector<Running> m_running;
  const QObject* m_driver = nullptr;
  Longest m_longest;
};

}  // namespace noiseloom
