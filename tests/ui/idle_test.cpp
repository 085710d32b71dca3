#include <gtest/gtest.h>

#include <QApplication>
#include <QEventLoop>
#include <QTest>
#include <QTimerEvent>
#include <chrono>
#include <map>
#include <string>
#include <thread>

#include "tests/ui/window_fixture.h"

namespace noiseloom {
namespace {

/// Counts timer events by the class of what they go to.
class TimerCounter : public QObject {
 public:
  std::map<std::string, int> events;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Timer) {
      const QObject* owner = watched->parent() ? watched->parent() : watched;
      ++events[std::string(watched->metaObject()->className()) + " of " + owner->metaObject()->className()];
    }
    return false;
  }
};

class Idle : public WindowTest {};

TEST_F(Idle, NoTimerRunsWhenNothingHappens) {
  QTest::qWait(1500);  // settled: curves swept, pauses of typing over
  ASSERT_TRUE(waitUntilSolved());
  TimerCounter counter;
  qApp->installEventFilter(&counter);
  // Again and again, since on a busy machine it takes longer to settle; what goes on for ever shows in each.
  for (int look = 0; look == 0 || (!counter.events.empty() && look < 30); ++look) {
    counter.events.clear();
    // QTest::qWait() looks again every few milliseconds by itself; the event loop alone waits for events.
    QEventLoop loop;
    bool over = false;
    std::thread alarm([&] {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      QMetaObject::invokeMethod(&loop, [&] { over = true; });
    });
    while (!over) loop.processEvents(QEventLoop::WaitForMoreEvents);
    alarm.join();
  }
  qApp->removeEventFilter(&counter);
  for (const auto& [name, count] : counter.events) ADD_FAILURE() << count << " timer events: " << name;
}

}  // namespace
}  // namespace noiseloom
