#include "ui/jobs/newest_job.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QThread>
#include <atomic>

#include "tests/ui/window_fixture.h"
#include "ui/jobs/free_elsewhere.h"

namespace noiseloom {
namespace {

using namespace std::chrono_literals;

void workUntilStopped(const std::stop_token& stop) {
  while (!stop.stop_requested()) QThread::msleep(1);
}

TEST(NewestJob, DeliversInTheWindowsThread) {
  NewestJob job;
  QThread* worked = nullptr;
  QThread* delivered = nullptr;
  job.start([&](const std::stop_token&) -> NewestJob::Delivery {
    worked = QThread::currentThread();
    return [&] { delivered = QThread::currentThread(); };
  });
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  EXPECT_NE(worked, delivered);
  EXPECT_EQ(delivered, QThread::currentThread());
}

TEST(NewestJob, OnlyTheNewestOfManyRequestsRuns) {
  NewestJob job;
  std::vector<int> ran;
  std::vector<int> delivered;
  std::atomic<int> atOnce = 0;
  for (int i = 0; i < 20; ++i) {
    job.start([&, i](const std::stop_token& stop) -> NewestJob::Delivery {
      EXPECT_EQ(++atOnce, 1);
      ran.push_back(i);
      if (i < 19) workUntilStopped(stop);
      --atOnce;
      return [&, i] { delivered.push_back(i); };
    });
  }
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  EXPECT_EQ(ran, (std::vector<int>{0, 19}));
  EXPECT_EQ(delivered, std::vector<int>{19});
}

TEST(NewestJob, PatienceLetsShortWorkFinishAndStopsLongWork) {
  NewestJob job;
  std::vector<int> delivered;
  const auto deliver = [&](int i) -> NewestJob::Delivery { return [&delivered, i] { delivered.push_back(i); }; };
  job.start([&](const std::stop_token&) {
    QThread::msleep(20);
    return deliver(1);
  });
  job.start(
      [&](const std::stop_token& stop) {
        workUntilStopped(stop);
        return deliver(2);
      },
      10min);
  ASSERT_TRUE(waitFor([&] { return delivered.size() == 1; }));
  job.start([&](const std::stop_token&) { return deliver(3); }, 50ms);
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  EXPECT_EQ(delivered, (std::vector<int>{1, 3}));
}

TEST(NewestJob, CancelKeepsTheDeliveryAndDropsWhatWaits) {
  NewestJob job;
  bool first = false;
  bool second = false;
  job.start([&](const std::stop_token& stop) -> NewestJob::Delivery {
    workUntilStopped(stop);
    return [&] { first = true; };
  });
  job.start([&](const std::stop_token&) -> NewestJob::Delivery { return [&] { second = true; }; }, 10'000ms);
  job.cancel();
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
}

TEST(NewestJob, ExceptionsBecomeMessages) {
  NewestJob job;
  QSignalSpy failed(&job, &NewestJob::failed);
  job.start([](const std::stop_token&) -> NewestJob::Delivery { throw std::runtime_error("no space left"); });
  ASSERT_TRUE(waitFor([&] { return !job.running(); }));
  ASSERT_EQ(failed.size(), 1);
  EXPECT_EQ(failed.front().front().toString(), QStringLiteral("no space left"));
}

TEST(FreedElsewhere, GoesInAWorkerOnceNobodyHasIt) {
  struct Watched {
    std::atomic<QThread*>* freedIn;
    ~Watched() { *freedIn = QThread::currentThread(); }
  };
  std::atomic<QThread*> freedIn = nullptr;
  auto value = freedElsewhere(std::make_shared<Watched>(&freedIn));
  auto other = value;
  value.reset();
  QThreadPool::globalInstance()->waitForDone();
  EXPECT_EQ(freedIn, nullptr);
  other.reset();
  QThreadPool::globalInstance()->waitForDone();
  EXPECT_NE(freedIn, nullptr);
  EXPECT_NE(freedIn, QThread::currentThread());
}

TEST(NewestJob, DestructionStopsAndJoinsWithoutDelivering) {
  bool delivered = false;
  std::atomic<bool> ended = false;
  {
    NewestJob job;
    job.start([&](const std::stop_token& stop) -> NewestJob::Delivery {
      workUntilStopped(stop);
      ended = true;
      return [&] { delivered = true; };
    });
  }
  EXPECT_TRUE(ended);
  waitFor([] { return false; }, 20);
  EXPECT_FALSE(delivered);
}

}  // namespace
}  // namespace noiseloom
