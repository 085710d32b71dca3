#include "core/linalg/power_series.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/errors.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

std::vector<double> randomSeries(std::mt19937_64& random, Index count) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<double> series(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < series.size(); ++i) series[i] = value(random) / static_cast<double>(i + 1);
  series[0] = 2;
  return series;
}

TEST(PowerSeries, ProductAndCorrelationAreTheSumsTheyStandFor) {
  std::mt19937_64 random(1);
  for (const Index sizeA : {1, 5, 37}) {
    for (const Index sizeB : {1, 8, 64}) {
      const auto a = randomSeries(random, sizeA), b = randomSeries(random, sizeB);
      const auto product = seriesProduct(a, b, 50);
      const auto correlation = seriesCorrelation(a, b, 50);
      for (Index i = 0; i < 50; ++i) {
        double sum = 0, lagged = 0;
        for (Index j = 0; j < sizeB; ++j) {
          if (j <= i && i - j < sizeA) sum += a[static_cast<std::size_t>(i - j)] * b[static_cast<std::size_t>(j)];
          if (i + j < sizeA) lagged += a[static_cast<std::size_t>(i + j)] * b[static_cast<std::size_t>(j)];
        }
        EXPECT_NEAR(product[static_cast<std::size_t>(i)], sum, 1e-14);
        EXPECT_NEAR(correlation[static_cast<std::size_t>(i)], lagged, 1e-14);
      }
    }
  }
}

TEST(PowerSeries, InverseTimesSeriesIsOne) {
  std::mt19937_64 random(2);
  for (const Index count : {1, 2, 3, 17, 100, 1000}) {
    for (const Index size : {1, 4, 300}) {
      const auto a = randomSeries(random, size);
      const auto one = seriesProduct(a, seriesInverse(a, count), count);
      for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], i == 0 ? 1 : 0, 1e-14);
    }
  }
}

TEST(PowerSeries, InverseOfTheSquareRootIsItsKnownSeries) {
  // (1 - x)^(-1/2) and (1 - x)^(1/2).
  std::vector<double> r{1}, q{1};
  for (int j = 1; j < 5000; ++j) {
    r.push_back(r.back() * (j - 0.5) / j);
    q.push_back(-r.back() / (2 * j - 1));
  }
  const auto inverse = seriesInverse(r, 5000);
  for (std::size_t j = 0; j < q.size(); ++j) EXPECT_NEAR(inverse[j], q[j], 2e-15);
}

TEST(PowerSeries, RefusesBadInputAndStops) {
  EXPECT_THROW(seriesInverse(std::vector<double>{0, 1}, 4), InvalidArgument);
  EXPECT_THROW(seriesInverse(std::vector<double>{}, 4), InvalidArgument);
  EXPECT_THROW(seriesProduct(std::vector<double>{1}, std::vector<double>{1}, 0), InvalidArgument);
  EXPECT_TRUE(seriesInverse(std::vector<double>{1, 1}, 4, stoppedAtOnce()).empty());
}

}  // namespace
}  // namespace noiseloom
