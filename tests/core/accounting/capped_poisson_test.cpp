#include "core/accounting/samplings/capped_poisson.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "tests/core/accounting/atoms.h"
#include "tests/reference_file.h"

namespace noiseloom {
namespace {

using Json = nlohmann::json;

/// The law of the sum of a step's batch: every example joins with probability q, K at most are kept.
std::vector<Atom> sumsOf(const std::vector<double>& gradients, double q, int most) {
  const auto n = static_cast<unsigned>(gradients.size());
  std::vector<Atom> atoms;
  for (unsigned joined = 0; joined < (1U << n); ++joined) {
    const int size = std::popcount(joined);
    const double probability = std::pow(q, size) * std::pow(1 - q, static_cast<double>(n) - size);
    std::vector<double> sums;
    for (unsigned kept = joined;; kept = (kept - 1) & joined) {
      if (std::popcount(kept) == std::min(size, most)) {
        double sum = 0;
        for (unsigned i = 0; i < n; ++i) sum += kept >> i & 1 ? gradients[i] : 0;
        sums.push_back(sum);
      }
      if (kept == 0) break;
    }
    for (const double sum : sums) atoms.push_back({sum, probability / static_cast<double>(sums.size())});
  }
  return atoms;
}

double deltaBound(const CappedPoisson& capped, double sigma, double epsilon, Direction direction) {
  const auto bound = capped.bound(sigma, epsilon, {48, -12, true}, {});
  return std::exp(direction == Direction::Remove ? bound->logRemove : bound->logAdd);
}

TEST(CappedPoisson, References) {
  const Json json = referenceFile("batching.json");
  int compared = 0;
  for (const Json& c : json.at("cases")) {
    if (c.at("scheme") != "truncated_poisson") continue;
    SCOPED_TRACE(c.dump());
    ++compared;
    const Index examples = c.at("dataset_size"), cap = c.at("cap");
    const CapEffect effect = capEffect(examples, c.at("q"), cap);
    EXPECT_NEAR(effect.full, c.at("probability_full").get<double>(), 1e-11 * effect.full);
    EXPECT_NEAR(effect.rate, c.at("conditional_rate").get<double>(), 1e-11);
    const CappedPoisson capped({{examples}, c.at("q"), cap, c.at("compositions"), Adjacency::AddRemove});
    const double delta = c.at("delta"), uncertainty = c.at("uncertainty");
    const auto bound = capped.bound(c.at("sigma"), c.at("epsilon"), {128, std::log(delta), true}, {});
    const double ours = std::exp(c.at("direction") == "remove" ? bound->logRemove : bound->logAdd);
    EXPECT_GE(ours, delta - 3 * uncertainty);
    EXPECT_LE(ours, delta + 3 * uncertainty);
  }
  EXPECT_EQ(compared, 6);
}

TEST(CappedPoisson, NeverBelowSmallMechanisms) {
  std::mt19937_64 random(14);
  std::uniform_real_distribution<double> unit(0, 1);
  double closest = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 4, steps = trial % 3 == 0 ? 2 : 1;
    const int most = 1 + static_cast<int>(unit(random) * n);
    const double q = 0.1 + 0.85 * unit(random), sigma = 0.5 + 2 * unit(random), epsilon = 0.1 + 1.2 * unit(random);
    // Opposite signs are the worst.
    std::vector<double> with{1};
    for (int i = 1; i < n; ++i) with.push_back(unit(random) < 0.7 ? -1 : 2 * unit(random) - 1);
    std::vector<double> without(with.begin() + 1, with.end()), zeroed = with, replaced = with;
    zeroed[0] = 0;
    replaced[0] = -1;
    const struct {
      Adjacency adjacency;
      const std::vector<double>& other;
    } kinds[]{{Adjacency::AddRemove, without}, {Adjacency::ZeroOut, zeroed}, {Adjacency::ReplaceOne, replaced}};
    const auto p = sumsOf(with, q, most);
    for (const auto& [adjacency, neighbour] : kinds) {
      SCOPED_TRACE(testing::Message() << "n " << n << " K " << most << " q " << q << " sigma " << sigma << " epsilon "
                                      << epsilon << " steps " << steps << " adjacency " << static_cast<int>(adjacency));
      const CappedPoisson capped({{n}, q, most, steps, adjacency});
      const auto other = sumsOf(neighbour, q, most);
      const double remove = hockeyStick(p, other, sigma, epsilon, steps);
      const double add = hockeyStick(other, p, sigma, epsilon, steps);
      const double most1 = deltaBound(capped, sigma, epsilon, Direction::Remove);
      const double most2 = deltaBound(capped, sigma, epsilon, Direction::Add);
      EXPECT_GE(most1, remove * (1 - 1e-6));
      EXPECT_GE(most2, add * (1 - 1e-6));
      if (adjacency == Adjacency::AddRemove) closest = std::max(closest, remove / most1);
    }
  }
  EXPECT_GT(closest, 0.9);
}

TEST(CappedPoisson, ACapThatNeverCutsIsPoissonSampling) {
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne}) {
    const CappedPoisson capped({{2000}, 0.05, 2000, 200, adjacency});
    EXPECT_EQ(capped.mostFull(), 0);
    const Certified ours = capped.certifiedNoiseMultiplier(1, 1e-6);
    const Certified plain = PoissonSteps(0.05, 200, adjacency).certifiedNoiseMultiplier(1, 1e-6);
    EXPECT_GE(ours.value * (1 + 1e-6), plain.value * (1 - plain.errorBound));
    EXPECT_LE(ours.value * (1 - ours.errorBound), plain.value);
  }
}

TEST(CappedPoisson, AlwaysFullIsSensitivityTwo) {
  // Of a million others at least K = 10 always join at q = 0.5: Poisson sampling at rate K/N of sensitivity 2.
  const CapEffect effect = capEffect(1000, 0.5, 10);
  EXPECT_NEAR(effect.full, 1, 1e-12);
  EXPECT_NEAR(effect.rate, 0.01, 1e-10);
  const CappedPoisson capped({{1000}, 0.5, 10, 1, Adjacency::AddRemove});
  EXPECT_NEAR(deltaBound(capped, 1, 1, Direction::Remove), 0.00027 * 9.999, 3e-3);
  const Certified ours = CappedPoisson({{1000}, 0.5, 10, 50, Adjacency::AddRemove}).certifiedNoiseMultiplier(1, 1e-5);
  const Certified twice = PoissonSteps(0.01, 50).certifiedNoiseMultiplier(1, 1e-5);
  EXPECT_NEAR(ours.value, 2 * twice.value, 1e-3 * ours.value);
}

TEST(CappedPoisson, TheLargestDataSetIsNotTheWorst) {
  const auto at = [](Index examples) {
    return deltaBound(CappedPoisson({{examples}, 0.5, 10, 1, Adjacency::AddRemove}), 1, 1, Direction::Remove);
  };
  EXPECT_NEAR(at(20), 0.0955, 2e-4);
  EXPECT_GT(at(20), 5 * at(1000));
  const CappedPoisson both({{20, 1000}, 0.5, 10, 1, Adjacency::AddRemove});
  EXPECT_NEAR(deltaBound(both, 1, 1, Direction::Remove), at(20), 1e-6);
}

TEST(CappedPoisson, CalibratesForTheWorstSize) {
  const Certified worst = CappedPoisson({{20}, 0.5, 10, 8, Adjacency::AddRemove}).certifiedNoiseMultiplier(1, 1e-5);
  for (const std::vector<Index>& sizes : {std::vector<Index>{20, 1000}, {1000, 20}, {1000, 20, 500}}) {
    const CappedPoisson several({sizes, 0.5, 10, 8, Adjacency::AddRemove});
    const Certified sigma = several.certifiedNoiseMultiplier(1, 1e-5);
    EXPECT_GE(sigma.value, worst.value * (1 - worst.errorBound));
    EXPECT_LE(sigma.value * (1 - sigma.errorBound), worst.value);
    EXPECT_NEAR(several.approximateNoiseMultiplier(1, 1e-5), worst.value, 2e-3 * worst.value);
  }
}

TEST(CappedPoisson, ErrorBoundsHold) {
  // Full batches are so rare that their grid may be coarse: it was too coarse to tell what it costs.
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ZeroOut}) {
    for (const double epsilon : {4.0, 8.0}) {
      const CappedPoisson capped({{3125, 3126}, 0.25, 854, 32, adjacency});
      const Certified sigma = capped.certifiedNoiseMultiplier(epsilon, 1e-8);
      EXPECT_LE(sigma.errorBound, 1e-3);
      const auto bound = capped.bound(sigma.value * (1 - 1.2 * sigma.errorBound), epsilon, {160, std::log(1e-8)}, {});
      EXPECT_GT(bound->worst(), std::log(1e-8));
      EXPECT_NEAR(capped.approximateNoiseMultiplier(epsilon, 1e-8), sigma.value, 1e-3 * sigma.value);
    }
  }
}

TEST(CappedPoisson, SafeAtExtremes) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto logUniform = [&](double least, double most) {
    return std::exp(std::log(least) + unit(random) * (std::log(most) - std::log(least)));
  };
  int loose = 0;
  for (int i = 0; i < 24; ++i) {
    const auto examples = static_cast<Index>(logUniform(100, 1e6));
    const double q = std::max(logUniform(1e-4, 0.9), 2.0 / static_cast<double>(examples));
    const double mean = q * static_cast<double>(examples), deviation = std::sqrt(mean * (1 - q)) + 1;
    const auto cap = static_cast<Index>(std::max(1.0, mean + 6 * unit(random) * deviation));
    const auto count = static_cast<Index>(logUniform(2, 20000));
    const double epsilon = logUniform(0.01, 20), delta = logUniform(1e-15, 1e-3);
    SCOPED_TRACE(testing::Message() << "N " << examples << " q " << q << " K " << cap << " T " << count << " epsilon "
                                    << epsilon << " delta " << delta);
    const CappedPoisson capped({{examples}, q, cap, count, Adjacency::AddRemove});
    if (delta >= 0.5 * capped.seenAtAll()) continue;
    const Certified sigma = capped.certifiedNoiseMultiplier(epsilon, delta);
    // Without the cut the step is the same with probability 1 - tau only: never less noise than the part that is not
    // cut.
    const double full = capEffect(examples, q, cap).full;
    if (full < 1e-3 / static_cast<double>(count)) {
      const Certified plain = PoissonSteps(q, count).certifiedNoiseMultiplier(epsilon, delta);
      EXPECT_GE(sigma.value, plain.value * (1 - plain.errorBound) * (1 - 1e-6));
    }
    EXPECT_LE(sigma.value, capped.sensitivity() * gaussianNoiseMultiplier(epsilon, delta) * (1 + 1e-9));
    if (sigma.errorBound > 2e-3) ++loose;
  }
  EXPECT_LE(loose, 6);
}

TEST(CappedPoisson, HighCaps) {
  // The least cap that costs so much, and no lower one.
  const double logCost = std::log(1e-7);
  const Index cap = leastCap(2000, 50000, 0.01, logCost);
  EXPECT_LE(logCapReached(2000, 50000, 0.01, cap), logCost);
  EXPECT_GT(logCapReached(2000, 50000, 0.01, cap - 1), logCost);
  // The pair of the truncated scheme is no larger than what the rule for any scheme gives.
  const CappedPoisson capped({{50000}, 0.01, cap, 2000, Adjacency::AddRemove});
  const double plain = PoissonSteps(0.01, 2000).certifiedDelta(1.5, 1).value;
  EXPECT_LE(capped.certifiedDelta(1.5, 1).value, (plain + 1e-7) * 1.01);
}

TEST(CappedPoisson, Refuses) {
  EXPECT_THROW(CappedPoisson({{}, 0.5, 10, 1, Adjacency::AddRemove}), InvalidArgument);
  EXPECT_THROW(CappedPoisson({{10}, 0, 10, 1, Adjacency::AddRemove}), InvalidArgument);
  EXPECT_THROW(CappedPoisson({{10}, 0.5, 0, 1, Adjacency::AddRemove}), InvalidArgument);
  EXPECT_THROW(CappedPoisson({{10}, 0.5, 1, 0, Adjacency::AddRemove}), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
