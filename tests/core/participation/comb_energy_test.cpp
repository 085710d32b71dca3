#include "core/participation/comb_energy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/errors.h"
#include "core/strategy/toeplitz_strategy.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

std::vector<double> randomCoefficients(std::mt19937_64& random, Index size, double least) {
  std::uniform_real_distribution<double> entry(least, 1);
  std::vector<double> c;
  for (Index j = 0; j < size; ++j) c.push_back(entry(random) / static_cast<double>(j + 1));
  c[0] = std::abs(c[0]) + 0.1;
  return c;
}

double directEnergy(const std::vector<double>& c, Index n, Index hits, Index separation) {
  double energy = 0;
  for (Index i = 0; i < n; ++i) {
    double t = 0;
    for (Index j = 0; j < hits && j * separation <= i; ++j) {
      const Index lag = i - j * separation;
      if (lag < static_cast<Index>(c.size())) t += c[static_cast<std::size_t>(lag)];
    }
    energy += t * t;
  }
  return energy;
}

// Largest sum_(i, j in pattern) |X_ij| over all patterns of at most `hits` steps at least `separation` apart.
double worstPattern(const std::vector<double>& c, Index n, Index hits, Index separation) {
  const ToeplitzStrategy strategy(n, c);
  std::vector<std::vector<double>> x(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(n)));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      double product = 0;
      for (Index r = 0; r < n; ++r) product += strategy.entry(r, i) * strategy.entry(r, j);
      x[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = std::abs(product);
    }
  }
  double most = 0;
  std::vector<Index> pattern;
  const auto extend = [&](const auto& self, Index from, double sum) -> void {
    most = std::max(most, sum);
    if (static_cast<Index>(pattern.size()) == hits) return;
    for (Index i = from; i < n; ++i) {
      const auto& row = x[static_cast<std::size_t>(i)];
      double more = sum + row[static_cast<std::size_t>(i)];
      for (const Index j : pattern) more += 2 * row[static_cast<std::size_t>(j)];
      pattern.push_back(i);
      self(self, i + separation, more);
      pattern.pop_back();
    }
  };
  extend(extend, 0, 0);
  return std::sqrt(most);
}

TEST(CombEnergy, AgreesWithTheSumsThemselvesAndItsGradientWithDifferences) {
  std::mt19937_64 random(5);
  for (const Index n : {1, 2, 7, 20, 33}) {
    for (const Index m : {1, 2, 5, 20, 33}) {
      if (m > n) continue;
      std::vector<double> c = randomCoefficients(random, m, -1);
      for (Index s = 1; s <= n; ++s) {
        for (Index k = 1; k <= n / s + 2; ++k) {
          std::vector<double> gradient(c.size());
          const double energy = combEnergy(c, n, k, s, gradient);
          EXPECT_NEAR(energy, directEnergy(c, n, k, s), 1e-12 * energy);
          if ((n + m + s + k) % 5 != 0) continue;
          for (std::size_t j = 0; j < c.size(); ++j) {
            const double kept = c[j];
            c[j] = kept + 1e-3;
            const double above = combEnergy(c, n, k, s);
            c[j] = kept - 1e-3;
            const double below = combEnergy(c, n, k, s);
            c[j] = kept;
            EXPECT_NEAR(gradient[j], (above - below) / 2e-3, 1e-10 * (1 + energy));
          }
        }
      }
    }
  }
}

TEST(CombEnergy, EpochsRepeatAtAnyN) {
  // One more epoch adds the energy of one steady period.
  const std::vector<double> c{1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01};
  const Index s = 3;
  const double few = combEnergy(c, 30, 10, s), more = combEnergy(c, 33, 11, s);
  const Index k = 1'000'000'000;
  const double all = combEnergy(c, k * s, k, s);
  EXPECT_NEAR(all, few + (more - few) * static_cast<double>(k - 10), 1e-12 * all);
}

TEST(CombSensitivity, NeverBelowEnumerationAndEqualWhereExact) {
  std::mt19937_64 random(11);
  int exact = 0, notMonotone = 0, majorant = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 4 + trial % 9;
    std::vector<double> c = randomCoefficients(random, 1 + trial * 7 % n, trial % 4 == 0 ? -1 : 0.05);
    for (const Index s : {1, 2, 3, 5}) {
      for (const Index k : {1, 2, 3, 12}) {
        const Sensitivity found = combSensitivity(c, n, Participation::minSeparation(k, s));
        const double worst = worstPattern(c, n, k, s);
        EXPECT_GE(found.value, worst * (1 - 1e-12));
        if (found.kind == BoundKind::Exact) {
          EXPECT_NEAR(found.value, worst, 1e-9 * worst);
          ++exact;
          if (k > 1 && !std::is_sorted(c.rbegin(), c.rend())) ++notMonotone;
        } else if (found.value > worst * 1.001) {
          ++majorant;
        }
      }
    }
  }
  // All branches were taken.
  EXPECT_GT(exact, 1000);
  EXPECT_GT(notMonotone, 100);
  EXPECT_GT(majorant, 100);
}

TEST(CombSensitivity, FixedEpochOrderAndSingle) {
  const std::vector<double> rising{0.5, 1, 0.2};
  const Sensitivity fixed = combSensitivity(rising, 6, Participation::fixedEpochOrder(3, 2));
  EXPECT_EQ(fixed.kind, BoundKind::Exact);
  EXPECT_NEAR(fixed.value, std::sqrt(directEnergy(rising, 6, 3, 2)), 1e-15);
  const Sensitivity single = combSensitivity(std::vector<double>{1, -1}, 6, Participation::single());
  EXPECT_EQ(single.kind, BoundKind::Exact);
  EXPECT_NEAR(single.value, std::sqrt(2), 1e-15);
  EXPECT_EQ(combSensitivity(std::vector<double>{1, -1}, 6, Participation::fixedEpochOrder(3, 1)).kind,
            BoundKind::UpperBound);
  EXPECT_EQ(combSensitivity(std::vector<double>{1, -1}, 6, Participation::minSeparation(3, 2)).kind, BoundKind::Exact);
}

// Too many epochs for the sharper bound, or no time for it: the majorant's.
TEST(CombSensitivity, StaysValidWhenTheBoundIsTooMuchWork) {
  std::vector<double> c(20'000, 0.001);
  c[1] = 0.5;
  c[0] = 0.4;
  std::vector<double> majorant = c;
  majorant[0] = 0.5;
  const Index n = 40'000;
  const Sensitivity many = combSensitivity(c, n, Participation::minSeparation(n, 1));
  EXPECT_EQ(many.kind, BoundKind::UpperBound);
  EXPECT_NEAR(many.value, std::sqrt(combEnergy(majorant, n, n, 1)), 1e-12 * many.value);
  const RunControl stopped = stoppedAtOnce();
  const Participation few = Participation::minSeparation(4, 10'000);
  EXPECT_EQ(combSensitivity(c, n, few).kind, BoundKind::Exact);
  const Sensitivity hurried = combSensitivity(c, n, few, stopped);
  EXPECT_EQ(hurried.kind, BoundKind::UpperBound);
  EXPECT_NEAR(hurried.value, std::sqrt(combEnergy(majorant, n, 4, 10'000)), 1e-12 * hurried.value);
}

TEST(CombEnergy, RefusesBadInput) {
  EXPECT_THROW(combEnergy(std::vector<double>{1, 1}, 1, 1, 1), InvalidArgument);
  EXPECT_THROW(combEnergy(std::vector<double>{1}, 1, 0, 1), InvalidArgument);
  EXPECT_THROW(combEnergy(std::vector<double>{1}, 1, 1, 0), InvalidArgument);
  EXPECT_THROW(combSensitivity(std::vector<double>{std::nan("")}, 1, Participation::single()), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
