#include "core/io/csv.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

TEST(Csv, QuotesWhatNeedsQuotes) {
  CsvTable table({"a", "b (s)"});
  table.row({"1", "x,y"});
  table.row({"say \"so\"", "two\nlines"});
  table.row({"", " "});
  EXPECT_EQ(table.text(), "a,b (s)\n1,\"x,y\"\n\"say \"\"so\"\"\",\"two\nlines\"\n, \n");
}

TEST(Csv, RefusesRowsOfAnotherLength) {
  CsvTable table({"a", "b"});
  EXPECT_THROW(table.row({"1"}), InvalidArgument);
  EXPECT_THROW(table.row({"1", "2", "3"}), InvalidArgument);
}

TEST(Csv, NumbersReadBackAndOthersAreEmpty) {
  EXPECT_EQ(csvNumber(0.1), "0.1");
  EXPECT_EQ(csvNumber(1e-300), "1e-300");
  EXPECT_EQ(csvNumber(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(csvNumber(std::numeric_limits<double>::quiet_NaN()), "");
}

}  // namespace
}  // namespace noiseloom
