#include "core/balls_in_bins/sampling/bin_sampler.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/balls_in_bins/log_mean_exp.h"
#include "core/balls_in_bins/sampling/profile_factor.h"
#include "core/balls_in_bins/sampling/toeplitz_factor.h"
#include "core/base/errors.h"
#include "core/monte_carlo/philox.h"
#include "core/monte_carlo/weight_sample.h"
#include "tests/core/balls_in_bins/mixtures.h"

namespace noiseloom {
namespace {

using Kind = Tilt::Kind;
constexpr Kind kKinds[] = {Kind::Tuple, Kind::Single, Kind::Mean};

Direction directionOf(Kind kind) {
  return kind == Kind::Mean ? Direction::Add : Direction::Remove;
}

// Mean and standard error of the weights.
PlainEstimate sampled(const BinMixture& mixture, Tilt tilt, double stddev, double at, double epsilon, Index count) {
  const WeightSample sample(std::make_shared<BinSampler>(mixture, tilt, stddev), 1, 1, count, 1e12, {});
  const WeightEstimate estimate = sample.at(at, epsilon);
  const double mean = std::exp(estimate.logDelta);
  return {mean, mean * std::sqrt(estimate.relativeVariance / static_cast<double>(sample.count()))};
}

TEST(Philox, GivesThePublishedWords) {
  // Known answers of the algorithm's authors for Philox4x32-10.
  std::uint64_t words[2];
  philoxWords({0, 0, 0}, 0, words);
  EXPECT_EQ(words[0], 0xe169c58d6627e8d5U);
  EXPECT_EQ(words[1], 0x9b00dbd8bc57ac4cU);
  philoxWords({0xffffffffffffffffU, 0xffffffffU, 0xffffffffU}, 0xffffffffffffffffU, words);
  EXPECT_EQ(words[0], 0x41c83b0e408f276dU);
  EXPECT_EQ(words[1], 0x6d5451fda20bc7c6U);
  philoxWords({0x299f31d0a4093822U, 0x13198a2eU, 0x03707344U}, 0x85a308d3243f6a88U, words);
  EXPECT_EQ(words[0], 0x94fdccebd16cfe09U);
  EXPECT_EQ(words[1], 0x24126ea15001e420U);
}

TEST(LogMeanExp, GivesThePrivacyLossOfAKnownOutput) {
  // sigma = 1, C with the column (1, 0.5), two bins, n = 4, and the output y = (1, 0.5, 1, 0.5), which is m_0: its
  // inner products with the means are the first row of the Gram matrix.
  const BinGram gram = binGram(ToeplitzStrategy(4, {1, 0.5}), 2);
  AlignedBuffer products(2 * kLanes);
  for (std::size_t i = 0; i < 2; ++i) products[i * kLanes] = gram.values[i];
  const double base[] = {-gram(0, 0) / 2, -gram(1, 1) / 2};
  double losses[kLanes], means[kLanes];
  logMeanExp(2, base, nullptr, 0, products.data(), 1, losses, means);
  EXPECT_NEAR(losses[0], 0.9052974004, 5e-11);
}

TEST(LogMeanExp, AgreesWithTheLibraryOverAllMagnitudes) {
  constexpr Index kBins = 37;
  AlignedBuffer noise(kBins * kLanes), shift(kBins * kLanes);
  std::vector<double> base(kBins);
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const double scale : {1e-3, 1.0, 40.0, 3000.0}) {
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = scale * normal(random), shift[i] = normal(random);
    for (double& value : base) value = scale * normal(random);
    double losses[kLanes], means[kLanes];
    logMeanExp(kBins, base.data(), shift.data(), 0.5, noise.data(), 0.25, losses, means);
    for (std::size_t l = 0; l < kLanes; ++l) {
      double most = -1e300, sum = 0, mean = 0;
      const auto a = [&](std::size_t i) {
        return base[i] + 0.5 * shift[i * kLanes + l] + 0.25 * noise[i * kLanes + l];
      };
      for (std::size_t i = 0; i < kBins; ++i) most = std::max(most, a(i)), mean += noise[i * kLanes + l] / kBins;
      for (std::size_t i = 0; i < kBins; ++i) sum += std::exp(a(i) - most);
      EXPECT_NEAR(losses[l], most + std::log(sum / kBins), 1e-13 * std::max(1.0, std::abs(losses[l])));
      EXPECT_NEAR(means[l], mean, 1e-12 * scale);
    }
  }
}

Eigen::Map<const Eigen::MatrixXd> matrix(const BinGram& gram) {
  return {gram.values.data(), gram.bins, gram.bins};
}

/// Of one of the vectors that the factor makes of standard normals.
Eigen::MatrixXd covariance(const GramFactor& factor, Index size) {
  constexpr Index kLane = 3;
  AlignedBuffer in(static_cast<std::size_t>(factor.inputs() * kLanes)), out(static_cast<std::size_t>(size * kLanes));
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size), made(size, 2);
  for (Index j = 0; j < factor.inputs(); ++j) {
    for (const Index from : {kLane - 1, kLane}) {
      in.clear();
      in[static_cast<std::size_t>(j * kLanes + from)] = 1;
      factor.multiply(in.data(), out.data());
      for (Index i = 0; i < size; ++i) made(i, kLane - from) = out[static_cast<std::size_t>(i * kLanes + kLane)];
    }
    sum.noalias() += made * made.transpose();
  }
  return sum;
}

BinGram plainGram(Index iterations, Index epochs, Index bands) {
  return squareRootGram(iterations, epochs, bands, ColumnScaling::None);
}

TEST(ToeplitzFactor, MakesWhatItRaisesTheGramMatrixTo) {
  struct Case {
    Index n, epochs;
    Index bands;  // 0: all
  };
  // Whole and broken last epochs, and bands that end, which takes the largest rank.
  for (const Case& each : {Case{2000, 10, 0}, {1993, 10, 0}, {600, 3, 0}, {1500, 5, 1200}}) {
    SCOPED_TRACE(std::to_string(each.n) + " steps, " + std::to_string(each.bands) + " bands");
    const BinGram gram = plainGram(each.n, each.epochs, each.bands > 0 ? each.bands : each.n);
    BinGram raised = gram;
    const auto factor = ToeplitzFactor::of(raised, 1 << 30, {});
    ASSERT_TRUE(factor);
    EXPECT_LT((covariance(*factor, gram.bins) - matrix(raised)).cwiseAbs().maxCoeff(), 3e-12 * gram(0, 0));
    EXPECT_GE((matrix(raised) - matrix(gram)).minCoeff(), 0);
    EXPECT_LE((matrix(raised) - matrix(gram)).maxCoeff(), (each.bands == 0 ? 1e-8 : 1e-5) * gram(0, 0));
  }
}

TEST(ToeplitzFactor, MakesAToeplitzMatrixOfWhichNothingFallsOff) {
  constexpr Index kBins = 200;
  BinGram gram{kBins, {}};
  for (Index i = 0; i < kBins; ++i) {
    for (Index j = 0; j < kBins; ++j) gram.values.push_back(std::pow(0.9, std::abs(i - j)));
  }
  const auto factor = ToeplitzFactor::of(gram, 1 << 30, {});
  ASSERT_TRUE(factor);
  EXPECT_LT((covariance(*factor, kBins) - matrix(gram)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ToeplitzFactor, RefusesWhatIsNoToeplitzMatrixLessOneOfSmallRank) {
  std::mt19937_64 random(4);
  BinGram gram = randomGram(random, 200, 300);
  EXPECT_FALSE(ToeplitzFactor::of(gram, 1 << 30, {}));
  // And what it would be no use for.
  BinGram few = plainGram(400, 10, 400), many = plainGram(2000, 10, 2000);
  EXPECT_FALSE(ToeplitzFactor::of(few, 1 << 30, {}));
  EXPECT_FALSE(ToeplitzFactor::of(many, 1000, {}));
}

TEST(ProfileFactor, ReproducesBandedAndFullMatrices) {
  std::mt19937_64 random(4);
  for (const BinGram& gram :
       {squareRootGram(400, 10, 5), squareRootGram(130, 10, 13), randomGram(random, 9, 20), randomGram(random, 1, 1)}) {
    const ProfileFactor factor(gram.values, gram.bins, {});
    EXPECT_LT((covariance(factor, gram.bins) - matrix(gram)).cwiseAbs().maxCoeff(), 1e-12 * gram(0, 0));
  }
  // A band of 5 with its corner, not a triangle.
  const BinGram banded = squareRootGram(4000, 10, 5);
  EXPECT_LT(ProfileFactor(banded.values, banded.bins, {}).work(), 400 * 16);
  EXPECT_THROW(ProfileFactor({1, 2, 2, 1}, 2, {}), InvalidArgument);
}

TEST(BinSampler, OneBinIsTheGaussianMechanism) {
  const BinMixture mixture({1, {4.0}}, {});
  for (const Kind kind : kKinds) {
    for (const double tilt : {1.0, 2.0, 3.0}) {
      const double stddev = 4;
      const PlainEstimate estimate = sampled(mixture, {kind, tilt}, stddev, stddev, 0.6, 100'000);
      EXPECT_NEAR(estimate.mean, gaussianDelta(2 / stddev, 0.6), 5 * estimate.standardError);
      EXPECT_LT(estimate.standardError, 0.02 * estimate.mean);
    }
  }
}

TEST(BinSampler, TwoBinsAgreeWithQuadratureAtEveryTilt) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 4; ++round) {
    const BinGram gram = randomGram(random, 2, 3);
    const BinMixture mixture(gram, {});
    const double stddev = 1.2;
    for (const double epsilon : {0.0, 0.7, 1.5}) {
      for (const Kind kind : kKinds) {
        const double exact = twoBinDelta(gram, directionOf(kind), stddev, epsilon);
        for (const double tilt : {1.0, 2.0, 3.0}) {
          // At the proposal's stddev, and away from it.
          for (const double proposal : {1.2, 1.35, 1.1}) {
            const PlainEstimate estimate = sampled(mixture, {kind, tilt}, proposal, stddev, epsilon, 40'000);
            EXPECT_NEAR(estimate.mean, exact, 5 * estimate.standardError + 1e-5 * exact)
                << "kind " << static_cast<int>(kind) << " round " << round << " epsilon " << epsilon << " tilt " << tilt
                << " proposal " << proposal;
            EXPECT_LT(estimate.standardError, 0.1 * exact);
          }
        }
      }
    }
  }
}

TEST(BinSampler, ManyBinsAgreeWithPlainSampling) {
  const BinGram gram = squareRootGram(200, 10, 6);
  const BinMixture mixture(gram, {});
  const double stddev = 3.2;
  for (const Direction direction : {Direction::Remove, Direction::Add}) {
    const PlainEstimate plain = plainDelta(gram, direction, stddev, 1, 400'000);
    ASSERT_GT(plain.mean, 1e-5);
    const Tilt tilt = boundedTilt(mixture, direction, stddev, 1).tilt;
    const PlainEstimate estimate = sampled(mixture, tilt, stddev, stddev, 1, 40'000);
    EXPECT_NEAR(estimate.mean, plain.mean, 4 * std::hypot(plain.standardError, estimate.standardError));
    EXPECT_LT(estimate.standardError, plain.standardError) << "with a tenth of the draws";
  }
}

TEST(BinSampler, NoWeightExceedsItsBound) {
  // Adversarial: tuples as drawn, outputs anywhere.
  std::mt19937_64 random(21);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 6; ++round) {
    const Index bins = 2 + round % 3;
    // Nearly equal bins come nearest to the bound.
    BinGram gram = round < 3 ? randomGram(random, bins, 4)
                             : BinGram{bins, std::vector<double>(static_cast<std::size_t>(bins * bins), 1)};
    for (Index i = 0; i < bins; ++i) gram.values[static_cast<std::size_t>(i * (bins + 1))] += 1e-9;
    const BinMixture mixture(gram, {});
    for (const double stddev : {0.5, 1.0, 2.0}) {
      for (const double tilt : {1.0, 2.0, 3.0, 4.0}) {
        for (const Kind kind : kKinds) {
          const double bound = logWeightBound(mixture, {kind, tilt}, stddev, 1);
          const BinSampler sampler(mixture, {kind, tilt}, stddev);
          const Direction direction = directionOf(kind);
          DrawScratch scratch(bins);
          WeightBlock block(bins, direction);
          double loss[kLanes], factor[kLanes];
          double greatest = -1e300;
          for (Index index = 0; index < 4; ++index) {
            sampler.draw(3, 3, index, scratch, block);
            for (int move = 0; move < 40; ++move) {
              for (Index l = 0; l < kLanes; ++l) {
                const double along = 2 * (tilt + 2) / stddev * uniform(random);
                for (Index i = 0; i < bins; ++i) {
                  block.noise[static_cast<std::size_t>(i * kLanes + l)] =
                      along * gram(0, i) + (round < 3 ? 0.2 * normal(random) * gram(i, i) : 0);
                }
              }
              sampler.losses(block, stddev, loss, factor);
              for (Index l = 0; l < kLanes; ++l)
                greatest = std::max(greatest, logWeight(direction, 1, loss[l], factor[l]));
            }
          }
          EXPECT_LE(greatest, bound + 1e-12);
          if (round >= 3 && tilt > 1) {
            EXPECT_GT(greatest, bound - 0.02) << "the bound is attained where all bins agree";
          }
        }
      }
    }
  }
}

TEST(BinSampler, EstimatesThatMissedLargeWeightsAreDropped) {
  std::vector<WeightEstimate> estimates{{std::log(1e-5), 4}, {std::log(1e-7), 0.5}, kNoEstimate, {std::log(1.1e-5), 9}};
  dropImplausible(estimates, 400);
  EXPECT_TRUE(std::isfinite(estimates[0].logDelta));
  EXPECT_FALSE(std::isfinite(estimates[1].logDelta));
  EXPECT_FALSE(std::isfinite(estimates[2].logDelta));
  EXPECT_TRUE(std::isfinite(estimates[3].logDelta));
}

TEST(BinSampler, RefusesWhatIsNoGramMatrix) {
  EXPECT_THROW(BinMixture({2, {1, 0, 0}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({2, {1, 0.1, 0.2, 1}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({2, {1, -0.1, -0.1, 1}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({2, {1, 0, 0, 0}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({2, {1, 2, 2, 1}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({2, {1, std::nan(""), std::nan(""), 1}}, {}), InvalidArgument);
  EXPECT_THROW(BinMixture({0, {}}, {}), InvalidArgument);
}

TEST(BinSampler, DrawsOfOrthogonalBinsAreThoseOfAnyBins) {
  // A coupling that is next to nothing takes the way of all matrices.
  for (const auto& [bins, stddev] : {std::pair<Index, double>{3, 0.7}, {40, 0.4}, {40, 3.0}, {200, 0.15}}) {
    BinGram diagonal{bins, std::vector<double>(static_cast<std::size_t>(bins * bins), 0)};
    for (Index i = 0; i < bins; ++i) diagonal.values[static_cast<std::size_t>(i * (bins + 1))] = i % 3 == 0 ? 1 : 0.9;
    BinGram coupled = diagonal;
    coupled.values[1] = coupled.values[static_cast<std::size_t>(bins)] = 1e-13;
    const BinMixture alone(diagonal, {}), any(coupled, {});
    ASSERT_TRUE(alone.diagonal && !any.diagonal);
    for (const double tuple : {1.0, 2.0, 5.0, 12.0}) {
      const BinSampler quick(alone, {Kind::Tuple, tuple}, stddev), slow(any, {Kind::Tuple, tuple}, stddev);
      DrawScratch scratch(bins);
      WeightBlock left(bins, Direction::Remove), right(bins, Direction::Remove);
      for (Index index = 0; index < 4; ++index) {
        quick.draw(3, 5, index, scratch, left);
        slow.draw(3, 5, index, scratch, right);
        for (Index i = 0; i < bins * kLanes; ++i)
          ASSERT_NEAR(left.shift[static_cast<std::size_t>(i)], right.shift[static_cast<std::size_t>(i)], 1e-9);
        for (Index l = 0; l < kLanes; ++l) {
          ASSERT_NEAR(left.pairs[l], right.pairs[l], 1e-9);
          ASSERT_NEAR(left.logProposal[l], right.logProposal[l], 1e-9 * (1 + std::abs(right.logProposal[l])));
        }
      }
    }
  }
}

TEST(BinSampler, DirectionsHaveDrawsOfTheirOwn) {
  // What one direction's certificate says steers the other's: nothing of its draws may come back there.
  const BinMixture mixture({3, {1, 0, 0, 0, 1, 0, 0, 0, 1}}, {});
  DrawScratch scratch(3);
  WeightBlock removed(3, Direction::Remove), added(3, Direction::Add);
  BinSampler(mixture, {Tilt::Kind::Single, 2}, 1).draw(5, 1024, 7, scratch, removed);
  BinSampler(mixture, {Tilt::Kind::Mean, 2}, 1).draw(5, 1024, 7, scratch, added);
  double products = 0;
  for (std::size_t i = 0; i < 3 * kLanes; ++i) {
    EXPECT_NE(removed.noise[i], added.noise[i]);
    products += removed.noise[i] * added.noise[i];
  }
  EXPECT_LT(std::abs(products), 5 * std::sqrt(3.0 * kLanes));
}

}  // namespace
}  // namespace noiseloom
