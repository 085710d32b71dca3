#include "core/base/run_control.h"

#include <gtest/gtest.h>

#include <vector>

namespace noiseloom {
namespace {

TEST(RunControl, PartsMapTheirProgressIntoTheWhole) {
  std::vector<double> seen;
  RunControl whole;
  whole.onProgress = [&](const Progress& progress) { seen.push_back(progress.fraction); };
  const RunControl second = whole.part(0.5, 1.0);
  second.report(0.0, std::string("second half"));
  second.part(0.5, 1.0).report(1.0, std::string("last quarter"));
  EXPECT_EQ(seen, (std::vector<double>{0.5, 1.0}));
}

TEST(RunControl, PartsShareTheStop) {
  std::stop_source source;
  RunControl whole;
  whole.stop = source.get_token();
  const RunControl part = whole.part(0, 0.5);
  EXPECT_FALSE(part.stopRequested());
  source.request_stop();
  EXPECT_TRUE(part.stopRequested());
}

TEST(RunControl, PartsPassTheTraceAndChangesAddUp) {
  std::vector<TracePoint> seen;
  RunControl whole;
  whole.onTrace = [&](const TracePoint& point) { seen.push_back(point); };
  const RunControl doubled = whole.withTrace([](TracePoint& point) { point.objective *= 2; });
  doubled.part(0.5, 1).withTrace([](TracePoint& point) { point.evaluations += 7; }).trace({1, 3, 5, 0.5, 0.25});
  EXPECT_EQ(seen, (std::vector<TracePoint>{{1, 10, 10, 0.5, 0.25}}));
  // Nobody listens: nothing happens.
  RunControl{}.withTrace([](TracePoint&) { FAIL(); }).part(0, 1).trace({});
}

}  // namespace
}  // namespace noiseloom
