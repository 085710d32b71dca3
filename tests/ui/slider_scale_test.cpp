#include "ui/panels/slider_scale.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

using Series = SliderScale::Series;

std::vector<double> stopsOf(const SliderScale& scale) {
  std::vector<double> stops;
  for (int i = 0; i < scale.count(); ++i) stops.push_back(scale.value(i));
  return stops;
}

TEST(SliderScale, LandsOnValuesThatPeopleChoose) {
  EXPECT_THAT(stopsOf(SliderScale(1, 30, Series::Decimal, true)),
              testing::ElementsAre(1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30));
  EXPECT_THAT(stopsOf(SliderScale(1, 100, Series::Binary, true)),
              testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30,
                                   32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 88, 96, 100));
}

TEST(SliderScale, HasExactPowersOfTen) {
  const SliderScale scale(1e-12, 1e-2, Series::OneTwoFive, false);
  std::vector<double> expected;
  for (const char* text : {"1e-12", "2e-12", "5e-12", "1e-11"}) expected.push_back(std::stod(text));
  const std::vector<double> stops = stopsOf(scale);
  ASSERT_EQ(stops.size(), 31U);
  EXPECT_THAT(std::vector<double>(stops.begin(), stops.begin() + 4), testing::ElementsAreArray(expected));
  EXPECT_THAT(stops, testing::Contains(1e-5));
  EXPECT_THAT(stops, testing::Contains(2e-6));
}

TEST(SliderScale, IsStrictlyIncreasingWithBothEnds) {
  for (const Series series : {Series::Decimal, Series::OneTwoFive, Series::Binary}) {
    for (const auto& [least, most] :
         {std::pair(1.0, 1.0), std::pair(1.0, 2.0), std::pair(3.0, 7777.0), std::pair(1.0, 1e12)}) {
      const std::vector<double> stops = stopsOf(SliderScale(least, most, series, true));
      EXPECT_EQ(stops.front(), least);
      EXPECT_EQ(stops.back(), most);
      for (std::size_t i = 1; i < stops.size(); ++i) {
        EXPECT_GT(stops[i], stops[i - 1]);
        EXPECT_EQ(stops[i], std::floor(stops[i]));
      }
    }
  }
}

TEST(SliderScale, FindsTheNearestInRatio) {
  const SliderScale scale(1, 1000, Series::OneTwoFive, true);  // 1 2 5 10 20 50 100 200 500 1000
  EXPECT_EQ(scale.value(scale.nearest(3.1)), 2);
  EXPECT_EQ(scale.value(scale.nearest(3.2)), 5);
  EXPECT_EQ(scale.value(scale.nearest(0.001)), 1);
  EXPECT_EQ(scale.value(scale.nearest(1e9)), 1000);
  EXPECT_EQ(scale.value(scale.nearest(std::nan(""))), 1);
  for (int i = 0; i < scale.count(); ++i) EXPECT_EQ(scale.nearest(scale.value(i)), i);
}

TEST(SliderScale, RefusesARangeWithoutLogarithm) {
  EXPECT_THROW(SliderScale(0, 10, Series::Decimal, false), InvalidArgument);
  EXPECT_THROW(SliderScale(10, 1, Series::Decimal, false), InvalidArgument);
  EXPECT_THROW(SliderScale(1, 10, Series::Decimal, false).value(99), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
