#include "core/base/zeroed_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace noiseloom {
namespace {

TEST(ZeroedArray, IsZeroAndItsOwnWhateverItsSize) {
  // Below, at and above pages of 2 MiB, and where only a part of the array has room for one.
  for (const std::size_t size : {0U, 1U, 1000U, (1U << 19U) - 1, 1U << 19U, (5U << 19U) + 3}) {
    ZeroedArray<float> array(size);
    EXPECT_TRUE(std::all_of(array.data(), array.data() + size, [](float value) { return value == 0; })) << size;
    std::fill_n(array.data(), size, 1.0F);
    const ZeroedArray<float> other(size);
    EXPECT_TRUE(std::all_of(other.data(), other.data() + size, [](float value) { return value == 0; })) << size;
  }
}

TEST(ZeroedArray, AskingForLargePagesChangesNoValue) {
  std::vector<int> values((9U << 18U) + 7, 3);
  preferLargePages(values.data(), values.size() * sizeof(int));
  preferLargePages(values.data() + 1, 5 * sizeof(int));
  EXPECT_EQ(std::count(values.begin(), values.end(), 3), static_cast<std::ptrdiff_t>(values.size()));
}

}  // namespace
}  // namespace noiseloom
