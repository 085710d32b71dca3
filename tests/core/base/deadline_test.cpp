#include "core/base/deadline.h"

#include <gtest/gtest.h>

namespace noiseloom {
namespace {

void wait(const std::stop_token& token) {
  while (!token.stop_requested()) std::this_thread::yield();
}

TEST(Deadline, ComesAfterItsStart) {
  Deadline deadline({});
  EXPECT_FALSE(deadline.token().stop_requested());
  deadline.start(1e9);
  EXPECT_FALSE(deadline.token().stop_requested());
  deadline.start(0);
  wait(deadline.token());
}

TEST(Deadline, ComesWithTheOuterStop) {
  std::stop_source outer;
  const Deadline deadline(outer.get_token());
  EXPECT_FALSE(deadline.token().stop_requested());
  outer.request_stop();
  EXPECT_TRUE(deadline.token().stop_requested());
}

}  // namespace
}  // namespace noiseloom
