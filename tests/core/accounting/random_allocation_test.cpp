#include "core/accounting/samplings/random_allocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <string>
#include <tuple>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/certificate.h"
#include "core/base/errors.h"
#include "core/strategy/strategy.h"
#include "tests/calls.h"
#include "tests/reference_file.h"

namespace noiseloom {
namespace {

using Json = nlohmann::json;

double upperTail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

/// E (V - k)_+ and E (k - V)_+ of V = e^{N(-v/2, v)}.
double call(double k, double s) {
  if (k <= 0) return 1 - k;
  const double d = std::log(k) / s;
  return upperTail(d - s / 2) - k * upperTail(d + s / 2);
}
double put(double k, double s) {
  return k <= 0 ? 0 : call(k, s) - 1 + k;
}

/// sum over a fine grid of standard normal numbers: exact to about 1e-12 for smooth functions.
template <class Function>
double normalMean(Function f) {
  constexpr double kStep = 0.02;
  double sum = 0;
  for (int i = -500; i <= 500; ++i) sum += std::exp(-0.5 * i * kStep * i * kStep) * f(i * kStep);
  return sum * kStep / std::sqrt(2 * std::numbers::pi);
}

/// delta of one epoch of two steps: given the one number the other's expectation is a closed form.
struct Directions {
  double remove, add;
};
Directions twoSteps(double sigma, double epsilon) {
  const double s = 1 / sigma;
  const auto number = [&](double z) { return std::exp(s * z - s * s / 2); };
  return {normalMean([&](double z) { return 0.5 * call(2 * std::exp(epsilon) - number(z), s); }),
          normalMean([&](double z) { return 0.5 * std::exp(epsilon) * put(2 * std::exp(-epsilon) - number(z), s); })};
}

/// Any event of the outcomes gives a lower bound P(S) - e^epsilon Q(S): that the sum of all is large, that one is.
double lowerBound(Index steps, Index epochs, double sigma, double epsilon) {
  const auto t = static_cast<double>(steps), k = static_cast<double>(epochs);
  double best = gaussianDelta(k / (sigma * std::sqrt(t * k)), epsilon);
  for (double c = 0; c < 40 * sigma; c += 0.05 * sigma) {
    const double below = std::log1p(-upperTail(c / sigma)), with = std::log1p(-upperTail((c - 1) / sigma));
    const double p = -std::expm1(k * ((t - 1) * below + with)), q = -std::expm1(k * t * below);
    best = std::max(best, p - std::exp(epsilon) * q);
  }
  return best;
}

TEST(RandomAllocation, References) {
  const Json json = referenceFile("batching.json");
  int compared = 0;
  for (const Json& c : json.at("cases")) {
    const std::string scheme = c.at("scheme");
    const bool cyclic = scheme == "cyclic_random_allocation";
    if (!cyclic && scheme != "random_allocation_each_epoch") continue;
    SCOPED_TRACE(c.dump());
    ++compared;
    const Index steps = cyclic ? c.at("steps_per_group_and_epoch") : c.at("steps_per_epoch");
    const RandomAllocation allocation(steps, c.at("epochs").get<Index>());
    const double sigma = c.at("sigma"), epsilon = c.at("epsilon"), delta = c.at("delta");
    const double uncertainty = c.at("uncertainty");
    const auto bound = allocation.bound(sigma, epsilon, {128, std::log(delta), true}, {});
    ASSERT_TRUE(bound);
    const double ours = std::exp(c.at("direction") == "remove" ? bound->logRemove : bound->logAdd);
    EXPECT_GE(ours, delta - 3 * uncertainty);
    EXPECT_LE(ours, delta + 3 * uncertainty);
    if (!c.contains("public_accountant_bounds")) continue;
    EXPECT_GE(ours, c.at("public_accountant_bounds")[0].get<double>());
    EXPECT_LE(ours, c.at("public_accountant_bounds")[1].get<double>());
  }
  EXPECT_EQ(compared, 9);
}

TEST(RandomAllocation, OneStepIsTheGaussianMechanism) {
  const RandomAllocation allocation(1, 9);
  const Certified sigma = allocation.certifiedNoiseMultiplier(2, 1e-6);
  EXPECT_NEAR(sigma.value, 3 * gaussianNoiseMultiplier(2, 1e-6), 1e-5 * sigma.value);
  EXPECT_GE(sigma.value, 3 * gaussianNoiseMultiplier(2, 1e-6));
}

TEST(RandomAllocation, TwoStepsAreOneIntegral) {
  for (const double sigma : {0.4, 0.8, 2.0, 10.0}) {
    for (const double epsilon : {0.01, 0.5, 2.0}) {
      const Directions exact = twoSteps(sigma, epsilon);
      if (exact.remove < 1e-11) continue;
      const auto bound = RandomAllocation(2, 1).bound(sigma, epsilon, {96, std::log(exact.remove), true}, {});
      EXPECT_GE(std::exp(bound->logRemove), exact.remove * (1 - 1e-7));
      EXPECT_LE(std::exp(bound->logRemove), exact.remove * 1.002);
      if (exact.add < 1e-11) continue;
      EXPECT_GE(std::exp(bound->logAdd), exact.add * (1 - 1e-7));
      EXPECT_LE(std::exp(bound->logAdd), exact.add * 1.002);
    }
  }
}

TEST(RandomAllocation, TwoEpochsAreTheIntegralOfOne) {
  for (const double sigma : {0.7, 1.5}) {
    for (const double epsilon : {0.5, 2.0}) {
      const double s = 1 / sigma;
      // Over the first epoch's two numbers, on a coarser grid; the second epoch as above at the epsilon that is left.
      constexpr double kStep = 0.25;
      double remove = 0, add = 0;
      for (int i = -32; i <= 32; ++i) {
        for (int j = i; j <= 32; ++j) {
          const double x = i * kStep, y = j * kStep;
          const double loss = std::log(0.5 * (std::exp(s * x - s * s / 2) + std::exp(s * y - s * s / 2)));
          const double weight =
              (i == j ? 1 : 2) * std::exp(-0.5 * (x * x + y * y)) * kStep * kStep / (2 * std::numbers::pi);
          const double strike = std::exp(epsilon - loss), floor = std::exp(-epsilon - loss);
          remove += weight * std::exp(loss) *
                    normalMean([&](double z) { return 0.5 * call(2 * strike - std::exp(s * z - s * s / 2), s); });
          add += weight / floor *
                 normalMean([&](double z) { return 0.5 * put(2 * floor - std::exp(s * z - s * s / 2), s); });
        }
      }
      const auto bound = RandomAllocation(2, 2).bound(sigma, epsilon, {96, std::log(remove), true}, {});
      EXPECT_GE(std::exp(bound->logRemove), remove * (1 - 1e-6));
      EXPECT_LE(std::exp(bound->logRemove), remove * 1.002);
      EXPECT_GE(std::exp(bound->logAdd), add * (1 - 1e-6));
      EXPECT_LE(std::exp(bound->logAdd), add * 1.002);
    }
  }
}

TEST(RandomAllocation, OneEpochIsBallsInBins) {
  const Index bins = 50;
  const BinGram gram = binGram(IdentityStrategy(bins), 1);
  for (const double epsilon : {0.5, 4.0}) {
    const double other = certifiedNoise(gram, epsilon, 1e-6, {1.25, 1e-9, 0}).value;
    const Certified ours = RandomAllocation(bins, 1).certifiedNoiseMultiplier(epsilon, 1e-6);
    EXPECT_NEAR(ours.value, other, 2e-3 * other);
  }
}

TEST(RandomAllocation, TableOfTheDesignNotes) {
  // Cyclic allocation at n = 512, k = 8: 4 of 64, 32 of 64 bands and independent noise.
  EXPECT_NEAR(RandomAllocation(16, 8).certifiedNoiseMultiplier(1, 1e-5).value, 2.731, 2e-3);
  EXPECT_NEAR(RandomAllocation(4, 8).certifiedNoiseMultiplier(1, 1e-5).value, 5.316, 2e-3);
  EXPECT_NEAR(RandomAllocation(2, 8).certifiedNoiseMultiplier(8, 1e-5).value, 1.304, 2e-3);
  EXPECT_NEAR(RandomAllocation(100, 20).certifiedNoiseMultiplier(1, 1e-5).value, 1.8090, 2e-3);
  EXPECT_NEAR(RandomAllocation(100, 20).certifiedNoiseMultiplier(8, 1e-5).value, 0.6294, 1e-3);
}

TEST(RandomAllocation, SolvesForEachAlike) {
  const RandomAllocation allocation(30, 6);
  const Certified sigma = allocation.certifiedNoiseMultiplier(1.5, 1e-7);
  EXPECT_LE(sigma.errorBound, 1e-3);
  const Certified delta = allocation.certifiedDelta(sigma.value, 1.5),
                  epsilon = allocation.certifiedEpsilon(sigma.value, 1e-7);
  EXPECT_LE(delta.value, 1e-7 * (1 + 1e-2));
  EXPECT_GE(delta.value, 1e-7 * (1 - 2e-2));
  EXPECT_NEAR(epsilon.value, 1.5, 2e-3);
  EXPECT_NEAR(allocation.approximateNoiseMultiplier(1.5, 1e-7), sigma.value, 2e-3 * sigma.value);
  // The exact value is above the lower end of the interval, so a little less noise is not certified.
  EXPECT_GT(allocation.certifiedDelta(sigma.value * (1 - 3 * sigma.errorBound), 1.5).value, 1e-7);
}

TEST(RandomAllocation, ErrorBoundsHold) {
  // Grids agreed by chance, and the bounds were up to 6.8 times too small.
  for (const auto& [steps, epochs, epsilon, delta] : std::vector<std::tuple<Index, Index, double, double>>{
           {472, 1, 11.529, 2.3e-11}, {2139, 1, 4.996, 2.6e-7}, {209, 3, 6.785, 1.4e-10}, {846, 3, 7.213, 4.8e-10}}) {
    const RandomAllocation allocation(steps, epochs);
    const Certified sigma = allocation.certifiedNoiseMultiplier(epsilon, delta);
    EXPECT_LE(sigma.errorBound, 6e-4);
    const auto bound = allocation.bound(sigma.value * (1 - sigma.errorBound), epsilon, {96, std::log(delta)}, {});
    EXPECT_GT(bound->worst(), std::log(delta)) << steps;
  }
}

TEST(RandomAllocation, SafeAtExtremes) {
  std::mt19937_64 random(20261123);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto logUniform = [&](double least, double most) {
    return std::exp(std::log(least) + unit(random) * (std::log(most) - std::log(least)));
  };
  int loose = 0;
  constexpr int kCases = 60;
  for (int i = 0; i < kCases; ++i) {
    const auto steps = static_cast<Index>(logUniform(1, 3000)), epochs = static_cast<Index>(logUniform(1, 300));
    const double epsilon = logUniform(0.01, 20), delta = logUniform(1e-15, 1e-2);
    SCOPED_TRACE(testing::Message() << "t " << steps << " k " << epochs << " epsilon " << epsilon << " delta "
                                    << delta);
    const RandomAllocation allocation(steps, epochs);
    const Certified sigma = allocation.certifiedNoiseMultiplier(epsilon, delta);
    EXPECT_TRUE(std::isfinite(sigma.value));
    EXPECT_LE(sigma.value, allocation.sensitivity() * gaussianNoiseMultiplier(epsilon, delta) * (1 + 1e-9));
    EXPECT_LE(lowerBound(steps, epochs, sigma.value, epsilon), delta * (1 + 1e-9));
    if (sigma.errorBound > 1e-3) ++loose;
  }
  EXPECT_LE(loose, 3);
}

// Grids of narrow sums went from their summands on: gigabytes for a small epsilon.
TEST(RandomAllocation, MuchNoiseIsTheGaussianMechanismOfTheMeanStep) {
  for (const double epsilon : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const Certified sigma = RandomAllocation(100, 20).certifiedNoiseMultiplier(epsilon, 1e-10);
    const double limit = std::sqrt(20.0 / 100) * gaussianNoiseMultiplier(epsilon, 1e-10);
    EXPECT_GT(sigma.value, limit * (1 - 1e-9)) << epsilon;
    EXPECT_LT(sigma.value, limit * 1.002) << epsilon;
  }
}

TEST(RandomAllocation, Refuses) {
  EXPECT_THROW(RandomAllocation(0, 1), InvalidArgument);
  EXPECT_THROW(RandomAllocation(1, 0), InvalidArgument);
  EXPECT_THROW(RandomAllocation(5, 1).certifiedNoiseMultiplier(-1, 1e-5), InvalidArgument);
  EXPECT_THROW(RandomAllocation(5, 1).certifiedNoiseMultiplier(1, 1), InvalidArgument);
}

TEST(RandomAllocation, StopsSafely) {
  RunControl control;
  control.stop = stoppedAtOnce().stop;
  const Certified sigma = RandomAllocation(100, 20).certifiedNoiseMultiplier(1, 1e-5, control);
  EXPECT_TRUE(sigma.stopped);
  EXPECT_GE(sigma.value, std::sqrt(20.0) * gaussianNoiseMultiplier(1, 1e-5));
}

}  // namespace
}  // namespace noiseloom
