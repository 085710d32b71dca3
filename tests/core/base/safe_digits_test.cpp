#include "core/base/safe_digits.h"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string_view>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::size_t digitsOf(double value) {
  std::size_t digits = 0;
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  const std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  for (const char c : all.substr(0, all.find('e'))) digits += c >= '0' && c <= '9' ? 1 : 0;
  return digits;
}

TEST(SafeDigits, RoundToTheSideThatIsAskedFor) {
  EXPECT_EQ(roundedUp(1.0811618495213204, 6), 1.08117);
  EXPECT_EQ(roundedDown(1.0811618495213204, 6), 1.08116);
  EXPECT_EQ(roundedUp(9.9999991, 6), 10.0);
  EXPECT_EQ(roundedDown(9.9999996, 6), 9.99999);
  EXPECT_EQ(roundedDown(1.0000000001, 3), 1.0);
  EXPECT_EQ(roundedUp(-1.23456, 3), -1.23);
  EXPECT_EQ(roundedDown(-1.23456, 3), -1.24);
  EXPECT_EQ(roundedUp(9.9e-301, 1), 1e-300);
}

TEST(SafeDigits, LeaveWhatHasNoMoreDigits) {
  for (const double value : {0.0, 4.0, 0.1, 1e-5, 1e300, 2.5e-7, -3.25}) {
    EXPECT_EQ(roundedUp(value, 6), value);
    EXPECT_EQ(roundedDown(value, 6), value);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(roundedUp(infinity, 6), infinity);
  EXPECT_EQ(roundedDown(-infinity, 6), -infinity);
}

TEST(SafeDigits, NeverCrossTheNumberAndStayWithinAUnit) {
  std::mt19937_64 random(39);
  std::uniform_real_distribution<double> exponent(-290, 290), mantissa(1, 10);
  for (int i = 0; i < 20'000; ++i) {
    const int digits = 1 + i % 15;
    const double value = mantissa(random) * std::pow(10, std::floor(exponent(random)));
    const double up = roundedUp(value, digits), down = roundedDown(value, digits);
    ASSERT_GE(up, value);
    ASSERT_LE(down, value);
    ASSERT_LE(digitsOf(up), static_cast<std::size_t>(digits)) << shortest(up);
    ASSERT_LE(digitsOf(down), static_cast<std::size_t>(digits)) << shortest(down);
    ASSERT_LE(up - down, value * 1.05 * std::pow(10, 1 - digits));
  }
}

TEST(SafeDigits, RefuseMoreDigitsThanDecimalsKeep) {
  EXPECT_THROW(roundedUp(1, 0), InvalidArgument);
  EXPECT_THROW(roundedDown(1, 16), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
