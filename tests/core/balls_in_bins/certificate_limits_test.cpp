#include "core/balls_in_bins/certificate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/monte_carlo/weight_sample.h"
#include "tests/core/balls_in_bins/mixtures.h"
#include "tests/processor_time.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

// Processor time from asking for a stop, `after` seconds of work, to the result.
double secondsToStop(const BinGram& gram, double after) {
  std::stop_source source;
  double asked = 0;
  const double start = processorSeconds();
  std::jthread stopper([&](const std::stop_token& done) {
    while (processorSeconds() - start < after && !done.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    asked = processorSeconds();
    source.request_stop();
  });
  const SampledCertificate noise = certifiedNoise(gram, 1, 1e-8, {1.01, 1e-12, 0}, {source.get_token(), {}});
  const double end = processorSeconds();
  stopper.request_stop();
  stopper.join();
  EXPECT_TRUE(noise.stopped);
  EXPECT_EQ(noise.method, SampledMethod::Unamplified);
  EXPECT_EQ(noise.value, gram.greatestNorm() * gaussianNoiseMultiplier(1, 1e-8));
  return end - asked;
}

TEST(BallsInBins, StopsSoonWithTheSafeValue) {
  const BinGram gram = squareRootGram(20'000, 10, 64);
  for (const double after : {0.001, 0.03, 0.2}) EXPECT_LT(secondsToStop(gram, after), 0.1) << after;
}

TEST(BallsInBins, StopsSoonWithTheMostBinsToo) {
  // Sixteen million products: the check, the factor, and then bounds, tilts and draws that take a while each.
  const BinGram gram = binGram(ToeplitzStrategy(kMostBins, std::vector<double>(kMostBins, 1.0)), 1);
  for (const double after : {0.02, 0.1, 1.0, 4.0}) {
    if (after > thorough(1.0, 4.0)) break;
    EXPECT_LT(secondsToStop(gram, after), 0.15) << after;
  }
}

TEST(BallsInBins, StopsInsideWhatTakesTheSquareOfTheBins) {
  std::stop_source source;
  source.request_stop();
  const RunControl stopped{source.get_token(), {}};
  const BinMixture mixture(binGram(ToeplitzStrategy(2048, std::vector<double>(2048, 1.0)), 1), {});
  const Tilt tilt{Tilt::Kind::Tuple, 64};
  const auto share = [](const auto& whole, const auto& part) {
    double start = processorSeconds();
    whole();
    const double all = processorSeconds() - start;
    start = processorSeconds();
    part();
    return (processorSeconds() - start) / all;
  };
  EXPECT_LT(
      share([&] { logWeightBound(mixture, tilt, 40, 1); }, [&] { logWeightBound(mixture, tilt, 40, 1, stopped); }),
      0.1);
  EXPECT_LT(share([&] { binAffinity(mixture, 40); }, [&] { binAffinity(mixture, 40, stopped); }), 0.1);
  EXPECT_LT(share([&] { BinMixture(mixture.gram, {}); }, [&] { BinMixture(mixture.gram, stopped); }), 0.1);
  const WeightSample sample(std::make_shared<BinSampler>(mixture, Tilt{Tilt::Kind::Mean, 1}, 40), 0, 0, 1024, 1e12, {});
  EXPECT_LT(share([&] { sample.at(40, 1); }, [&] { sample.at(40, 1, stopped); }), 0.1);
}

void expectSafe(const BinGram& gram, double epsilon, double delta, const SampledOptions& options = {}) {
  SCOPED_TRACE(testing::Message() << gram.bins << " bins, epsilon " << epsilon << ", delta " << delta);
  const double start = processorSeconds();
  const double norm = gram.greatestNorm(), worst = norm * gaussianNoiseMultiplier(epsilon, delta);
  const SampledCertificate noise = certifiedNoise(gram, epsilon, delta, options);
  const SampledCertificate profile = certifiedDelta(gram, noise.value, epsilon, options);
  const SampledCertificate back = certifiedEpsilon(gram, noise.value, delta, options);
  for (const SampledCertificate& each : {noise, profile, back}) {
    EXPECT_TRUE(std::isfinite(each.value) && each.value >= 0);
    EXPECT_TRUE(each.errorBound >= 0 && each.errorBound <= 1);
    EXPECT_TRUE(each.method == SampledMethod::MonteCarlo ? each.failureProbability == options.failureProbability
                                                         : each.failureProbability == 0);
    EXPECT_FALSE(each.stopped);
  }
  EXPECT_LE(noise.value, worst);
  EXPECT_LE(profile.value, gaussianDelta(norm / noise.value, epsilon));
  EXPECT_LE(back.value, gaussianEpsilon(norm / noise.value, delta));
  // A bin's share of the unamplified delta is the least there can be.
  const double bins = static_cast<double>(gram.bins);
  const double least = gaussianDelta(std::sqrt(gram(0, 0)) / noise.value, epsilon + std::log(bins)) / bins;
  EXPECT_LE(least, delta * (1 + 1e-9));
  EXPECT_LE(least, profile.value * (1 + 1e-9));
  EXPECT_LT(processorSeconds() - start, 20);
}

TEST(BallsInBins, CornersAreSafeFiniteAndSoonDone) {
  const BinGram few = squareRootGram(500, 20, 8);
  expectSafe(few, 1, 1e-6, {1.25, 1e-300, 0});
  expectSafe(few, 1, 1e-6, {1.25, 1e-3, 0});
  expectSafe(few, 1, 1e-6, {thorough(1.1, 1.001), 1e-9, 0});
  const BinGram same{6, std::vector<double>(36, 3.0)};
  const BinGram once = squareRootGram(48, 1, 8);  // as many bins as iterations
  const BinGram orthogonal{2, {1, 0, 0, 1}};
  const BinGram nearly{2, {1, 1e-9, 1e-9, 1}};
  int at = 0;
  for (const BinGram& gram : {few, same, once, orthogonal, nearly}) {
    for (const double epsilon : {1e-3, 100.0}) {
      for (const double delta : {0.5, 1e-30}) {
        if (at++ % thorough(3, 1) == 0) expectSafe(gram, epsilon, delta);
      }
    }
  }
  expectSafe(orthogonal, 0.01, 1e-100);
}

TEST(BallsInBins, StatesAnErrorOfOneWhereItIsNotKnown) {
  const BinGram nearly{2, {1, 1e-9, 1e-9, 1}};
  for (const double stddev : {20.0, 40.0, 300.0}) {
    for (const double epsilon : {0.5, 1.0, 3.0}) {
      const SampledCertificate delta = certifiedDelta(nearly, stddev, epsilon);
      EXPECT_TRUE(delta.errorBound >= 0 && delta.errorBound <= 1) << delta.errorBound;
      const bool unknown = delta.method == SampledMethod::Unamplified && delta.value > 0;
      EXPECT_TRUE(!unknown || delta.errorBound == 1) << delta.errorBound;
    }
  }
}

}  // namespace
}  // namespace noiseloom
