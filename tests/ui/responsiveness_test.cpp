// The window's thread must answer: no single event may keep it busy for a frame (16 ms).

#include <gtest/gtest.h>

#include <QSlider>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

#include "tests/ui/timed_application.h"
#include "tests/ui/window_fixture.h"

namespace noiseloom {
namespace {

constexpr double kFrameMilliseconds = 16;

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

class Responsiveness : public WindowTest {
 protected:
  TimedApplication& application() { return *static_cast<TimedApplication*>(QCoreApplication::instance()); }
};

TEST_F(Responsiveness, DraggingASliderNeverHoldsAFrame) {
  document->reset(ScenarioDocument::defaultScenario());
  ASSERT_TRUE(waitUntilSolved());
  QTest::qWait(100);
  application().takeLongest();

  // A heartbeat of the event loop beside the drag: what the thread has worked since the last one is how long it kept
  // it waiting. On the clock other programs would count as well.
  std::vector<double> late;
  double lastBeat = threadMilliseconds();
  QTimer heartbeat;
  heartbeat.setTimerType(Qt::PreciseTimer);
  heartbeat.setInterval(4);
  QObject::connect(&heartbeat, &QTimer::timeout, &heartbeat, [&] {
    const double now = threadMilliseconds();
    late.push_back(now - std::exchange(lastBeat, now));
  });
  heartbeat.start();
  QSlider& slider = number(Field::Epsilon).slider();
  slider.setSliderDown(true);
  int designs = 0;
  QObject::connect(document.get(), &ScenarioDocument::changed, &heartbeat, [&](DocumentChange change) {
    if (change == DocumentChange::Design) ++designs;
  });
  for (int step = 0; step < 60; ++step) {
    slider.setSliderPosition(step % 2 == 0 ? step / 2 : slider.maximum() - step / 2);
    QTest::qWait(16);
  }
  slider.setSliderDown(false);
  heartbeat.stop();
  const TimedApplication::Longest longest = application().takeLongest();
  ASSERT_TRUE(waitUntilSolved());

  std::sort(late.begin(), late.end());
  ASSERT_GT(late.size(), 50U);
  const double typical = late[late.size() / 2];
  const double most95 = late[late.size() * 95 / 100];
  RecordProperty("longest_event_ms", std::to_string(longest.processorMilliseconds));
  RecordProperty("heartbeat_median_work_ms", std::to_string(typical));
  RecordProperty("heartbeat_95_work_ms", std::to_string(most95));
  std::printf(
      "longest event %.1f ms of processor time (%s, type %d), work between heartbeats: half at most %.1f ms, 95 %% at "
      "most %.1f ms, %d updates\n",
      longest.processorMilliseconds, qPrintable(longest.receiver), longest.eventType, typical, most95, designs);
  EXPECT_LT(longest.processorMilliseconds, kFrameMilliseconds)
      << longest.receiver.toStdString() << " event " << longest.eventType;
  // Also what several events take together, most of the time.
  EXPECT_LT(typical, kFrameMilliseconds);
  EXPECT_LT(most95, 2 * kFrameMilliseconds);
  EXPECT_GE(designs, 10);  // and the picture moved while dragging
}

TEST_F(Responsiveness, ASlowSolveLeavesTheWindowFree) {
  document->reset(slowScenario());
  ASSERT_TRUE(waitFor([this] { return solver->running(); }));
  QTest::qWait(100);
  application().takeLongest();
  QTest::qWait(600);
  EXPECT_TRUE(solver->running());
  const TimedApplication::Longest longest = application().takeLongest();
  EXPECT_LT(longest.processorMilliseconds, kFrameMilliseconds)
      << longest.receiver.toStdString() << " event " << longest.eventType;
}

}  // namespace
}  // namespace noiseloom
