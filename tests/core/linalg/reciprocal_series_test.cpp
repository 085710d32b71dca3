#include "core/linalg/reciprocal_series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

// Largest error of g c = 1 relative to the terms of c that it is made from.
double residual(const std::vector<double>& g, const std::vector<double>& c, std::size_t from, std::size_t every = 1) {
  double most = 0;
  for (std::size_t i = from; i < c.size(); i += every) {
    double sum = i == 0 ? -1 : 0;
    double size = i == 0 ? 1 : 0;
    for (std::size_t l = 0; l < std::min(g.size(), i + 1); ++l) {
      sum += g[l] * c[i - l];
      size += std::abs(g[l] * c[i - l]);
    }
    most = std::max(most, std::abs(sum) / size);
  }
  return most;
}

TEST(ReciprocalSeries, ReciprocalOfShortSeries) {
  const ReciprocalSeries one = reciprocalSeries(std::vector<double>{4}, 100, 1000);
  ASSERT_TRUE(one.valid);
  EXPECT_EQ(one.terms, std::vector<double>{0.25});
  const ReciprocalSeries half = reciprocalSeries(std::vector<double>{1, -0.5}, 5, 1000);
  EXPECT_EQ(half.terms, (std::vector<double>{1, 0.5, 0.25, 0.125, 0.0625}));
}

TEST(ReciprocalSeries, WhatIsCutIsBelowTheBound) {
  const std::vector<double> g{1, -0.6, -0.3, 0.05};
  const ReciprocalSeries cut = reciprocalSeries(g, 1'000'000, 1 << 20);
  ASSERT_TRUE(cut.valid);
  ASSERT_LT(cut.terms.size(), 10'000);
  double kept = 0, rest = 0;
  // The same recurrence, run on.
  std::vector<double> c = cut.terms;
  for (const double value : c) kept += std::abs(value);
  for (int i = 0; i < 10'000; ++i) {
    const std::size_t size = c.size();
    c.push_back(0.6 * c[size - 1] + 0.3 * c[size - 2] - 0.05 * c[size - 3]);
    rest += std::abs(c.back());
  }
  EXPECT_LT(rest, 1e-18 * kept);
  EXPECT_GT(rest, 0);
}

// A tiny part that decays more slowly than the rest is not overlooked.
TEST(ReciprocalSeries, SmallSlowPartsCount) {
  // c = 0.5^j + 1e-12 0.9999^j.
  const double fast = 0.5, slow = 0.9999, tiny = 1e-12;
  const std::vector<double> numerator{1 + tiny, -(slow + tiny * fast)};
  std::vector<double> g;  // (1 - fast x)(1 - slow x) / numerator, itself a series
  const std::vector<double> product{1, -(fast + slow), fast * slow};
  for (std::size_t i = 0; i < 2000; ++i) {
    double value = i < product.size() ? product[i] : 0;
    if (i > 0) value -= numerator[1] * g[i - 1];
    g.push_back(value / numerator[0]);
  }
  const ReciprocalSeries series = reciprocalSeries(g, 2000, 1 << 20);
  ASSERT_EQ(series.terms.size(), 2000);
  EXPECT_NEAR(series.terms[1999], tiny * std::pow(slow, 1999), 1e-3 * tiny);
  EXPECT_FALSE(reciprocalSeries(std::vector<double>{1, -2}, 5000, 1 << 20).valid) << "overflows";
  EXPECT_FALSE(reciprocalSeries(std::vector<double>{1, -1}, 1 << 22, 1 << 20).valid) << "never decays";
  EXPECT_TRUE(reciprocalSeries(std::vector<double>{1, -1}, 1 << 19, 1 << 20).valid) << "ends with n";
}

TEST(ReciprocalSeries, LongSeriesByTransformsKeepRelativeAccuracy) {
  // (1 - x)^(1/2), of which 1/g is known, and noise around it.
  std::vector<double> g{1};
  std::vector<double> known{1};
  for (std::size_t j = 1; j < 20'000; ++j) {
    const double order = static_cast<double>(j);
    g.push_back(g.back() * (order - 1.5) / order);
    known.push_back(known.back() * (order - 0.5) / order);
  }
  const ReciprocalSeries series = reciprocalSeries(g, 20'000, 1 << 20);
  ASSERT_EQ(series.terms.size(), known.size());
  for (std::size_t j = 0; j < known.size(); ++j) ASSERT_NEAR(series.terms[j], known[j], 1e-12 * known[j]) << j;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> entry(0, 1);
  for (const std::size_t p : {513UL, 700UL, 5000UL}) {
    std::vector<double> h(p);
    for (double& value : h) value = -0.9 * entry(random) / static_cast<double>(p) * 2;
    h[0] = 1;
    const ReciprocalSeries inverse = reciprocalSeries(h, 40'000, 1 << 20);
    ASSERT_TRUE(inverse.valid);
    EXPECT_LT(residual(h, inverse.terms, 0, 97), 1e-11);
  }
}

TEST(ReciprocalSeries, RefusesBadInput) {
  EXPECT_THROW(reciprocalSeries(std::vector<double>{}, 1, 1), InvalidArgument);
  EXPECT_THROW(reciprocalSeries(std::vector<double>{0, 1}, 1, 1), InvalidArgument);
  EXPECT_THROW(reciprocalSeries(std::vector<double>{1, std::nan("")}, 1, 1), InvalidArgument);
  EXPECT_THROW(reciprocalSeries(std::vector<double>{1}, 0, 1), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
