#include "app/reproduce/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace noiseloom {
namespace {

TEST(ReproductionPage, ShowsEveryStatementItsPictureAndItsPoints) {
  const Reproduction& of = allReproductions().front();
  Reproduced found;
  found.settings = {"n = 9."};
  found.statements = {printedNumber("sigma | tau", 2, 0.1, 2.05),
                      atMost("loss", "at most 1", 1, 3).because("a reason", {2, 4}),
                      atMost("gain", "nearly", 1, 3).unexplained()};
  found.notes = {"A note."};
  const ReproducedEntry entry{&of, found};
  const std::string page = pageOf(allReproducedPapers().front(), std::span(&entry, 1)), id(of.id);
  for (const std::string& text :
       {std::string("n = 9."), std::string("sigma \\| tau"), std::string("does not agree: a reason"),
        std::string("A note."), "](" + id + ".svg)", "](" + id + ".csv)"})
    EXPECT_NE(page.find(text), std::string::npos) << text << "\n" << page;
  const std::string first = overviewPage(std::span(&entry, 1));
  EXPECT_NE(first.find("| 1 | 3 | 1 | 1 | 1 |"), std::string::npos) << first;
  EXPECT_NE(first.find("| loss | at most 1 | 3 | a reason (predicts 2 to 4) |"), std::string::npos) << first;
  EXPECT_NE(first.find("| gain | nearly | 3 | no reason is known |"), std::string::npos) << first;
  EXPECT_EQ(first.find("sigma"), std::string::npos);
}

// Sentences are broken at 120 characters, tables and pictures are not, and no line begins what Markdown takes for a
// list.
TEST(ReproductionPage, IsWrapped) {
  const Reproduction& of = allReproductions().front();
  Reproduced found;
  const std::string words = "ε is small here and there, so that ";
  found.settings = {words + words + words + "of eighteen 100 - 16 bands are left over."};
  found.statements = {atMost(words + words + words + words, "at most 1", 1, 3).unexplained()};
  const ReproducedEntry entry{&of, found};
  const std::string page = pageOf(allReproducedPapers().front(), std::span(&entry, 1));
  EXPECT_NE(page.find("\n" + words + words + words + "of eighteen\n100 - 16 bands are left over.\n\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("\n| " + words + words + words + words + " | at most 1 |"), std::string::npos) << page;
}

TEST(ReproductionNames, AreOfTheirPapers) {
  std::set<std::string_view> ids;
  for (const Reproduction& each : allReproductions()) {
    EXPECT_TRUE(each.id.starts_with(std::string(each.paper) + "-")) << each.id;
    EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    EXPECT_FALSE(each.title.empty() || each.place.empty());
  }
  for (const ReproducedPaper& paper : allReproducedPapers()) {
    EXPECT_FALSE(ids.contains(paper.key));
    EXPECT_TRUE(
        std::ranges::any_of(allReproductions(), [&](const Reproduction& each) { return each.paper == paper.key; }));
  }
}

}  // namespace
}  // namespace noiseloom
