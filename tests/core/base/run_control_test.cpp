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
  second.report(0.0, "second half");
  second.part(0.5, 1.0).report(1.0, "last quarter");
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

}  // namespace
}  // namespace noiseloom
