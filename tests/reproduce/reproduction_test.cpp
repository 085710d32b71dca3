#include "app/reproduce/reproduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>

#include "tests/calls.h"

namespace noiseloom {

static void PrintTo(const Reproduction& each, std::ostream* out) {
  *out << each.id;
}

namespace {

class Reproductions : public testing::TestWithParam<Reproduction> {};

// What the page says at full size, asserted at a smaller one: each statement agrees with the paper, or is known not to:
// for a reason whose prediction comes true, or openly for none.
TEST_P(Reproductions, StatementsHoldAtReducedSize) {
  const Reproduced found = GetParam().run(Extent::Reduced, {});
  EXPECT_FALSE(found.statements.empty());
  for (const Statement& each : found.statements) {
    EXPECT_TRUE(each.accounted()) << each.about << ": printed " << each.printed << ", found " << each.foundText()
                                  << ", " << each.verdict();
  }
  EXPECT_FALSE(found.chart.curves.empty());
  for (const Curve& curve : found.chart.curves) {
    EXPECT_EQ(curve.x.size(), curve.y.size()) << curve.name;
    EXPECT_TRUE(std::ranges::all_of(curve.y, [](double y) { return std::isfinite(y); })) << curve.name;
  }
}

// Nothing is stated and no point is computed.
TEST_P(Reproductions, StopsAtOnce) {
  const Reproduced found = GetParam().run(Extent::Reduced, stoppedAtOnce());
  EXPECT_TRUE(found.statements.empty());
  for (const Curve& curve : found.chart.curves) EXPECT_TRUE(curve.y.empty()) << curve.name;
}

INSTANTIATE_TEST_SUITE_P(Papers, Reproductions, testing::ValuesIn(allReproductions().begin(), allReproductions().end()),
                         [](const auto& info) {
                           std::string name(info.param.id);
                           std::erase(name, '-');
                           return name;
                         });

// The same bytes twice.
TEST(ReproducedTwice, IsTheSame) {
  for (const Reproduction& each : allReproductions()) {
    if (each.place != "Figure 11" && each.place != "Table 3" && each.id != "near-exact-amplification-figure-5")
      continue;
    const Reproduced once = each.run(Extent::Reduced, {}), again = each.run(Extent::Reduced, {});
    EXPECT_EQ(once.chart.csv(), again.chart.csv()) << each.id;
    EXPECT_EQ(once.chart.svg(), again.chart.svg()) << each.id;
  }
}

}  // namespace
}  // namespace noiseloom
