#include "core/accounting/composition/best_trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

using Law = BestTrial::Law;
using Masses = std::vector<double>;

double deltaOf(const Masses& p, const Masses& q, double epsilon) {
  double delta = 0;
  for (std::size_t y = 0; y < p.size(); ++y) delta += std::max(0.0, p[y] - std::exp(epsilon) * q[y]);
  return delta;
}

double eitherWay(const Masses& p, const Masses& q, double epsilon) {
  return std::max(deltaOf(p, q, epsilon), deltaOf(q, p, epsilon));
}

// The smallest epsilon >= 0 at which delta is at most that.
template <class DeltaAt>
double epsilonOf(const DeltaAt& deltaAt, double delta) {
  if (deltaAt(0.0) <= delta) return 0;
  double low = 0, high = 60;
  for (int i = 0; i < 80; ++i) (deltaAt((low + high) / 2) > delta ? low : high) = (low + high) / 2;
  return high;
}

// f of the law: E t^K.
double generating(Law law, double stop, double t) {
  return law == Law::Geometric ? stop * t / (1 - (1 - stop) * t) : std::log1p(-(1 - stop) * t) / std::log(stop);
}

// The best of K outcomes, which are ordered by their scores.
Masses bestOf(const BestTrial& choice, const Masses& one) {
  const double stop = stopProbability(choice);
  Masses best;
  double sum = 0, before = 0;
  for (const double mass : one) {
    sum += mass;
    const double here = generating(choice.law, stop, std::min(sum, 1.0));
    best.push_back(here - before);
    before = here;
  }
  return best;
}

TEST(BestTrial, StopsSoOftenThatItsMeanIsTheOneAskedFor) {
  for (const Law law : {Law::Logarithmic, Law::Geometric}) {
    for (const double mean : {1.01, 2.0, 10.0, 1e3}) {
      const double stop = stopProbability({mean, law});
      double sum = 0, expected = 0;
      const int last = static_cast<int>(std::ceil(-40 / std::log1p(-stop)));
      for (int k = 1; k <= last; ++k) {
        const double power = std::pow(1 - stop, k - 1);
        const double mass = law == Law::Geometric ? stop * power : (1 - stop) * power / (k * -std::log(stop));
        sum += mass;
        expected += k * mass;
      }
      EXPECT_NEAR(sum, 1, 1e-6) << mean;
      EXPECT_NEAR(expected / mean, 1, 1e-6) << mean;
    }
  }
  EXPECT_THROW(stopProbability({1.0}), InvalidArgument);
  EXPECT_THROW(stopProbability({1e7}), InvalidArgument);
  EXPECT_EQ(fromName<BestTrial::Law>("geometric"), Law::Geometric);
  EXPECT_EQ(fromName<BestTrial::Law>("poisson"), std::nullopt);
}

// Enumeration: outcomes of random pairs of distributions, ordered by score.
TEST(BestTrial, IsNeverBelowTheTruthInRandomCases) {
  std::mt19937 random(42);
  std::uniform_real_distribution<double> unit(0, 1);
  double tightest = 1e9;
  for (int round = 0; round < 60; ++round) {
    const auto size = static_cast<std::size_t>(2 + round % 7);
    Masses p(size), q(size);
    double sumP = 0, sumQ = 0;
    const double spread = 0.1 + 3 * unit(random);
    for (std::size_t y = 0; y < size; ++y) {
      p[y] = unit(random);
      q[y] = p[y] * std::exp(spread * (unit(random) - 0.5));
      if (round % 5 == 4 && y == 0) q[y] = 0;  // an infinite loss
      sumP += p[y], sumQ += q[y];
    }
    for (double& mass : p) mass /= sumP;
    for (double& mass : q) mass /= sumQ;
    const BestTrial choice{1.001 + 20 * unit(random) * unit(random), round % 2 ? Law::Geometric : Law::Logarithmic};
    const auto deltaAt = [&](double epsilon) { return eitherWay(p, q, epsilon); };
    const BestTrialProfile bound(choice, deltaAt, [&](double delta) { return epsilonOf(deltaAt, delta); });
    const Masses bestP = bestOf(choice, p), bestQ = bestOf(choice, q);
    for (const double delta : {1e-6, 1e-3, 0.05}) {
      const double exact = epsilonOf([&](double epsilon) { return eitherWay(bestP, bestQ, epsilon); }, delta);
      if (exact >= 59) continue;  // none is finite
      EXPECT_GE(bound.epsilon(delta), exact - 1e-9) << round << " " << delta;
      if (exact > 0.1) tightest = std::min(tightest, bound.epsilon(delta) / exact);
    }
    for (const auto& [epsilon, delta] : bound.profile(1e-9))
      EXPECT_GE(delta, eitherWay(bestP, bestQ, epsilon) * (1 - 1e-9)) << round << " " << epsilon;
  }
  EXPECT_LT(tightest, 1.3) << "some case comes near its bound";
}

TEST(BestTrial, OfHardlyMoreThanOneTrialIsThatTrial) {
  for (const Law law : {Law::Logarithmic, Law::Geometric}) {
    const BestTrialProfile best(
        {1 + 1e-5, law}, [](double epsilon) { return gaussianDelta(1, epsilon); },
        [](double delta) { return gaussianEpsilon(1, delta); });
    EXPECT_NEAR(best.epsilon(1e-6), gaussianEpsilon(1, 1e-6), 1e-4);
  }
}

// What a fixed number of trials costs, all of them released, is more.
TEST(BestTrial, OfGaussianTrialsCostsLessThanAllOfThem) {
  const double mu = 0.5;
  for (const Law law : {Law::Logarithmic, Law::Geometric}) {
    const BestTrialProfile best(
        {16, law}, [mu](double epsilon) { return gaussianDelta(mu, epsilon); },
        [mu](double delta) { return gaussianEpsilon(mu, delta); });
    EXPECT_GT(best.epsilon(1e-6), gaussianEpsilon(mu, 1e-6));
    EXPECT_LT(best.epsilon(1e-6), gaussianEpsilon(4 * mu, 1e-6));
  }
}

}  // namespace
}  // namespace noiseloom
