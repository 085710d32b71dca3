#include "core/base/text.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <sstream>
#include <type_traits>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr Phrase kRange = Core::tr("an integer from %1 to %2");
constexpr Phrase kRangeBecause = Core::tr("%1 to %2 (%3)");

TEST(Text, FillsItsArgumentsIn) {
  EXPECT_EQ(Text(kRange, 1, 100).english(), "an integer from 1 to 100");
  EXPECT_EQ(Text(kRange, 0.1, 1e-6).english(), "an integer from 0.1 to 1e-6");
  EXPECT_EQ(Text(kRange, std::string("a"), std::string_view("b")).english(), "an integer from a to b");
  EXPECT_EQ(Text(Core::tr("the iterations")).english(), "the iterations");
  EXPECT_EQ(Text().english(), "");
  EXPECT_TRUE(Text().empty());
  EXPECT_FALSE(Text(0).empty());
}

TEST(Text, ArgumentsMayBeTextsInTurn) {
  const Text inner(kRange, 1, Text(Core::tr("at least %1 for %2"), 4, std::string("tree")));
  EXPECT_EQ(Text(Core::tr("%1 (%2)"), inner, Core::tr("the iterations")).english(),
            "an integer from 1 to at least 4 for tree (the iterations)");
}

TEST(Text, FillsNothingIntoArguments) {
  EXPECT_EQ(Text(kRange, std::string("%2"), std::string("%1")).english(), "an integer from %2 to %1");
  EXPECT_EQ(Text(Core::tr("%1: %2"), std::string("100 %"), std::string("%")).english(), "100 %: %");
}

TEST(Text, LeavesPlacesWithoutArgumentsAsTheyAre) {
  EXPECT_EQ(Text(kRange, 1).english(), "an integer from 1 to %2");
  EXPECT_EQ(Text(kRangeBecause, 1, 2).english(), "1 to 2 (%3)");
  EXPECT_EQ(Text(Core::tr("up to 2 % better"), 7).english(), "up to 2 % better");
  EXPECT_EQ(Text(std::string("%1 is plain")).english(), "%1 is plain");
}

TEST(Text, IsEqualWhereItSaysTheSame) {
  EXPECT_EQ(Text(kRange, 1, 100), Text(std::string("an integer from 1 to 100")));
  EXPECT_EQ(Text(kRange, 1, 100), "an integer from 1 to 100");
  EXPECT_NE(Text(kRange, 1, 100), Text(kRange, 1, 10));
  EXPECT_EQ(kRange, Core::tr("an integer from %1 to %2"));
  EXPECT_NE(kRange, kRangeBecause);
}

TEST(Text, NoLiteralPassesForAText) {
  static_assert(!std::is_constructible_v<Text, const char*>);
  static_assert(!std::is_convertible_v<const char(&)[6], Text>);
  std::ostringstream stream;
  stream << Text(kRange, 1, 2);
  EXPECT_EQ(stream.str(), "an integer from 1 to 2");
}

TEST(Text, ErrorsKeepTheirTexts) {
  const InvalidArgument problem("bands", 0, {kRange, 1, 100});
  EXPECT_STREQ(problem.what(), "bands = 0 is not allowed: use an integer from 1 to 100");
  EXPECT_EQ(problem.allowed().phrase(), kRange);
  EXPECT_EQ(problem.text().arguments().size(), 3U);
}

TEST(Text, TheSystemsReasonsArePhrases) {
  EXPECT_FALSE(systemReason(ENOENT).phrase().empty());
  EXPECT_EQ(systemReason(ENOENT), "No such file or directory");
  EXPECT_FALSE(systemReason(EDOM).empty());
}

}  // namespace
}  // namespace noiseloom
