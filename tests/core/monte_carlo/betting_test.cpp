#include "core/monte_carlo/betting.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace noiseloom {
namespace {

// Skewed draws in [0, 1]: 0 with probability 1 - p, else p-dependent powers of a uniform number.
class Draws {
 public:
  Draws(double p, double power, std::uint64_t seed) : m_p(p), m_power(power), m_random(seed) {}
  std::vector<double> next(int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
      const double u = m_uniform(m_random);
      values.push_back(m_uniform(m_random) < m_p ? std::pow(u, m_power) : 0);
    }
    return values;
  }
  double mean() const { return m_p / (m_power + 1); }

 private:
  double m_p;
  double m_power;
  std::mt19937_64 m_random;
  std::uniform_real_distribution<double> m_uniform{0, 1};
};

TEST(Betting, UpperBoundFailsLessOftenThanItMay) {
  constexpr int kRuns = 2000;
  constexpr double kBeta = 0.05;
  for (const double p : {0.05, 0.5, 1.0}) {
    for (const double power : {0.2, 3.0}) {
      Draws source(p, power, 7);
      int failures = 0;
      for (int run = 0; run < kRuns; ++run) {
        const std::vector<double> pilot = source.next(40);
        const Bet bet = planBet(pilot, 1.3 * source.mean());
        if (bettingUpperBound(source.next(100), bet.stake, -std::log(kBeta)) < source.mean()) ++failures;
      }
      // 2000 runs with failures of probability 0.05 at most give 100; 130 is three standard deviations more.
      EXPECT_LE(failures, 130) << "p " << p << " power " << power;
    }
  }
}

TEST(Betting, LookingAfterEveryDrawDoesNotHelpAWrongClaim) {
  // The claim mu <= m is false by a little; wealth is looked at after each of 400 draws.
  constexpr int kRuns = 2000;
  Draws source(0.3, 1, 8);
  const double m = 0.999 * source.mean();
  int failures = 0;
  for (int run = 0; run < kRuns; ++run) {
    double wealth = 0;
    for (const double x : source.next(400)) {
      wealth += logWealth(std::vector{x}, m, 0.5);
      if (wealth >= -std::log(0.05)) {
        ++failures;
        break;
      }
    }
  }
  EXPECT_LE(failures, 130);
  EXPECT_GT(failures, 20) << "the bound is not far from what can happen";
}

TEST(Betting, BoundIsNearTheGaussianLimit) {
  Draws source(0.5, 1, 9);
  const double mean = source.mean();
  const std::vector<double> pilot = source.next(5000);
  const std::vector<double> draws = source.next(20'000);
  double sum = 0, squares = 0;
  for (const double x : draws) sum += x, squares += x * x;
  const auto n = static_cast<double>(draws.size());
  const double logOdds = std::log(1e9);
  const double limit = sum / n + std::sqrt(2 * logOdds * (squares / n - sum * sum / n / n) / n);
  const double pilotMean = std::accumulate(pilot.begin(), pilot.end(), 0.0) / static_cast<double>(pilot.size());
  const Bet bet = planBet(pilot, 1.06 * pilotMean);
  const double bound = bettingUpperBound(draws, bet.stake, logOdds);
  EXPECT_GT(bound, mean);
  EXPECT_NEAR(bound / limit, 1, 0.005);
}

TEST(Betting, DegenerateDraws) {
  const std::vector<double> zeros(1000, 0.0);
  const Bet bet = planBet(zeros, 0.1);
  EXPECT_GT(bet.growth, 0);
  // All that n zeros can say: about log(1/beta)/n.
  EXPECT_NEAR(bettingUpperBound(zeros, bet.stake, 20), std::expm1(20.0 / 1000), 1e-4);
  EXPECT_EQ(bettingUpperBound(std::vector<double>(10, 1.0), 0.9, 20), 1);
  // Halves leave half as much with twice the stake, which no bound below a half allows.
  const std::vector<double> halves(1000, 0.5);
  EXPECT_NEAR(bettingUpperBound(halves, 1, 20), 0.5 + std::expm1(20.0 / 1000), 1e-4);
  EXPECT_NEAR(bettingUpperBound(halves, planBet(halves, 0.511, 1 / 0.489).stake, 20), 0.5 + std::expm1(20.0 / 1000) / 2,
              1e-3);
  EXPECT_GE(bettingUpperBound(zeros, 2, 20), 0.5);
  EXPECT_LE(planBet(std::vector<double>(100, 0.5), 0.4).growth, 0);
  EXPECT_NEAR(logWealth(std::vector<double>(20, 0.25), 0.5, 0.8), 20 * std::log(1.2), 1e-12);
}

}  // namespace
}  // namespace noiseloom
