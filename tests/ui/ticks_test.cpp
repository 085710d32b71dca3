#include "ui/plots/canvas/ticks.h"

#include <cmath>
#include <limits>

#include "tests/matchers.h"

namespace noiseloom {
namespace {

std::vector<std::string> labelsOf(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks) labels.push_back(tick.label.toStdString());
  return labels;
}

TEST(Ticks, LinearOnesAreRoundAndAligned) {
  EXPECT_THAT(labelsOf(linearTicks(0, 1)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labelsOf(linearTicks(-0.3, 1.1, 5)), ElementsAre("0.0", "0.5", "1.0"));
  EXPECT_THAT(labelsOf(linearTicks(-2.4, 2.4)), ElementsAre("−2", "−1", "0", "1", "2"));
  EXPECT_THAT(labelsOf(linearTicks(0, 2e-5, 3)), ElementsAre("0", "10⁻⁵", "2·10⁻⁵"));
}

TEST(Ticks, LargeNumbersAreWrittenAlikeOnEveryAxis) {
  EXPECT_THAT(labelsOf(integerTicks(0, 999'999, 5)), ElementsAre("0", "2·10⁵", "4·10⁵", "6·10⁵", "8·10⁵"));
  EXPECT_THAT(labelsOf(linearTicks(0, 1e6, 6)), ElementsAre("0", "2·10⁵", "4·10⁵", "6·10⁵", "8·10⁵", "10⁶"));
  EXPECT_THAT(labelsOf(logTicks(4, 6, 3)), ElementsAre("10\u202f000", "10⁵", "10⁶"));
  EXPECT_THAT(labelsOf(integerTicks(0, 90'000, 4)), ElementsAre("0", "50\u202f000"));
}

// Neighbours read differently, and nobody counts decimals of a power of ten.
TEST(Ticks, FarFromZeroAllDigitsAreWritten) {
  EXPECT_THAT(labelsOf(integerTicks(1'000'000, 1'000'400, 5)),
              ElementsAre("1\u202f000\u202f000", "1\u202f000\u202f100", "1\u202f000\u202f200", "1\u202f000\u202f300",
                          "1\u202f000\u202f400"));
  EXPECT_THAT(labelsOf(linearTicks(-2'000'400, -2'000'000, 3)),
              ElementsAre("−2\u202f000\u202f400", "−2\u202f000\u202f200", "−2\u202f000\u202f000"));
  EXPECT_THAT(labelsOf(linearTicks(7.9999, 8.0001, 4)), ElementsAre("7.9999", "8.0000", "8.0001"));
}

TEST(Ticks, IntegerOnesNeverShowFractions) {
  EXPECT_THAT(labelsOf(integerTicks(-0.5, 3.5)), ElementsAre("0", "1", "2", "3"));
  EXPECT_THAT(labelsOf(integerTicks(0, 2000, 5)), ElementsAre("0", "500", "1000", "1500", "2000"));
}

TEST(Ticks, LogarithmicOnesAreAtLog10OfTheirLabel) {
  const std::vector<Tick> ticks = logTicks(0, 2);
  EXPECT_THAT(labelsOf(ticks), ElementsAre("1", "2", "5", "10", "20", "50", "100"));
  EXPECT_NEAR(ticks[1].position, std::log10(2.0), 1e-12);
  EXPECT_THAT(labelsOf(logTicks(-7, -1, 4)), ElementsAre("10⁻⁶", "10⁻⁴", "0.01"));
  EXPECT_THAT(labelsOf(logTicks(std::log10(1.02), std::log10(1.13), 6)),
              ElementsAre("1.02", "1.04", "1.06", "1.08", "1.10", "1.12"));
}

TEST(Ticks, AreNeverMoreThanAskedForAndAlwaysInside) {
  for (const double least : {-9.0, -3.3, 0.0, 0.7, 2.0}) {
    for (const double width : {0.01, 0.2, 1.0, 2.5, 4.0, 9.0, 17.0}) {
      for (const int most : {2, 3, 5, 7}) {
        for (const auto& ticks : {linearTicks(least, least + width, most), integerTicks(least, least + width, most),
                                  logTicks(least, least + width, most)}) {
          EXPECT_LE(static_cast<int>(ticks.size()), most) << least << " " << width << " " << most;
          for (const Tick& tick : ticks) {
            EXPECT_GE(tick.position, least - 1e-6);
            EXPECT_LE(tick.position, least + width + 1e-6);
          }
        }
        EXPECT_GE(logTicks(least, least + width, 7).size(), 2U) << least << " " << width;
      }
    }
  }
}

TEST(Ticks, EmptyForAnEmptyOrImpossibleRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(linearTicks(1, 1).empty());
  EXPECT_TRUE(linearTicks(2, 1).empty());
  EXPECT_TRUE(logTicks(0, kInfinity).empty());
  EXPECT_TRUE(integerTicks(std::nan(""), 1).empty());
}

}  // namespace
}  // namespace noiseloom
