#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "core/participation_mixture/sampling/joint_patterns.h"
#include "tests/core/participation_mixture/mixtures.h"

namespace noiseloom {
namespace {

struct Case {
  Index n;
  Index bands;
  ParticipationMixture::Law law;
};

std::vector<Case> cases() {
  return {{10, 3, RandomGroups{3, 0.4}},   {10, 2, RandomGroups{4, 0.7}}, {7, 3, RandomGroups{5, 1}},
          {4, 1, RandomGroups{1, 0.3}},    {3, 3, RandomGroups{3, 0.5}},  {10, 3, SpacedSampling{3, 0.3}},
          {9, 2, SpacedSampling{4, 0.15}}, {10, 3, SpacedSampling{3, 1}}, {6, 1, SpacedSampling{1, 0.4}},
          {3, 3, SpacedSampling{3, 0.6}},  {2, 2, SpacedSampling{2, 1}}};
}

TEST(ParticipationLaw, LossesAreThoseOfAllPatterns) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (const Case& each : cases()) {
    for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
      const ParticipationMixture mixture(squareRoot(each.n, each.bands, scaling), each.law);
      const MixtureColumns& columns = mixture.columns();
      const auto law = lawOf(mixture);
      const auto patterns = patternsOf(each.law, each.n);
      AlignedBuffer noise(static_cast<std::size_t>(each.n * kLanes)), shift(noise.size());
      AlignedBuffer scratch(static_cast<std::size_t>(law->scratchRows() * kLanes));
      for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = normal(random), shift[i] = std::abs(normal(random));
      const double stddev = 1.3;
      const double precision = 1 / (stddev * stddev);
      const std::vector<double> scales(static_cast<std::size_t>(kLanes), precision);
      std::vector<double> base;
      for (const double half : columns.halfNorms) base.push_back(-half * precision);
      double losses[kLanes], sums[kLanes];
      for (const bool shifted : {false, true}) {
        law->losses({base.data(), shifted ? shift.data() : nullptr, scales.data(), noise.data(), 1 / stddev}, scratch,
                    losses, sums, nullptr, nullptr);
        for (Index l = 0; l < kLanes; ++l) {
          std::vector<double> y;
          double sum = 0;
          for (Index i = 0; i < each.n; ++i) {
            const auto at = static_cast<std::size_t>(i * kLanes + l);
            y.push_back(stddev * noise[at] + (shifted ? shift[at] : 0));
            sum += noise[at];
          }
          const double expected = plainLoss(columns, patterns, stddev, y);
          EXPECT_NEAR(losses[l], expected, 4e-15 * std::max(1.0, std::abs(expected)) + 4e-15);
          EXPECT_NEAR(sums[l], sum, 1e-14 * static_cast<double>(each.n));
        }
      }
    }
  }
}

TEST(ParticipationLaw, LongChainsNeitherOverflowNorVanish) {
  // All exponents alike, so that the loss is that of the number of participations.
  for (const double exponent : {-60.0, 75.0}) {
    constexpr Index kSteps = 4000;
    const auto law = makeLaw(RandomGroups{1, 1}, kSteps);
    AlignedBuffer noise(kSteps * kLanes), scratch(kLanes);
    const std::vector<double> base(kSteps, exponent);
    double losses[kLanes], sums[kLanes];
    law->losses({base.data(), nullptr, nullptr, noise.data(), 1}, scratch, losses, sums, nullptr, nullptr);
    EXPECT_NEAR(losses[7], kSteps * exponent, 1e-9);
    const auto spaced = makeLaw(SpacedSampling{4, 1}, kSteps);
    AlignedBuffer ring(5 * kLanes);
    spaced->losses({base.data(), nullptr, nullptr, noise.data(), 1}, ring, losses, sums, nullptr, nullptr);
    EXPECT_NEAR(losses[7], kSteps / 4 * exponent, 1e-9);
  }
}

TEST(ParticipationLaw, PairMomentsAndLabelMomentsAreThoseOfAllPatterns) {
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands, ColumnScaling::None), each.law);
    const auto law = lawOf(mixture);
    const auto patterns = patternsOf(each.law, each.n);
    EXPECT_NEAR(std::exp(law->logEmpty()), patterns.contains(0) ? patterns.at(0) : 0, 1e-14);
    for (const double strength : {0.0, 0.3, 1.7, 6.0}) {
      double mean = 0;
      for (const auto& [a, chance] : patterns) {
        for (const auto& [b, other] : patterns)
          mean += chance * other * std::exp(strength * product(mixture.columns(), a, b));
      }
      EXPECT_NEAR(std::exp(law->logPairMoment(mixture.columns(), strength)), mean, 1e-12 * mean);
    }
  }
}

TEST(ParticipationLaw, PairsComeAsOftenAsTheirWeights) {
  constexpr int kDraws = 200'000;
  for (const Case& each : cases()) {
    const ParticipationMixture mixture(squareRoot(each.n, each.bands), each.law);
    const auto law = lawOf(mixture);
    const auto patterns = patternsOf(each.law, each.n);
    const double strength = 1.2;
    const auto pairs = law->pairs(mixture.columns(), strength);
    const double mean = std::exp(law->logPairMoment(mixture.columns(), strength));
    std::map<std::pair<unsigned, unsigned>, int> counts;
    Pattern first, second;
    const auto bits = [](const Pattern& pattern) {
      unsigned value = 0;
      for (const Index i : pattern) value |= 1U << i;
      return value;
    };
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      UniformStream uniforms({1, 2, 3}, i);
      pairs->draw(uniforms, first, second);
      EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
      ++counts[{bits(first), bits(second)}];
    }
    for (const auto& [pair, count] : counts) {
      const double expected = kDraws * patterns.at(pair.first) * patterns.at(pair.second) *
                              std::exp(strength * product(mixture.columns(), pair.first, pair.second)) / mean;
      EXPECT_NEAR(count, expected, 6 * std::sqrt(expected) + 6);
    }
  }
}

// All tuples of `count` patterns with their weights, as counts of the steps.
void addTuples(const std::map<unsigned, double>& patterns, const MixtureColumns& columns, int count, double power,
               double stddev, std::vector<unsigned>& chosen, double weight,
               const std::function<void(const std::vector<unsigned>&, double)>& take) {
  if (static_cast<int>(chosen.size()) == count) {
    double exponent = 0;
    for (std::size_t a = 0; a < chosen.size(); ++a) {
      exponent += (power * power - power) / 2 * product(columns, chosen[a], chosen[a]);
      for (std::size_t b = 0; b < a; ++b) exponent += power * power * product(columns, chosen[a], chosen[b]);
    }
    take(chosen, weight * std::exp(exponent / (stddev * stddev)));
    return;
  }
  for (const auto& [pattern, chance] : patterns) {
    chosen.push_back(pattern);
    addTuples(patterns, columns, count, power, stddev, chosen, weight * chance, take);
    chosen.pop_back();
  }
}

TEST(JointPatterns, HaveTheWeightsOfAllTuplesAndComeAsOften) {
  constexpr int kDraws = 100'000;
  for (const Case& each : cases()) {
    const Index n = std::min<Index>(each.n, 7);
    const ParticipationMixture mixture(squareRoot(n, std::min(each.bands, n), ColumnScaling::None), each.law);
    const auto law = lawOf(mixture);
    const auto patterns = patternsOf(each.law, n);
    for (const auto& [count, power] : {std::pair{1, 1.0}, {2, 1.0}, {2, 1.4}, {3, 1.0}}) {
      if (std::pow(patterns.size(), count) > 1e5) continue;
      const double stddev = 1.1;
      const JointPatterns joint(mixture.columns(), law->rhythm(), count, power, stddev, true);
      double sum = 0;
      std::map<std::vector<Index>, double> weights;
      std::vector<unsigned> chosen;
      addTuples(patterns, mixture.columns(), count, power, stddev, chosen, 1,
                [&](const std::vector<unsigned>& tuple, double weight) {
                  std::vector<Index> steps;
                  for (Index i = 0; i < n; ++i) {
                    for (const unsigned pattern : tuple) {
                      if (pattern >> i & 1U) steps.push_back(i);
                    }
                  }
                  weights[steps] += weight;
                  sum += weight;
                });
      EXPECT_NEAR(joint.logMoment(), std::log(sum), 2e-7);
      EXPECT_EQ(joint.logMoment(),
                JointPatterns(mixture.columns(), law->rhythm(), count, power, stddev, false).logMoment());
      std::map<std::vector<Index>, int> counts;
      Pattern steps;
      for (std::uint64_t i = 0; i < kDraws; ++i) {
        UniformStream uniforms({7, 2, 3}, i);
        joint.draw(uniforms, steps);
        ++counts[steps];
      }
      for (const auto& [drawn, often] : counts) {
        const double expected = kDraws * weights.at(drawn) / sum;
        EXPECT_NEAR(often, expected, 6 * std::sqrt(expected) + 6);
      }
    }
  }
}

TEST(JointPatterns, EachPatternComesAsOftenInEveryPlace) {
  constexpr int kDraws = 200'000;
  constexpr Index kCount = 3;
  for (const Case& each : cases()) {
    const Index n = std::min<Index>(each.n, 5);
    const ParticipationMixture mixture(squareRoot(n, std::min(each.bands, n), ColumnScaling::None), each.law);
    const auto law = lawOf(mixture);
    const auto patterns = patternsOf(each.law, n);
    const JointPatterns joint(mixture.columns(), law->rhythm(), kCount, 1, 0.9, true);
    double sum = 0;
    std::map<std::vector<unsigned>, double> weights;
    std::vector<unsigned> chosen;
    addTuples(patterns, mixture.columns(), kCount, 1, 0.9, chosen, 1,
              [&](const std::vector<unsigned>& tuple, double weight) {
                weights[tuple] += weight;
                sum += weight;
              });
    std::map<std::vector<unsigned>, int> counts;
    std::vector<Pattern> drawn(kCount);
    const std::vector<Pattern*> places{&drawn[0], &drawn[1], &drawn[2]};
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      UniformStream uniforms({7, 2, 4}, i);
      joint.drawEach(uniforms, places);
      std::vector<unsigned> tuple;
      for (const Pattern& pattern : drawn) {
        EXPECT_TRUE(std::ranges::is_sorted(pattern));
        unsigned bits = 0;
        for (const Index step : pattern) bits |= 1U << step;
        tuple.push_back(bits);
      }
      ++counts[tuple];
    }
    for (const auto& [tuple, weight] : weights) {
      const double expected = kDraws * weight / sum;
      EXPECT_NEAR(counts[tuple], expected, 6 * std::sqrt(expected) + 6);
    }
  }
}

// The columns of which no two steps share their products.
MixtureColumns unshared(const ParticipationMixture& mixture) {
  const MixtureColumns& shared = mixture.columns();
  MixtureColumns columns;
  columns.bands = shared.bands;
  columns.products = SharedRows(2 * columns.bands - 1);
  columns.steps = shared.steps;
  for (Index i = 0; i < shared.steps; ++i)
    columns.products.append({shared.row(i), static_cast<std::size_t>(2 * shared.bands - 1)});
  return columns;
}

// Without the passing over of steps at which all is alike.
double plainMoment(const ParticipationMixture& mixture, Index count, double stddev) {
  const auto law = lawOf(mixture);
  const MixtureColumns columns = unshared(mixture);
  return JointPatterns(columns, law->rhythm(), count, 1, stddev, false).logMoment();
}

TEST(JointPatterns, PassOverStepsAtWhichAllIsAlike) {
  for (const ParticipationMixture::Law& law :
       {ParticipationMixture::Law(RandomGroups{3, 0.2}), ParticipationMixture::Law(RandomGroups{3, 1}),
        ParticipationMixture::Law(SpacedSampling{3, 0.1}), ParticipationMixture::Law(SpacedSampling{4, 0.9}),
        ParticipationMixture::Law(SpacedSampling{3, 1})}) {
    for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
      const ParticipationMixture mixture(squareRoot(401, 3, scaling), law);
      const auto own = lawOf(mixture);
      for (const Index count : {1, 2, 4}) {
        const JointPatterns joint(mixture.columns(), own->rhythm(), count, 1, 2.5, true);
        const double plain = plainMoment(mixture, count, 2.5);
        EXPECT_GE(joint.logMoment(), plain - 1e-12);  // an upper bound rests on it
        EXPECT_LE(joint.logMoment(), plain + 2e-7);
        // Draws know nothing of it: steps are taken as often all along.
        std::vector<double> often(401, 0.0);
        Pattern steps;
        for (std::uint64_t i = 0; i < 20'000; ++i) {
          UniformStream uniforms({7, 2, 3}, i);
          joint.draw(uniforms, steps);
          for (const Index step : steps) often[static_cast<std::size_t>(step)] += 1;
        }
        const auto between = [&](std::size_t from) {
          return std::accumulate(often.begin() + static_cast<std::ptrdiff_t>(from),
                                 often.begin() + static_cast<std::ptrdiff_t>(from + 60), 0.0);
        };
        // Sums of many dependent numbers.
        for (const std::size_t from : {100, 200, 280})
          EXPECT_NEAR(between(from), between(160), 12 * std::sqrt(between(160)) + 6) << from;
      }
    }
  }
}

TEST(ParticipationLaw, PairMomentsPassOverStepsAtWhichAllIsAlike) {
  for (const ParticipationMixture::Law& law :
       {ParticipationMixture::Law(RandomGroups{3, 0.2}), ParticipationMixture::Law(RandomGroups{7, 1}),
        ParticipationMixture::Law(SpacedSampling{3, 0.1}), ParticipationMixture::Law(SpacedSampling{4, 0.9}),
        ParticipationMixture::Law(SpacedSampling{3, 1}), ParticipationMixture::Law(SpacedSampling{9, 0.003})}) {
    for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
      for (const Index n : {9, 40, 1501}) {
        const ParticipationMixture mixture(squareRoot(n, 3, scaling), law);
        const auto own = lawOf(mixture);
        const MixtureColumns plain = unshared(mixture);
        for (const double strength : {0.01, 0.3, 2.0}) {
          const double expected = own->logPairMoment(plain, strength);
          const double found = own->logPairMoment(mixture.columns(), strength);
          if (std::isinf(expected)) {
            EXPECT_EQ(found, expected);
            continue;
          }
          EXPECT_GE(found, expected - 1e-13 * std::abs(expected));  // a bound rests on it
          EXPECT_LE(found, expected + 1e-9 + 1e-13 * std::abs(expected));
        }
      }
    }
  }
}

TEST(ParticipationLaw, DrawsInAFieldComeAsOftenAsTheirWeights) {
  constexpr int kDraws = 100'000;
  for (const Case& each : cases()) {
    const auto law = std::visit([&](const auto& own) { return makeLaw(own, each.n); }, each.law);
    std::vector<double> fields;
    for (Index i = 0; i < each.n; ++i) fields.push_back(i % 3 == 0 ? 0 : 0.2 * static_cast<double>(i));
    double sum = 0;
    std::map<unsigned, double> weights;
    for (const auto& [pattern, chance] : patternsOf(each.law, each.n)) {
      double exponent = 0;
      for (Index i = 0; i < each.n; ++i) {
        if (pattern >> i & 1U) exponent += fields[static_cast<std::size_t>(i)];
      }
      sum += weights[pattern] = chance * std::exp(exponent);
    }
    std::map<unsigned, int> counts;
    Pattern pattern;
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      UniformStream uniforms({4, 2, 3}, i);
      EXPECT_NEAR(law->drawIn(fields, uniforms, pattern), std::log(sum), 1e-13);
      unsigned bits = 0;
      for (const Index step : pattern) bits |= 1U << step;
      ++counts[bits];
    }
    for (const auto& [bits, count] : counts) {
      const double expected = kDraws * weights.at(bits) / sum;
      EXPECT_NEAR(count, expected, 6 * std::sqrt(expected) + 6);
    }
  }
}

TEST(ParticipationLaw, SlowerSamplersDivergeAsTheirPatternsDo) {
  const auto slower = [](ParticipationMixture::Law law, double rate) {
    if (auto* groups = std::get_if<RandomGroups>(&law)) {
      groups->probability *= rate;
    } else {
      auto& spaced = std::get<SpacedSampling>(law);
      const double own = spaced.probability / (1 + static_cast<double>(spaced.separation - 1) * spaced.probability);
      spaced = SpacedSampling::ofRate(spaced.separation, rate * own);
    }
    return law;
  };
  for (const Case& each : cases()) {
    const auto law = std::visit([&](const auto& own) { return makeLaw(own, each.n); }, each.law);
    const auto patterns = patternsOf(each.law, each.n);
    for (const double rate : {1.0, 0.8, 0.3}) {
      const ParticipationLaw::Slowed slowed = law->slowed(rate);
      if (!std::isfinite(slowed.divergence)) continue;
      std::vector<double> mean(static_cast<std::size_t>(each.n), 0.0);
      double divergence = 0;
      for (const auto& [pattern, chance] : patternsOf(slower(each.law, rate), each.n)) {
        if (chance > 1e-12) divergence += chance * std::log(chance / patterns.at(pattern));
        for (Index i = 0; i < each.n; ++i) mean[static_cast<std::size_t>(i)] += (pattern >> i & 1U) ? chance : 0;
      }
      // Patterns show less than groups and starts do, which the bound counts, too.
      EXPECT_GE(slowed.divergence, divergence - 1e-13);
      for (const double value : mean) EXPECT_NEAR(value, slowed.perStep, 1e-13);
    }
  }
}

}  // namespace
}  // namespace noiseloom
