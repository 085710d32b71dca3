#pragma once

#include <QApplication>
#include <QString>

namespace noiseloom {

/// An application that measures how long the window's thread works on one event: processor time of the thread, so that
/// other programs on a busy machine do not count, and time on the clock, so that waiting does.
class TimedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;

  struct Longest {
    double processorMilliseconds = 0;
    double clockMilliseconds = 0;
    QString receiver;
    int eventType = 0;
  };
  /// The longest event since the last call.
  Longest takeLongest();

 private:
  int m_depth = 0;
  Longest m_longest;
};

}  // namespace noiseloom
