#include "app/reproduce/statement.h"

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

// A reason stands only where it is needed, and only as far as what it predicts comes true.
TEST(Statement, AReasonExplainsWhatItPredicts) {
  const Statement known = atMost("a", "at most 2", 2, 3).because("their optimiser stopped early", {2.5, 3.5});
  EXPECT_FALSE(known.holds());
  EXPECT_TRUE(known.explained());
  EXPECT_TRUE(known.accounted());
  EXPECT_EQ(known.verdict(), "does not agree: their optimiser stopped early (predicts 2.5 to 3.5)");
  const Statement wrong = atMost("a", "at most 2", 2, 30).because("their optimiser stopped early", {2.5, 3.5});
  EXPECT_FALSE(wrong.explained());
  EXPECT_FALSE(wrong.accounted());
  EXPECT_NE(wrong.verdict().find("which is not what is found"), std::string::npos);
  const Statement stale = atMost("a", "at most 2", 2, 1).because("no longer", {2.5, 3.5});
  EXPECT_EQ(stale.reason, "");
  EXPECT_TRUE(stale.accounted());
  EXPECT_FALSE(atMost("a", "at most 2", 2, 3).accounted());
}

TEST(Statement, WhatHasNoReasonSaysSo) {
  const Statement open = atMost("a", "nearly", 2, 3).unexplained();
  EXPECT_FALSE(open.explained());
  EXPECT_TRUE(open.accounted());
  EXPECT_EQ(open.verdict(), "does not hold; no reason is known");
  EXPECT_EQ(Statement(atMost("a", "nearly", 2, 1).unexplained()).verdict(), "agrees");
}

TEST(Statement, AboutIsWithinATenth) {
  EXPECT_TRUE(printedAbout("a", "about 15 %", 15, 13.6).holds());
  EXPECT_FALSE(printedAbout("a", "about 15 %", 15, 13.4).holds());
  EXPECT_FALSE(printedAbout("a", "about 15 %", 15, 16.6).holds());
  EXPECT_NE(printedAbout("a", "about 15 %", 15, 16).assumed.find("tenth"), std::string::npos);
}

TEST(Statement, OtherChoicesPredictWhereTheyEncloseThePrintedNumber) {
  EXPECT_TRUE(whereOthersEnclose(9, 17, 8, 17).contains(17));
  EXPECT_FALSE(whereOthersEnclose(9, 17, 10, 17).contains(17));
  EXPECT_FALSE(whereOthersEnclose(9, 5, 4, 8).contains(5));
}

TEST(Statement, NumbersAreShortWithAPoint) {
  EXPECT_EQ(significant(0.48152, 4), "0.4815");
  EXPECT_EQ(significant(2000), "2000");
  EXPECT_EQ(significant(1e-8), "1e-08");
  EXPECT_EQ(significant(-0.0), "0");
}

}  // namespace
}  // namespace noiseloom
