#include "ui/panels/slider_scale.h"

#include <cmath>

#include "core/base/errors.h"
#include "tests/matchers.h"

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
              ElementsAre(1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30));
  EXPECT_THAT(stopsOf(SliderScale(1, 100, Series::Binary, true)),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32, 36, 40,
                          44, 48, 52, 56, 60, 64, 72, 80, 88, 96, 100));
}

TEST(SliderScale, HasExactPowersOfTen) {
  const SliderScale scale(1e-12, 1e-2, Series::OneTwoFive, false);
  std::vector<double> expected;
  for (const char* text : {"1e-12", "2e-12", "5e-12", "1e-11"}) expected.push_back(std::stod(text));
  const std::vector<double> stops = stopsOf(scale);
  ASSERT_EQ(stops.size(), 31U);
  EXPECT_THAT(std::vector<double>(stops.begin(), stops.begin() + 4), ElementsAreArray(expected));
  EXPECT_THAT(stops, Contains(1e-5));
  EXPECT_THAT(stops, Contains(2e-6));
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

TEST(SliderScale, StepsFromAnyValueToTheNextStop) {
  const SliderScale scale(1, 1000, Series::OneTwoFive, true);
  EXPECT_EQ(scale.stepFrom(2, true), 5);
  EXPECT_EQ(scale.stepFrom(3, true), 5);
  EXPECT_EQ(scale.stepFrom(3, false), 2);
  EXPECT_EQ(scale.stepFrom(5, false), 2);
  EXPECT_EQ(scale.stepFrom(5 * (1 + 1e-15), true), 10);  // a rounding error is no step
  EXPECT_EQ(scale.stepFrom(1000, true), 1000);
  EXPECT_EQ(scale.stepFrom(5000, true), 5000);  // what lies beyond is not pulled back
  EXPECT_EQ(scale.stepFrom(5000, false), 1000);
  EXPECT_EQ(scale.stepFrom(1, false), 1);
}

TEST(SliderScale, LeapsADecadeOrTenSteps) {
  const SliderScale wide(1, 1000, Series::OneTwoFive, true);
  EXPECT_EQ(wide.leapFrom(3, true), 30);
  EXPECT_EQ(wide.leapFrom(30, false), 3);
  EXPECT_EQ(wide.leapFrom(300, true), 1000);
  EXPECT_EQ(wide.leapFrom(1, false), 1);
  const SliderScale narrow(1, 100, Series::Binary, true);
  EXPECT_EQ(narrow.leapFrom(3, true), 13);
  EXPECT_EQ(narrow.leapFrom(95, true), 100);
}

TEST(SliderScale, MayHoldAnyStops) {
  const SliderScale scale(std::vector<double>{0, 0.5, 0.9, 1});
  EXPECT_EQ(scale.count(), 4);
  EXPECT_EQ(scale.value(scale.nearest(0)), 0);
  EXPECT_EQ(scale.value(scale.nearest(0.2)), 0);
  EXPECT_EQ(scale.value(scale.nearest(0.69)), 0.5);
  EXPECT_EQ(scale.value(scale.nearest(7)), 1);
  EXPECT_EQ(scale.stepFrom(0, true), 0.5);
  EXPECT_EQ(scale.stepFrom(0.5, false), 0);
  EXPECT_THROW(SliderScale(std::vector<double>{}), InvalidArgument);
}

TEST(SliderScale, RefusesARangeWithoutLogarithm) {
  EXPECT_THROW(SliderScale(0, 10, Series::Decimal, false), InvalidArgument);
  EXPECT_THROW(SliderScale(10, 1, Series::Decimal, false), InvalidArgument);
  EXPECT_THROW(SliderScale(1, 10, Series::Decimal, false).value(99), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
