#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "core/monte_carlo/weight_sample.h"
#include "tests/core/participation_mixture/mixtures.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

using Kind = Tilt::Kind;

struct Case {
  Index n;
  Index bands;
  ParticipationMixture::Law law;
};

std::vector<Case> cases() {
  return {{9, 3, RandomGroups{3, 0.4}},   {8, 2, RandomGroups{3, 1}},     {5, 1, RandomGroups{1, 0.3}},
          {9, 3, SpacedSampling{3, 0.3}}, {8, 2, SpacedSampling{4, 0.2}}, {6, 2, SpacedSampling{2, 1}}};
}

bool known(const Case& each, const Tilt& tilt) {
  return tilt.kind != Kind::Single || std::holds_alternative<RandomGroups>(each.law);
}

const std::vector<Tilt>& allTilts() {
  static const std::vector<Tilt> tilts{{Kind::Blocks, 1},
                                       {Kind::Blocks, 2},
                                       {Kind::Blocks, 4},
                                       {Kind::Blocks, 6},
                                       {Kind::Single, 2},
                                       {Kind::Single, 5},
                                       {Kind::Tuple, 1},
                                       {Kind::Tuple, 3},
                                       {Kind::Tuple, 6},
                                       {Kind::Mean, 1.5},
                                       {Kind::Mean, 4},
                                       {Kind::Mean, 3, 0.7},
                                       {Kind::Joint, 1},
                                       {Kind::Joint, 3},
                                       {Kind::Joint, 2, 1, 1.5},
                                       {.kind = Kind::Blocks, .t = 6, .block = 3},
                                       {.kind = Kind::Blocks, .t = 9, .block = 3},
                                       {.kind = Kind::Blocks, .t = 8, .block = 4}};
  return tilts;
}

// delta by drawing outputs as the definition says.
WeightEstimate plain(const MixtureColumns& columns, const std::map<unsigned, double>& patterns, Direction direction,
                     double stddev, double epsilon, int draws) {
  std::mt19937_64 random(17);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  AlignedBuffer z(static_cast<std::size_t>(columns.steps * kLanes)), noise(z.size());
  double sum = 0, squares = 0;
  int count = 0;
  for (; count < draws; count += kLanes) {
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = normal(random);
    columns.transposed.multiply(z.data(), noise.data());
    for (Index l = 0; l < kLanes; ++l) {
      unsigned drawn = 0;
      double left = uniform(random);
      for (const auto& [pattern, chance] : patterns) {
        drawn = pattern;
        if ((left -= chance) < 0) break;
      }
      std::vector<double> y;
      for (Index i = 0; i < columns.steps; ++i) {
        const double moved = direction == Direction::Remove ? product(columns, 1U << i, drawn) : 0;
        y.push_back(moved + stddev * noise[static_cast<std::size_t>(i * kLanes + l)]);
      }
      const double loss = plainLoss(columns, patterns, stddev, y);
      const double exponent = direction == Direction::Remove ? epsilon - loss : epsilon + loss;
      const double weight = exponent < 0 ? -std::expm1(exponent) : 0;
      sum += weight;
      squares += weight * weight;
    }
  }
  const double mean = sum / count;
  return {std::log(mean), (squares / count - mean * mean) / (mean * mean) / count};
}

TEST(MixtureWeights, EveryTiltHasTheMeanThatTheDefinitionHas) {
  int precise = 0, vague = 0, at = 0;
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands), each.law);
    const auto law = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *law);
    const auto patterns = patternsOf(each.law, each.n);
    const double stddev = 2.2, epsilon = 0.4;
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      const int draws = thorough(50'000, 200'000);
      const WeightEstimate expected = plain(mixture.columns(), patterns, direction, stddev, epsilon, draws);
      for (const Tilt& tilt : allTilts()) {
        if ((tilt.kind == Kind::Mean) != (direction == Direction::Add) || !known(each, tilt)) continue;
        if (tilt.kind == Kind::Mean && !std::isfinite(law->slowed(tilt.rate).divergence)) continue;
        // At the proposal's stddev, and away from it.
        for (const double proposal : {2.2, 2.4, 2.05}) {
          if (at++ % thorough(5, 1) != 0) continue;
          const WeightSample sample(weights.sampler(tilt, proposal, {}), 1, 1, 40'000, 1e12, {});
          const WeightEstimate estimate = sample.at(stddev, epsilon);
          const double error =
              std::sqrt(estimate.relativeVariance / static_cast<double>(sample.count()) + expected.relativeVariance);
          // Some tilts are far from where the weights are.
          ++(error < 0.05 ? precise : vague);
          EXPECT_NEAR(estimate.logDelta, expected.logDelta, 5 * error)
              << "n " << each.n << " kind " << static_cast<int>(tilt.kind) << " t " << tilt.t << " at " << proposal;
        }
      }
    }
  }
  EXPECT_GT(precise, 3 * vague);
}

TEST(MixtureWeights, NoWeightExceedsItsBound) {
  // Adversarial: patterns as drawn, outputs anywhere.
  std::mt19937_64 random(23);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands, ColumnScaling::None), each.law);
    const auto law = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *law);
    for (const double stddev : {0.6, 1.5}) {
      for (const Tilt& tilt : allTilts()) {
        if (tilt.kind == Kind::Tuple || !known(each, tilt)) continue;
        const double bound = weights.logWeightBound(tilt, stddev, 0.8, {});
        if (bound > 300) continue;
        const auto sampler = weights.sampler(tilt, stddev, {});
        DrawScratch scratch(each.n);
        WeightBlock block(each.n, sampler->direction());
        AlignedBuffer z(static_cast<std::size_t>(each.n * kLanes));
        double loss[kLanes], factor[kLanes], greatest = -1e300;
        for (Index index = 0; index < 4; ++index) {
          sampler->draw(3, 3, index, scratch, block);
          for (int move = 0; move < 30; ++move) {
            for (std::size_t i = 0; i < z.size(); i += kLanes) {
              for (std::size_t l = 0; l < kLanes; ++l) {
                z[i + l] = 2 * (tilt.t * tilt.power + 2) / stddev * uniform(random) / static_cast<double>(each.n) +
                           normal(random);
              }
            }
            mixture.columns().transposed.multiply(z.data(), block.noise.data());
            sampler->losses(block, stddev, loss, factor);
            for (Index l = 0; l < kLanes; ++l)
              greatest = std::max(greatest, logWeight(sampler->direction(), 0.8, loss[l], factor[l]));
          }
          sampler->draw(3, 3, index, scratch, block);
          sampler->logWeights(block, stddev, 0.8, loss, {});
          for (const double mean : loss) greatest = std::max(greatest, mean);
        }
        EXPECT_LE(greatest, bound + 1e-9) << "kind " << static_cast<int>(tilt.kind) << " t " << tilt.t;
        EXPECT_GT(greatest, -1e300);
      }
    }
  }
}

TEST(MixtureWeights, BoundsAreAttainedByOnePattern) {
  // All participate in the one step: a Gaussian mechanism, whose weights come close to the bound.
  const ParticipationMixture mixture(squareRoot(1, 1), RandomGroups{1, 1});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  for (const Tilt& tilt : {Tilt{Kind::Blocks, 4}, Tilt{Kind::Single, 4}, Tilt{Kind::Joint, 4},
                           Tilt{Kind::Joint, 2, 1, 2}, Tilt{Kind::Mean, 3}}) {
    const auto sampler = weights.sampler(tilt, 2, {});
    DrawScratch scratch(1);
    WeightBlock block(1, sampler->direction());
    double loss[kLanes], factor[kLanes], greatest = 0;
    for (Index i = 0; i < 64; ++i) {
      sampler->draw(1, 1, i, scratch, block);
      sampler->losses(block, 2, loss, factor);
      for (Index l = 0; l < kLanes; ++l) {
        const double weight = logWeight(sampler->direction(), 0.5, loss[l], factor[l]);
        greatest = std::max(greatest, std::exp(weight - weights.logWeightBound(tilt, 2, 0.5, {})));
      }
    }
    EXPECT_GT(greatest, 0.999);
    EXPECT_LT(greatest, 1 + 1e-12);
  }
}

TEST(MixtureWeights, TheBestTiltIsNotFarFromTheBestOfAll) {
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands), each.law);
    const auto law = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *law);
    for (const double stddev : {0.8, 2.0, 5.0}) {
      for (const double epsilon : {0.2, 1.0, 4.0}) {
        double best = weights.logWeightBound({Kind::Blocks, 1}, stddev, epsilon, {});
        for (int pairs = 2; pairs <= kMostPairs; pairs += 2)
          best =
              std::min(best, weights.logWeightBound({Kind::Blocks, static_cast<double>(pairs)}, stddev, epsilon, {}));
        EXPECT_LE(weights.boundedTilt(Direction::Remove, stddev, epsilon).logBound, best + 0.1);
        const BoundedTilt adding = weights.boundedTilt(Direction::Add, stddev, epsilon);
        if (!std::isfinite(adding.logBound)) continue;
        EXPECT_NEAR(adding.logBound, weights.logWeightBound(adding.tilt, stddev, epsilon, {}), 1e-9);
        for (const double t : {0.5, 0.9, 1.1, 2.0}) {
          Tilt other = adding.tilt;
          other.t *= t;
          EXPECT_GE(weights.logWeightBound(other, stddev, epsilon, {}), adding.logBound - 1e-9);
        }
      }
    }
  }
}

TEST(MixtureWeights, AddingStaysBelowTheBoundWithoutDraws) {
  int near = 0;
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands, ColumnScaling::None), each.law);
    const auto law = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *law);
    EXPECT_EQ(weights.logDeltaBound(Direction::Remove, 1, 1), std::numeric_limits<double>::infinity());
    for (const double stddev : {0.7, 1.5, 3.0}) {
      for (const double epsilon : {0.05, 0.2, 0.6}) {
        const double bound = weights.logDeltaBound(Direction::Add, stddev, epsilon);
        if (!std::isfinite(bound)) continue;
        const Tilt tilt = weights.boundedTilt(Direction::Add, stddev, epsilon).tilt;
        const WeightSample sample(weights.sampler(tilt, stddev, {}), 1, 1, 20'000, 1e12, {});
        const WeightEstimate estimate = sample.at(stddev, epsilon);
        if (!std::isfinite(estimate.logDelta)) continue;
        const double error = std::sqrt(estimate.relativeVariance / static_cast<double>(sample.count()));
        EXPECT_GE(bound, estimate.logDelta - 5 * error) << each.n << ' ' << stddev << ' ' << epsilon;
        near += bound < estimate.logDelta + 4 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(near, 10);  // it says something
}

TEST(MixtureWeights, AddingIsNothingWhereNobodyIsSureToTakePart) {
  const ParticipationMixture mixture(squareRoot(6, 2), RandomGroups{2, 0.1});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(mixture.columns(), *law);
  const double most = -law->logEmpty();
  EXPECT_EQ(weights.boundedTilt(Direction::Add, 1, most + 1e-6).logBound, -std::numeric_limits<double>::infinity());
  EXPECT_GT(weights.boundedTilt(Direction::Add, 1, most - 1e-6).logBound, -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace noiseloom
