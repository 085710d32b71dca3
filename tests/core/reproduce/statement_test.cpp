#include "core/reproduce/statement.h"

#include <gtest/gtest.h>

namespace noiseloom {
namespace {

TEST(Statement, APrintedNumberHoldsToHalfItsLastDigit) {
  const Statement near = printedNumber("sigma", 0.652, 0.0005, 0.65244);
  EXPECT_TRUE(near.holds());
  EXPECT_EQ(near.verdict(), "agrees");
  EXPECT_EQ(near.printed, "0.652");
  EXPECT_EQ(near.foundText(), "0.65244");
  EXPECT_EQ(near.difference(), "+0.067 %");
  EXPECT_FALSE(printedNumber("sigma", 0.652, 0.0005, 0.6531).holds());
}

TEST(Statement, LimitsAreOneSided) {
  EXPECT_TRUE(atMost("a", "at most 2", 2, -50).holds());
  EXPECT_FALSE(atMost("a", "at most 2", 2, 2.1).holds());
  EXPECT_TRUE(atLeast("a", "at least 2", 2, 50).holds());
  EXPECT_FALSE(atLeast("a", "at least 2", 2, 1.9).holds());
  EXPECT_EQ(atLeast("a", "at least 2", 2, 50).difference(), "");
}

// A reason stands only where it is needed: one that has become stale is no longer there, and one that is missing shows.
TEST(Statement, AReasonExplainsWhatDoesNotHold) {
  const Statement known = atMost("a", "at most 2", 2, 3).because("their optimiser stopped early");
  EXPECT_FALSE(known.holds());
  EXPECT_TRUE(known.explained());
  EXPECT_EQ(known.verdict(), "does not agree: their optimiser stopped early");
  EXPECT_EQ(Statement(atMost("a", "at most 2", 2, 1).because("no longer")).reason, "");
  EXPECT_FALSE(atMost("a", "at most 2", 2, 3).explained());
}

TEST(Statement, NumbersAreShortWithAPoint) {
  EXPECT_EQ(significant(0.48152, 4), "0.4815");
  EXPECT_EQ(significant(2000), "2000");
  EXPECT_EQ(significant(1e-8), "1e-08");
  EXPECT_EQ(significant(-0.0), "0");
}

}  // namespace
}  // namespace noiseloom
