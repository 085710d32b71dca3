#include "core/accounting/samplings/fixed_size_samples.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/base/errors.h"
#include "tests/core/accounting/atoms.h"
#include "tests/reference_file.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

using Json = nlohmann::json;

TEST(FixedSizeSamples, References) {
  const Json json = referenceFile("batching.json");
  int compared = 0;
  for (const Json& c : json.at("cases")) {
    if (c.at("scheme") != "fixed_size_without_replacement") continue;
    SCOPED_TRACE(c.dump());
    ++compared;
    const FixedSizeSamples samples(c.at("q").get<double>(), c.at("compositions").get<Index>());
    const double delta = c.at("delta"), uncertainty = c.at("uncertainty");
    const auto bound = samples.bound(c.at("sigma"), c.at("epsilon"), {128, std::log(delta)}, {});
    EXPECT_NEAR(std::exp(bound->worst()), delta, 3 * uncertainty);
    EXPECT_EQ(bound->logRemove, bound->logAdd);
    // The pair that no proof covers promises less than half of that.
    EXPECT_GT(std::exp(bound->worst()), 1.5 * c.at("unsymmetrised_remove").get<double>());
  }
  EXPECT_EQ(compared, 2);
}

TEST(FixedSizeSamples, OneStepIsAClosedForm) {
  for (const double share : {0.01, 0.3}) {
    for (const double epsilon : {0.0, 0.5, 2.0}) {
      const SubsampledGaussian step{0.75, share};
      const double exact = std::exp(step.oneStepLogDelta(Direction::Remove, epsilon));
      const auto bound = FixedSizeSamples(share, 1).bound(1.5, epsilon, {64, std::log(exact)}, {});
      EXPECT_GE(std::exp(bound->worst()), exact * (1 - 1e-7));
      EXPECT_LE(std::exp(bound->worst()), exact * 1.001);
    }
  }
}

TEST(FixedSizeSamples, EverythingAtOnceIsTheGaussianMechanism) {
  const Certified sigma = FixedSizeSamples(1, 16).certifiedNoiseMultiplier(1, 1e-5);
  EXPECT_NEAR(sigma.value, 8 * gaussianNoiseMultiplier(1, 1e-5), 1e-5 * sigma.value);
}

std::vector<Atom> sumsOf(const std::vector<double>& gradients, int batch) {
  const auto n = static_cast<unsigned>(gradients.size());
  std::vector<Atom> atoms;
  for (unsigned chosen = 0; chosen < (1U << n); ++chosen) {
    if (std::popcount(chosen) != batch) continue;
    double sum = 0;
    for (unsigned i = 0; i < n; ++i) sum += chosen >> i & 1 ? gradients[i] : 0;
    atoms.push_back({sum, 1});
  }
  for (Atom& each : atoms) each.probability /= static_cast<double>(atoms.size());
  return atoms;
}

TEST(FixedSizeSamples, NeverBelowSmallMechanisms) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 40; ++trial) {
    const int n = 2 + trial % 5, batch = 1 + static_cast<int>(unit(random) * (n - 1)), steps = 1 + trial % 2;
    const double sigma = 0.6 + 2 * unit(random), epsilon = 0.1 + unit(random);
    std::vector<double> gradients{1};
    for (int i = 1; i < n; ++i) gradients.push_back(unit(random) < 0.7 ? -1 : 2 * unit(random) - 1);
    std::vector<double> other = gradients;
    other[0] = trial % 4 == 0 ? 0 : -1;
    const auto p = sumsOf(gradients, batch), q = sumsOf(other, batch);
    const double exact = hockeyStick(p, q, sigma, epsilon, steps);
    const auto bound =
        FixedSizeSamples(static_cast<double>(batch) / n, steps).bound(sigma, epsilon, {48, std::log(exact)}, {});
    EXPECT_GE(std::exp(bound->worst()), exact * (1 - 1e-6));
  }
}

TEST(FixedSizeSamples, Extremes) {
  int at = 0;
  for (const double share : {1e-5, 1e-3, 0.3}) {
    for (const double epsilon : {0.01, 1.0, 20.0}) {
      for (const double delta : {1e-15, 1e-6}) {
        if (at++ % thorough(5, 1) != 0) continue;  // meets every value of each argument
        SCOPED_TRACE(testing::Message() << "q " << share << " epsilon " << epsilon << " delta " << delta);
        const FixedSizeSamples samples(share, 1000);
        const Certified sigma = samples.certifiedNoiseMultiplier(epsilon, delta);
        EXPECT_LE(sigma.value, samples.sensitivity() * gaussianNoiseMultiplier(epsilon, delta) * (1 + 1e-9));
        // Poisson sampling of an example that is added, at distance 2, is a part of it.
        const Certified part = PoissonSteps(share, 1000).certifiedNoiseMultiplier(epsilon, delta);
        EXPECT_GE(sigma.value, 2 * part.value * (1 - part.errorBound));
      }
    }
  }
}

TEST(FixedSizeSamples, Refuses) {
  EXPECT_THROW(FixedSizeSamples(0, 1), InvalidArgument);
  EXPECT_THROW(FixedSizeSamples(1.1, 1), InvalidArgument);
  EXPECT_THROW(FixedSizeSamples(0.5, 0), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
