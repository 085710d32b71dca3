#include "core/monte_carlo/lane_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/aligned_buffer.h"

namespace noiseloom {
namespace {

TEST(LaneRows, MovedRowsAreThoseAppendedOneByOne) {
  const std::vector<double> values{0.3, -1.5, 2.25};
  const std::vector<double> others{1, 0.125};
  for (const Index moved : {0, 1, 3, 6, 7, 8, 21}) {
    for (const Index before : {0, 1, 2, 5}) {
      LaneRows together, single;
      for (Index row = 0; row < before; ++row) {
        together.append(row, others);
        single.append(row, others);
      }
      together.append(before, values);
      for (Index row = 0; row < moved; ++row) together.appendMoved();
      for (Index row = 0; row <= moved; ++row) single.append(before + row, values);
      together.append(before, others);
      single.append(before, others);
      together.finish();
      single.finish();
      EXPECT_EQ(together.work(), single.work());
      const Index rows = before + moved + 2;
      AlignedBuffer in(static_cast<std::size_t>((rows + 3) * kLanes));
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1 / static_cast<double>(i % 97 + 1);
      AlignedBuffer one(static_cast<std::size_t>(rows * kLanes)), other(one.size());
      together.multiply(in.data(), one.data());
      single.multiply(in.data(), other.data());
      EXPECT_TRUE(std::equal(one.data(), one.data() + one.size(), other.data())) << moved << " after " << before;
    }
  }
}

}  // namespace
}  // namespace noiseloom
