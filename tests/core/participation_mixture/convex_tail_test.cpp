#include "core/monte_carlo/convex_tail.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"
#include "core/monte_carlo/weight_curve.h"
#include "core/participation_mixture/sampling/mixture_weights.h"
#include "tests/core/participation_mixture/mixtures.h"

namespace noiseloom {
namespace {

TEST(ConvexTail, DeltaIsTheIntegralOverTheTail) {
  for (const double x : {-6.0, -3.0, -0.5, 0.4}) {
    for (const double slope : {0.5, 2.0, 9.0}) {
      double sum = 0;
      constexpr double kStep = 2e-4;
      for (int at = 0; at < 200'000; ++at) {
        const double u = kStep * (at + 0.5);
        sum += kStep * std::exp(-u) * 0.5 * std::erfc((slope * u - x) / std::numbers::sqrt2);
      }
      EXPECT_NEAR(logTailDelta(x, slope), std::log(sum), 1e-5) << x << " " << slope;
    }
  }
}

// One pattern of which all take part is a Gaussian mechanism: there the loss is linear, and the line is the tail.
TEST(ConvexTail, IsNeverBelowAGaussianMechanismAndCloseToIt) {
  const ParticipationMixture mixture(squareRoot(1, 1), RandomGroups{1, 1});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const RunControl control;
  const DirectionContext context{&weights, Direction::Add, 0, 1e12, &control};
  for (const double stddev : {0.8, 1.5, 4.0}) {
    for (const double delta : {1e-9, 1e-6, 1e-3}) {
      const double epsilon = gaussianEpsilon(1 / stddev, delta);
      const auto lines = weights.lossLines(stddev);
      const auto plan = planTail(context, *lines, epsilon, std::log(delta) + 1.5, 20, 0);
      ASSERT_TRUE(plan.has_value());
      ASSERT_GT(plan->draws, 0) << stddev << " " << delta;
      const DirectionCertificate shown = certifyTail(context, *lines, epsilon, *plan, std::log(delta) + 1.5, 20, 0);
      EXPECT_GE(shown.logUpper, std::log(delta));
      EXPECT_NEAR(shown.logEstimate, std::log(delta), 1e-6);
      EXPECT_LT(shown.logUpper, std::log(delta) + 1.5);
      // Nobody shows what is not so.
      const auto vain = planTail(context, *lines, epsilon, std::log(delta) - 0.2, 20, 0);
      if (vain && vain->draws > 0) {
        EXPECT_FALSE(certifyTail(context, *lines, epsilon, *vain, std::log(delta) - 0.2, 20, 0).accepted);
      }
    }
  }
}

// With many steps lines hardly differ, and all that a bet costs is that a share might be 1: a cut saves that.
TEST(ConvexTail, CutSharesNeedFewLinesAndAreNeverBelow) {
  const ParticipationMixture mixture(squareRoot(1440, 24), SpacedSampling{24, 0.02});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const RunControl control;
  const DirectionContext context{&weights, Direction::Add, 0, 1e12, &control};
  constexpr double kStddev = 6, kEpsilon = 0.5;
  const auto lines = weights.lossLines(kStddev);
  const Tilt tilt = weights.boundedTilt(Direction::Add, kStddev, kEpsilon).tilt;
  const WeightEstimate truth =
      estimateAtProposal(*weights.sampler(tilt, kStddev, control), 5, 1, 16384, kEpsilon, control);
  const double error = std::sqrt(truth.relativeVariance / 16384);
  ASSERT_LT(error, 0.2);
  const double target = truth.logDelta + 0.5;
  const auto plan = planTail(context, *lines, kEpsilon, target, 20, 0);
  ASSERT_TRUE(plan.has_value() && plan->draws > 0);
  ASSERT_TRUE(plan->cut.has_value());
  const DirectionCertificate cut = certifyTail(context, *lines, kEpsilon, *plan, target, 20, 0);
  EXPECT_TRUE(cut.accepted);
  EXPECT_GT(cut.logUpper, truth.logDelta - 3 * error);
  TailPlan whole = *plan;
  whole.cut.reset();
  EXPECT_FALSE(certifyTail(context, *lines, kEpsilon, whole, target, 20, 0).accepted);
}

// A convex loss of two normal numbers, one of them along the line, whose delta an integral tells.
class BowlLines final : public LossLines {
 public:
  static constexpr double kRise = 1.2, kBow = 0.05;
  Index size() const override { return 1; }
  Index work() const override { return kLanes; }
  Index lossWork() const override { return kLanes; }
  void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch&, WeightBlock& block) const override {
    std::vector<std::uint64_t> words(kLanes);
    philoxWords({stream, purpose, 0}, static_cast<std::uint64_t>(index) * (kLanes / 2), words);
    boxMuller(words.data(), block.noise.data(), words.size());
  }
  void losses(const WeightBlock& block, const double* places, double* losses) const override {
    for (Index l = 0; l < kLanes; ++l) losses[l] = loss(places[l], block.noise[static_cast<std::size_t>(l)]);
  }
  static double loss(double place, double other) { return kRise * place + kBow * (other * other - 1); }
  static double delta(double epsilon) {
    constexpr double kStep = 0.01;
    double sum = 0;
    for (int i = -900; i <= 900; ++i) {
      for (int j = -900; j <= 900; ++j) {
        const double x = kStep * i, y = kStep * j;
        const double beyond = -loss(x, y) - epsilon;
        if (beyond > 0)
          sum += kStep * kStep * std::exp(-(x * x + y * y) / 2) / 2 * std::numbers::inv_pi * -std::expm1(-beyond);
      }
    }
    return sum;
  }
};

TEST(ConvexTail, BoundsFailNoMoreOftenThanTheyMay) {
  constexpr double kEpsilon = 2.5, kOdds = 20;
  constexpr int kRuns = 400;
  const double truth = std::log(BowlLines::delta(kEpsilon));
  const BowlLines lines;
  const RunControl control;
  int failures = 0, cuts = 0;
  for (int run = 0; run < kRuns; ++run) {
    const DirectionContext context{nullptr, Direction::Add, static_cast<std::uint64_t>(run), 1e12, &control};
    const auto plan = planTail(context, lines, kEpsilon, truth + 0.2, std::log(kOdds), 0);
    ASSERT_TRUE(plan.has_value() && plan->draws > 0);
    cuts += plan->cut ? 1 : 0;
    // It looks for what is not so until its draws are at an end.
    if (certifyTail(context, lines, kEpsilon, *plan, truth - 1e-6, std::log(kOdds), 0).accepted) ++failures;
  }
  EXPECT_GT(cuts, kRuns / 2);
  EXPECT_LE(failures, kRuns / kOdds + 3 * std::sqrt(kRuns / kOdds));
}

// Every line's crossing is where the loss at its bounds says that it is.
TEST(ConvexTail, CrossingsAreWithinTheirBounds) {
  for (const double rate : {0.02, 0.3}) {
    const ParticipationMixture mixture(squareRoot(48, 6), SpacedSampling{6, rate});
    const auto law = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *law);
    const auto lines = weights.lossLines(0.8);
    DrawScratch scratch(lines->size());
    WeightBlock block(lines->size(), Direction::Add);
    double least[kLanes], most[kLanes], losses[kLanes];
    for (Index index = 0; index < 8; ++index) {
      lines->draw(3, 0, index, scratch, block);
      for (const Crossing& crossing : {Crossing{-0.2, -1, 0.3}, Crossing{0.1, 2, 0.3}, Crossing{0.5, 0, 5}}) {
        boundCrossings(*lines, block, crossing, least, most);
        lines->losses(block, least, losses);
        for (const double loss : losses) EXPECT_LE(loss, crossing.loss);
        lines->losses(block, most, losses);
        for (const double loss : losses) EXPECT_GE(loss, crossing.loss);
        EXPECT_GE(most[0], least[0]);
      }
    }
  }
}

// The lines at normal places are the plain draws.
TEST(ConvexTail, LinesMakeTheLossThatDrawsHave) {
  const ParticipationMixture mixture(squareRoot(40, 4), RandomGroups{4, 0.2});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const auto lines = weights.lossLines(0.9);
  const auto plain = weights.sampler({Tilt::Kind::Mean, 0}, 0.9, {});
  DrawScratch scratch(lines->size());
  WeightBlock line(lines->size(), Direction::Add), draw(plain->size(), Direction::Add);
  double places[kLanes] = {}, losses[kLanes], expected[kLanes], factors[kLanes];
  lines->draw(1, 2, 3, scratch, line);
  plain->draw(1, 2, 3, scratch, draw);
  const MixtureColumns& columns = mixture.columns();
  for (Index i = 0; i < columns.steps; ++i) {
    for (Index l = 0; l < kLanes; ++l) {
      places[l] += draw.noise[static_cast<std::size_t>(i * kLanes + l)] / std::sqrt(columns.totalNormSquared);
    }
  }
  lines->losses(line, places, losses);
  plain->losses(draw, 0.9, expected, factors);
  for (Index l = 0; l < kLanes; ++l) EXPECT_NEAR(losses[l], expected[l], 1e-12);
}

}  // namespace
}  // namespace noiseloom
