#include "core/base/expression.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace noiseloom {
namespace {

double valueOf(std::string_view text) {
  const ExpressionResult result = evaluateExpression(text);
  EXPECT_TRUE(result) << text << ": " << result.error;
  return result.value.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string errorOf(std::string_view text) {
  const ExpressionResult result = evaluateExpression(text);
  EXPECT_FALSE(result) << text << " = " << result.value.value_or(0);
  EXPECT_NE(result.error, "") << text;
  return result.error.english();
}

TEST(Expression, ReadsPlainAndScientificNumbers) {
  EXPECT_EQ(valueOf("2000"), 2000);
  EXPECT_EQ(valueOf(" 0.5 "), 0.5);
  EXPECT_EQ(valueOf(".5"), 0.5);
  EXPECT_EQ(valueOf("1e-6"), 1e-6);
  EXPECT_EQ(valueOf("2.5E3"), 2500);
  EXPECT_EQ(valueOf("-3"), -3);
  EXPECT_EQ(valueOf("+3"), 3);
}

TEST(Expression, CalculatesWithTheUsualPrecedence) {
  EXPECT_EQ(valueOf("50000*20/500"), 2000);
  EXPECT_EQ(valueOf("2+3*4"), 14);
  EXPECT_EQ(valueOf("(2+3)*4"), 20);
  EXPECT_EQ(valueOf("10-4-3"), 3);
  EXPECT_EQ(valueOf("100/5/4"), 5);
  EXPECT_EQ(valueOf("2^14"), 16384);
  EXPECT_EQ(valueOf("2^3^2"), 512);
  EXPECT_EQ(valueOf("-2^2"), -4);
  EXPECT_EQ(valueOf("2^-1"), 0.5);
  EXPECT_EQ(valueOf("2*-3"), -6);
}

TEST(Expression, UnderstandsSuffixesAndTypographicSigns) {
  EXPECT_EQ(valueOf("50k"), 50e3);
  EXPECT_EQ(valueOf("1.5M"), 1.5e6);
  EXPECT_EQ(valueOf("2G"), 2e9);
  EXPECT_EQ(valueOf("1T"), 1e12);
  EXPECT_EQ(valueOf("2k*3"), 6000);
  EXPECT_EQ(valueOf("16Ki"), 16384);
  EXPECT_EQ(valueOf("1.5Mi"), 1.5 * 1048576);
  EXPECT_EQ(valueOf("16GiB"), 16.0 * 1073741824);
  EXPECT_EQ(valueOf("80 GB"), 80e9);
  EXPECT_EQ(valueOf("2 Ti"), 2.0 * 1099511627776);
  EXPECT_EQ(valueOf("2×3"), 6);
  EXPECT_EQ(valueOf("6÷3"), 2);
  EXPECT_EQ(valueOf("5−3"), 2);
  EXPECT_EQ(valueOf("4x5"), 20);
}

TEST(Expression, IgnoresGroupsOfDigits) {
  EXPECT_EQ(valueOf("50 000"), 50000);
  EXPECT_EQ(valueOf("1_000_000"), 1e6);
  EXPECT_EQ(valueOf("50\u202f000"), 50000);
}

TEST(Expression, SaysWhatItCannotRead) {
  EXPECT_EQ(errorOf(""), "nothing is entered");
  EXPECT_EQ(errorOf("   "), "nothing is entered");
  EXPECT_EQ(errorOf("50,000"), "a comma is no decimal point");
  EXPECT_EQ(errorOf("1/0"), "division by zero");
  EXPECT_EQ(errorOf("(1+2"), "a bracket is not closed");
  EXPECT_EQ(errorOf("2*"), "the expression ends too early");
  EXPECT_EQ(errorOf("abc"), "“abc” is not understood here");
  EXPECT_EQ(errorOf("3€"), "“€” is not understood here");
  EXPECT_EQ(errorOf("nan"), "“nan” is not understood here");
  EXPECT_EQ(errorOf("inf"), "“inf” is not understood here");
  EXPECT_EQ(errorOf("2 3.5.1"), "“.” is not understood here");
  EXPECT_EQ(errorOf("5m"), "“m” is not understood here");  // milli or mega: nobody could tell
  EXPECT_EQ(errorOf("5Kii"), "“i” is not understood here");
  EXPECT_EQ(errorOf("5kk"), "“k” is not understood here");
  EXPECT_EQ(errorOf("0x8"), "“x” is not understood here");
}

TEST(Expression, NeverReturnsAValueThatIsNotFinite) {
  EXPECT_EQ(errorOf("1e999"), "the number is too large or too small");
  EXPECT_EQ(errorOf("10^999"), "the number is too large");
  EXPECT_EQ(errorOf("1e300*1e300"), "the number is too large");
  EXPECT_EQ(errorOf("(-2)^0.5"), "the result is not a number");
  EXPECT_EQ(errorOf("0/0"), "division by zero");
}

TEST(Expression, BoundsHostileInput) {
  EXPECT_EQ(errorOf(std::string(300, '1')), "longer than 256 characters");
  EXPECT_EQ(errorOf(std::string(200, '(') + "1"), "too many nested brackets or signs");
  EXPECT_EQ(errorOf(std::string(200, '-') + "1"), "too many nested brackets or signs");
  EXPECT_EQ(errorOf(std::string_view("1\0"
                                     "2",
                                     3))
                .substr(0, 3),
            "“");
}

}  // namespace
}  // namespace noiseloom
