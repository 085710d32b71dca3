#include "core/balls_in_bins/certificate.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/monte_carlo/sampled_certificate.h"
#include "tests/core/balls_in_bins/mixtures.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

constexpr Direction kBoth[] = {Direction::Remove, Direction::Add};

BinGram usual() {
  return squareRootGram(2000, 20, 16);
}

TEST(BallsInBins, DeltaIsAnUpperBoundNearQuadrature) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 3; ++round) {
    const BinGram gram = randomGram(random, 2, 3);
    for (const double epsilon : {0.0, 1.0}) {
      const double exact =
          std::max(twoBinDelta(gram, Direction::Remove, 0.9, epsilon), twoBinDelta(gram, Direction::Add, 0.9, epsilon));
      const SampledCertificate delta = certifiedDelta(gram, 0.9, epsilon, {1.1, 1e-6, 3});
      EXPECT_GT(delta.value, exact);
      EXPECT_LT(delta.value, 1.15 * exact);
      EXPECT_LE(delta.value, gaussianDelta(gram.greatestNorm() / 0.9, epsilon));
      if (delta.method == SampledMethod::MonteCarlo) {
        EXPECT_GT(delta.errorBound, 0);
        EXPECT_LT(delta.errorBound, 0.15);
        EXPECT_EQ(delta.failureProbability, 1e-6);
      }
    }
  }
}

TEST(BallsInBins, AgreesWithPlainSampling) {
  const BinGram gram = squareRootGram(120, 12, 5);
  double plain = 0, error = 0;
  for (const Direction direction : kBoth) {
    const PlainEstimate estimate = plainDelta(gram, direction, 2.5, 1, 400'000);
    if (estimate.mean > plain) plain = estimate.mean, error = estimate.standardError;
  }
  const SampledCertificate delta = certifiedDelta(gram, 2.5, 1, {1.1, 1e-9, 0});
  EXPECT_GT(delta.value, plain - 4 * error);
  EXPECT_LT(delta.value, 1.13 * plain + 4 * error);
}

TEST(BallsInBins, NoiseMeetsDeltaWithLittleToSpare) {
  const BinGram gram = usual();
  for (const double epsilon : {1.0, 8.0}) {
    const SampledCertificate noise = certifiedNoise(gram, epsilon, 1e-5);
    EXPECT_EQ(noise.method, SampledMethod::MonteCarlo);
    EXPECT_LT(noise.errorBound, 0.03);
    EXPECT_GT(noise.samples, 0);
    EXPECT_LT(noise.value, 0.8 * gram.greatestNorm() * gaussianNoiseMultiplier(epsilon, 1e-5));
    // Other, tighter numbers: delta at this noise is below the target, at four percent less noise it is above.
    EXPECT_LT(certifiedDelta(gram, noise.value, epsilon, {1.1, 1e-6, 9}).value, 1e-5);
    EXPECT_GT(certifiedDelta(gram, 0.96 * noise.value, epsilon, {1.1, 1e-6, 9}).value, 1.15e-5);
    // And through epsilon back again.
    const SampledCertificate back = certifiedEpsilon(gram, noise.value, 1e-5, {1.1, 1e-6, 4});
    EXPECT_LT(back.value, 1.01 * epsilon);
    EXPECT_GT(back.value, 0.9 * epsilon);
    const double approximate = approximateNoise(gram, epsilon, 1e-5);
    EXPECT_LT(approximate, 1.01 * noise.value);
    EXPECT_GT(approximate, 0.97 * noise.value);
  }
}

TEST(BallsInBins, EstimatesAreFiniteForAnyGramMatrix) {
  const BinGram one = binGram(ToeplitzStrategy(8, {1, 0.5}), 8);
  EXPECT_EQ(optimisticNoise(one, 1, 1e-6), approximateNoise(one, 1, 1e-6));
  std::mt19937_64 random(7);
  for (int round = 0; round < 10; ++round) {
    const BinGram gram = randomGram(random, 2 + round, 4);
    for (const double epsilon : {1e-2, 1.0, 30.0}) {
      EXPECT_TRUE(std::isfinite(optimisticNoise(gram, epsilon, 1e-6)));
      EXPECT_TRUE(std::isfinite(approximateNoise(gram, epsilon, 1e-6)));
    }
  }
}

// Bins whose certificate is made from known roots.
class KnownRoots : public ::testing::Test {
 protected:
  static constexpr double kEpsilon = 2, kDelta = 1e-5;

  SampledCertificate certified(const WeightModel& weights, const KnownRoot& known) const {
    return smallestCertified(weights, NoiseUnknown::Stddev, {unamplified, kEpsilon}, kDelta, {}, {}, CertificateTimer(),
                             std::nullopt, known);
  }

  const BinGram gram = squareRootGram(120, 12, 5);
  const double truth = approximateNoise(gram, kEpsilon, kDelta);
  const double unamplified = gram.greatestNorm() * gaussianNoiseMultiplier(kEpsilon, kDelta);
  const BinMixture mixture{gram, {}};
};

TEST_F(KnownRoots, WrongEstimatesCostNoiseAndNoClaim) {
  for (const double factor : {0.5, 0.97, 1.03, 2.0, std::nan("")}) {
    for (const bool both : {true, false}) {
      const KnownRoot known = [&](Direction direction, double) -> std::optional<DirectionRoot> {
        if (!both && direction == Direction::Add) return std::nullopt;
        return DirectionRoot{.x = std::log(factor * truth), .slope = -20};
      };
      const SampledCertificate noise = certified(BinWeights(mixture), known);
      EXPECT_GT(noise.value, 0.99 * truth) << factor;
      EXPECT_LE(noise.value, unamplified) << factor;
    }
  }
}

// Forwards, and keeps at which noise draws were made in each direction.
class WatchedWeights final : public WeightModel {
 public:
  explicit WatchedWeights(const BinMixture& mixture) : m_weights(mixture) {}
  BoundedTilt boundedTilt(Direction direction, double stddev, double epsilon) const override {
    return m_weights.boundedTilt(direction, stddev, epsilon);
  }
  double logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl& control) const override {
    return m_weights.logWeightBound(tilt, stddev, epsilon, control);
  }
  std::vector<Tilt> tiltCandidates(Direction direction, double stddev, double epsilon) const override {
    return m_weights.tiltCandidates(direction, stddev, epsilon);
  }
  std::shared_ptr<const WeightSampler> sampler(const Tilt& tilt, double stddev,
                                               const RunControl& control) const override {
    auto made = m_weights.sampler(tilt, stddev, control);
    drawnAt[made->direction() == Direction::Add].insert(stddev);
    return made;
  }
  mutable std::set<double> drawnAt[2];  // removing, adding

 private:
  BinWeights m_weights;
};

TEST_F(KnownRoots, WhatHasPassedIsNotDrawnAgainWithMoreNoise) {
  const WatchedWeights weights(mixture);
  // Removing takes more noise than adding: the first rungs are too low for the one, and not for the other.
  const KnownRoot known = [&](Direction, double) { return DirectionRoot{.x = std::log(0.97 * truth), .slope = -20}; };
  const SampledCertificate noise = certified(weights, known);
  EXPECT_GT(noise.value, 0.99 * truth);
  EXPECT_GT(noise.failureProbability, 0);
  ASSERT_FALSE(weights.drawnAt[0].empty());
  ASSERT_FALSE(weights.drawnAt[1].empty());
  EXPECT_LT(*weights.drawnAt[1].rbegin(), *weights.drawnAt[0].rbegin());
}

TEST(BallsInBins, OneBinIsExactlyTheGaussianMechanism) {
  const BinGram gram = binGram(ToeplitzStrategy(8, {1, 0.5}), 8);
  ASSERT_EQ(gram.bins, 1);
  const double norm = gram.greatestNorm();
  const SampledCertificate noise = certifiedNoise(gram, 1, 1e-6);
  EXPECT_EQ(noise.value, norm * gaussianNoiseMultiplier(1, 1e-6));
  EXPECT_EQ(noise.method, SampledMethod::Unamplified);
  EXPECT_EQ(noise.failureProbability, 0);
  EXPECT_EQ(certifiedDelta(gram, 3, 1).value, gaussianDelta(norm / 3, 1));
  EXPECT_EQ(certifiedEpsilon(gram, 3, 1e-6).value, gaussianEpsilon(norm / 3, 1e-6));
  EXPECT_EQ(approximateNoise(gram, 1, 1e-6), noise.value);
}

TEST(BallsInBins, NeverExceedsTheUnamplifiedValue) {
  // All bins alike: nothing is amplified.
  BinGram gram{5, std::vector<double>(25, 2.0)};
  for (Index i = 0; i < 5; ++i) gram.values[static_cast<std::size_t>(6 * i)] += 1e-6;
  const double norm = gram.greatestNorm();
  for (const double epsilon : {0.1, 3.0, 30.0}) {
    for (const double delta : {1e-12, 1e-4, 0.2}) {
      EXPECT_LE(certifiedNoise(gram, epsilon, delta).value, norm * gaussianNoiseMultiplier(epsilon, delta));
      EXPECT_GE(certifiedNoise(gram, epsilon, delta).value, 0.99999 * norm * gaussianNoiseMultiplier(epsilon, delta));
      EXPECT_LE(certifiedEpsilon(gram, norm, delta).value, gaussianEpsilon(1, delta));
    }
    EXPECT_LE(certifiedDelta(gram, norm, epsilon).value, gaussianDelta(1, epsilon));
  }
}

TEST(BallsInBins, IsMonotoneInEpsilonDeltaAndEntries) {
  const BinGram gram = usual();
  double last = 1e300;
  for (const double epsilon : {0.3, 0.6, 1.2, 2.4, 5.0, 10.0}) {
    const double value = certifiedNoise(gram, epsilon, 1e-6).value;
    EXPECT_LT(value, last);
    last = value;
  }
  last = 1e300;
  for (const double delta : {1e-8, 1e-6, 1e-4, 1e-2}) {
    const double value = certifiedNoise(gram, 1, delta).value;
    EXPECT_LT(value, last);
    last = value;
  }
  last = 0;
  for (const double more : {0.0, 0.5, 1.0, 2.0}) {
    BinGram raised = gram;  // still positive semidefinite: a constant is added to all products
    for (double& value : raised.values) value += more;
    const double value = certifiedNoise(raised, 1, 1e-6).value;
    EXPECT_GT(value, last);
    last = value;
  }
}

TEST(BallsInBins, OrthogonalBinsAgreeWithSampling) {
  // The grid for C = I against sampling of nearly the same thing, which is not diagonal any more.
  BinGram diagonal = binGram(IdentityStrategy(300), 30);
  BinGram nearly = diagonal;
  for (Index i = 0; i < nearly.bins; ++i) {
    for (Index j = 0; j < nearly.bins; ++j) nearly.values[static_cast<std::size_t>(i * nearly.bins + j)] += 1e-12;
  }
  for (const double epsilon : {1.0, 3.0}) {
    const SampledCertificate exact = certifiedDelta(diagonal, 2.0, epsilon);
    EXPECT_EQ(exact.method, SampledMethod::Deterministic);
    EXPECT_EQ(exact.failureProbability, 0);
    const SampledCertificate sampled = certifiedDelta(nearly, 2.0, epsilon, {1.15, 1e-6, 0});
    EXPECT_EQ(sampled.method, SampledMethod::MonteCarlo);
    EXPECT_GT(sampled.value, exact.value);
    EXPECT_LT(sampled.value, 1.3 * exact.value);
    const SampledCertificate noise = certifiedNoise(diagonal, epsilon, exact.value);
    EXPECT_EQ(noise.method, SampledMethod::Deterministic);
    EXPECT_NEAR(noise.value, 2.0, 1e-3);
    EXPECT_NEAR(certifiedEpsilon(diagonal, 2.0, exact.value).value, epsilon, 1e-3);
    EXPECT_NEAR(approximateNoise(diagonal, epsilon, exact.value), 2.0, 0.01);
  }
  // Two orthogonal bins against quadrature.
  const BinGram two{2, {1.5, 0, 0, 1.5}};
  for (const double epsilon : {0.2, 1.0}) {
    const double exact =
        std::max(twoBinDelta(two, Direction::Remove, 0.8, epsilon), twoBinDelta(two, Direction::Add, 0.8, epsilon));
    EXPECT_NEAR(certifiedDelta(two, 0.8, epsilon).value, exact, 1e-4 * exact);
  }
  // Unequal bins, where k does not divide n, count as the longest.
  const BinGram unequal = binGram(IdentityStrategy(295), 30);
  EXPECT_NE(unequal(0, 0), unequal(9, 9));
  EXPECT_EQ(certifiedDelta(unequal, 2.0, 2).value, certifiedDelta(diagonal, 2.0, 2).value);
}

TEST(BallsInBins, ScalesWithTheStrategy) {
  const BinGram gram = usual();
  BinGram scaled = gram;
  for (double& value : scaled.values) value *= 9;
  EXPECT_NEAR(certifiedNoise(scaled, 1, 1e-6).value / certifiedNoise(gram, 1, 1e-6).value, 3, 1e-3);
}

TEST(BallsInBins, SameBitsForAnyNumberOfThreads) {
  const BinGram gram = squareRootGram(1500, 15, 16);
  setParallelThreads(1);
  const SampledCertificate one = certifiedNoise(gram, 2, 1e-6);
  const double approximate = approximateNoise(gram, 2, 1e-6);
  const SampledCertificate profile = certifiedDelta(gram, one.value, 2);
  for (const unsigned threads : {2U, 3U}) {
    setParallelThreads(threads);
    const SampledCertificate more = certifiedNoise(gram, 2, 1e-6);
    EXPECT_EQ(one.value, more.value);
    EXPECT_EQ(one.samples, more.samples);
    EXPECT_EQ(one.errorBound, more.errorBound);
    EXPECT_EQ(approximateNoise(gram, 2, 1e-6), approximate);
    EXPECT_EQ(certifiedDelta(gram, one.value, 2).value, profile.value);
  }
  setParallelThreads(0);
  EXPECT_NE(certifiedDelta(gram, one.value, 2, {1.25, 1e-9, 1}).value, profile.value) << "another stream";
}

TEST(BallsInBins, ExtremeArgumentsGiveSafeAnswers) {
  const BinGram gram = squareRootGram(100, 10, 4);
  const double norm = gram.greatestNorm();
  int at = 0;
  for (const double epsilon : {1e-3, 1.0, 100.0}) {
    for (const double delta : {1e-30, 1e-5, 0.9}) {
      if (at++ % thorough(4, 1) != 0) continue;  // a diagonal
      const SampledCertificate noise = certifiedNoise(gram, epsilon, delta);
      EXPECT_TRUE(noise.value > 0 && std::isfinite(noise.value) && std::isfinite(noise.errorBound));
      EXPECT_LE(noise.value, norm * gaussianNoiseMultiplier(epsilon, delta));
      // No batching hides more than which bin it is: delta is at least a bin's share of the unamplified one,
      // P(S) - e^eps Q(S) >= (1/b) (N(m_i)(S) - e^(eps + log b) Q(S)).
      const double shared = gaussianDelta(norm / noise.value, epsilon + std::log(10.0)) / 10;
      EXPECT_LE(shared, delta * (1 + 1e-9)) << "epsilon " << epsilon << " delta " << delta;
      EXPECT_TRUE(std::isfinite(approximateNoise(gram, epsilon, delta)));
    }
    for (const double stddev : {1e-3, 1.0}) {
      const SampledCertificate delta = certifiedDelta(gram, stddev, epsilon);
      EXPECT_TRUE(delta.value >= 0 && delta.value <= 1);
      EXPECT_LE(delta.value, gaussianDelta(norm / stddev, epsilon));
    }
  }
  EXPECT_EQ(certifiedEpsilon(gram, 1e9, 1e-3).value, 0);
}

TEST(BallsInBins, NearlyOrthogonalBinsAreCertifiedSomewhereBelowTheUnamplifiedNoise) {
  // The greatest weights are far above delta here, so that the certificate may be loose; the estimate is not.
  const BinGram gram = squareRootGram(2000, 20, 2);
  const double worst = gram.greatestNorm() * gaussianNoiseMultiplier(1, 1e-8);
  const SampledCertificate noise = certifiedNoise(gram, 1, 1e-8);
  EXPECT_LT(noise.value, 0.4 * worst);
  const double orthogonal = approximateNoise(binGram(IdentityStrategy(2000), 20), 1, 1e-8);
  const double approximate = approximateNoise(gram, 1, 1e-8);
  EXPECT_GT(approximate, orthogonal) << "its entries are not smaller";
  EXPECT_LT(approximate, 1.2 * orthogonal);
  EXPECT_GT(noise.value, approximate);
}

TEST(BallsInBins, RefusesArgumentsByName) {
  const BinGram gram = squareRootGram(100, 10, 4);
  const auto refused = [&](const auto& call) {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return std::string("accepted");
  };
  const double nan = std::nan("");
  for (const double bad : {-1e-9, -1.0, nan, HUGE_VAL}) {
    EXPECT_EQ(refused([&] { certifiedNoise(gram, bad, 1e-5); }), "epsilon");
    EXPECT_EQ(refused([&] { approximateNoise(gram, bad, 1e-5); }), "epsilon");
  }
  for (const double bad : {0.0, -1.0, nan, HUGE_VAL}) {
    EXPECT_EQ(refused([&] { certifiedDelta(gram, bad, 1); }), "stddev");
    EXPECT_EQ(refused([&] { certifiedEpsilon(gram, bad, 1e-5); }), "stddev");
  }
  for (const double bad : {0.0, -1.0, 1.0, nan}) {
    EXPECT_EQ(refused([&] { certifiedNoise(gram, 1, bad); }), "delta");
    EXPECT_EQ(refused([&] { certifiedEpsilon(gram, 1, bad); }), "delta");
  }
  for (const double bad : {0.0, -1.0, 1e-301, 1.0001e-3, 0.5, 1.0, nan}) {
    EXPECT_EQ(refused([&] { certifiedNoise(gram, 1, 1e-5, {1.25, bad, 0}); }), "failure_probability");
    EXPECT_EQ(refused([&] { certifiedDelta(gram, 1, 1, {1.25, bad, 0}); }), "failure_probability");
    EXPECT_EQ(refused([&] { certifiedEpsilon(gram, 1, 1e-5, {1.25, bad, 0}); }), "failure_probability");
  }
  EXPECT_EQ(refused([&] { certifiedDelta(gram, 1, -1e-9); }), "epsilon");
  EXPECT_EQ(refused([&] { certifiedDelta(gram, 1, nan); }), "epsilon");
  for (const double bad : {1.0, 0.5, nan}) {
    EXPECT_EQ(refused([&] { certifiedNoise(gram, 1, 1e-5, {bad, 1e-9, 0}); }), "tau");
  }
  EXPECT_EQ(refused([&] { certifiedNoise({}, 1, 1e-5); }), "bins");
}

}  // namespace
}  // namespace noiseloom
