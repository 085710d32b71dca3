// The time left of a solve: said only where it is known.

#include "ui/jobs/time_left.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace noiseloom {
namespace {

/// What is said every tenth of a second of work that takes so many seconds, of which the fraction is a function.
template <class Fraction>
std::vector<std::optional<double>> said(int seconds, Fraction fraction) {
  TimeLeft left;
  std::vector<std::optional<double>> all;
  for (int tenth = 1; tenth < 10 * seconds; ++tenth) all.push_back(left.at(tenth / 10.0, fraction(tenth / 10.0)));
  return all;
}

TEST(TimesLeft, AreSaidOfEvenWork) {
  const auto all = said(60, [](double t) { return t / 60; });
  EXPECT_FALSE(all[40]) << "a tenth is not done yet";
  for (std::size_t i = 85; i < all.size(); ++i) {
    ASSERT_TRUE(all[i]) << i;
    EXPECT_NEAR(*all[i], 60 - static_cast<double>(i + 1) / 10, 1);
  }
}

// What the search for the best bands does: half of the bar in seconds, the rest in minutes.
TEST(TimesLeft, AreNotSaidWhereAQuickPartComesBeforeASlowOne) {
  const auto all = said(120, [](double t) { return t < 4 ? t / 8 : 0.5 + (t - 4) / 232; });
  for (std::size_t i = 0; i < 120; ++i) {
    const double truth = 120 - static_cast<double>(i + 1) / 10;
    if (all[i]) {
      EXPECT_GT(*all[i], truth / 2) << i;
    }
  }
}

TEST(TimesLeft, NeverGrowByMoreThanTwice) {
  // Even for a while, then ever slower.
  const auto all = said(400, [](double t) { return t < 20 ? t / 40 : 1 - 0.5 * 20 / t; });
  double least = 1e9;
  bool any = false;
  for (const std::optional<double>& each : all) {
    if (!each) continue;
    any = true;
    EXPECT_LE(*each, 2 * least);
    least = std::min(least, *each);
  }
  EXPECT_TRUE(any);
  EXPECT_FALSE(all.back());
}

TEST(TimesLeft, AreNotSaidOfABarThatStands) {
  TimeLeft left;
  for (int second = 1; second < 40; ++second) left.at(second, second / 50.0);
  EXPECT_TRUE(left.at(40, 0.8));
  for (int second = 41; second < 200; ++second) {
    const auto now = left.at(second, 0.8);
    if (second > 60) {
      EXPECT_FALSE(now) << second;
    }
  }
  left.restart();
  EXPECT_FALSE(left.at(5, 0.05));
  EXPECT_FALSE(left.at(6, 0));
}

}  // namespace
}  // namespace noiseloom
