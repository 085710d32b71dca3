#include "core/answer/arguments.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

TEST(Arguments, CountsAreExact) {
  EXPECT_EQ(parseCount("n", "2000"), 2000);
  EXPECT_EQ(parseCount("n", "+7"), 7);
  EXPECT_EQ(parseCount("n", "-3"), -3);
  EXPECT_EQ(parseCount("n", "1e6"), 1'000'000);
  EXPECT_EQ(parseCount("n", "1E+3"), 1000);
  EXPECT_EQ(parseCount("n", "1.5e3"), 1500);
  EXPECT_EQ(parseCount("n", "1.50e1"), 15);
  EXPECT_EQ(parseCount("n", "-2.5e1"), -25);
  EXPECT_EQ(parseCount("n", "2^14"), 16384);
  EXPECT_EQ(parseCount("n", "2^62"), Index{1} << 62);
  EXPECT_EQ(parseCount("n", "0^5"), 0);
  EXPECT_EQ(parseCount("n", "1^1000000000000"), 1);
  EXPECT_EQ(parseCount("n", "0e999999999"), 0);
  EXPECT_EQ(parseCount("n", "9223372036854775807"), std::numeric_limits<Index>::max());
  // Beyond 2^53 a way through double would round.
  EXPECT_EQ(parseCount("n", "9007199254740993"), 9007199254740993);
  EXPECT_EQ(parseCount("n", "9.007199254740993e15"), 9007199254740993);
}

TEST(Arguments, BytesTakeSuffixes) {
  EXPECT_EQ(parseBytes("m", "1024"), 1024);
  EXPECT_EQ(parseBytes("m", "80G"), 80'000'000'000);
  EXPECT_EQ(parseBytes("m", "80GB"), 80'000'000'000);
  EXPECT_EQ(parseBytes("m", "16Gi"), Index{16} << 30);
  EXPECT_EQ(parseBytes("m", "16GiB"), Index{16} << 30);
  EXPECT_EQ(parseBytes("m", "1.5k"), 1500);
  EXPECT_EQ(parseBytes("m", "0.5Ti"), Index{1} << 39);
  EXPECT_EQ(parseBytes("m", "2^20"), 1 << 20);
  EXPECT_EQ(parseBytes("m", "80 GB"), 80'000'000'000);
  for (const char* text : {"", "G", "Gi", "i", "B", "80X", "1e99G", "nanG", "-1G", "0G", "12i", "99999T"})
    EXPECT_THROW(parseBytes("m", text), InvalidArgument) << text;
}

TEST(Arguments, CountsThatAreNotIntegersOrDoNotFitAreRefusedByName) {
  for (const char* text : {"",
                           " ",
                           "+",
                           "-",
                           "+-3",
                           "1.5",
                           "1.5e0",
                           "1e-3",
                           "nan",
                           "inf",
                           "1e19",
                           "2^63",
                           "10^19",
                           "2^-1",
                           "-2^2",
                           "9223372036854775808",
                           "99999999999999999999999",
                           "12 ",
                           " 12",
                           "1,000",
                           "0x10",
                           "1e",
                           "e3",
                           "^2",
                           "2^",
                           "1.e3",
                           "--epochs",
                           "1e999999999999999999999"}) {
    try {
      const Index value = parseCount("iterations", text);
      ADD_FAILURE() << '"' << text << "\" was read as " << value;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.argument(), "iterations");
      EXPECT_EQ(error.value().english(), *text == '\0' ? "\"\"" : text);
      EXPECT_NE(error.allowed().english().find("integer"), std::string::npos);
    }
  }
}

TEST(Arguments, RealsAreFiniteNumbers) {
  EXPECT_EQ(parseReal("epsilon", "8"), 8.0);
  EXPECT_EQ(parseReal("epsilon", "1e-6"), 1e-6);
  EXPECT_EQ(parseReal("epsilon", "+.5"), 0.5);
  EXPECT_EQ(parseReal("epsilon", "-2.25"), -2.25);
  EXPECT_EQ(parseReal("epsilon", "1/2"), 0.5);
  for (const char* text :
       {"", "nan", "NaN", "inf", "-inf", "infinity", "1e400", "-1e400", "1e-400", "8x", "0x8", "1/0", "--delta"}) {
    EXPECT_THROW(parseReal("epsilon", text), InvalidArgument) << text;
  }
}

TEST(Arguments, NamesAreListedWhenRefused) {
  EXPECT_TRUE(parseSwitch("column_normalize", "on"));
  EXPECT_FALSE(parseSwitch("column_normalize", "off"));
  try {
    refuseName("batching", "shuffled", {"cyclic-poisson", "fixed-epoch", "single"});
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "batching = shuffled is not allowed: use cyclic-poisson, fixed-epoch or single");
  }
  EXPECT_THROW(parseSwitch("column_normalize", "yes"), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
