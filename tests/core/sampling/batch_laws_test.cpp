// The patterns of steps that samplers draw, against the laws that the accounting assumes: by definition, enumerated.

#include <bit>

#include "tests/core/sampling/enumerated_laws.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

const Index kExamples = thorough(200'000, 1'000'000);

TEST(BatchLaws, CyclicPoisson) {
  // The number divides by the groups: parts of equal size. q = 2 k / n, 3 k / n.
  for (const Index bands : {1, 2}) {
    const auto sampler = samplerOf(scenarioOf(batchings::cyclicPoisson, 8, 2), bands, kExamples);
    Law law;
    const double q = static_cast<double>(bands) * 2 / 8;
    for (Index part = 0; part < bands; ++part)
      add(law, coinsAt(stepsOfGroup(part, bands, 8), q, 1 / static_cast<double>(bands)));
    expectLaw(patternsOf(*sampler), law);
    for (Index step = 0; step < 8; ++step) {
      for (const Index example : sampler->batch(step)) ASSERT_EQ(example % bands, step % bands);
    }
  }
}

TEST(BatchLaws, RandomGroups) {
  for (const Index bands : {1, 2, 4}) {
    Law law;
    const double q = static_cast<double>(bands) * 2 / 8;
    for (Index group = 0; group < bands; ++group)
      add(law, coinsAt(stepsOfGroup(group, bands, 8), q, 1 / static_cast<double>(bands)));
    expectLaw(patternsOf(*samplerOf(scenarioOf(batchings::cyclicPoissonRandom, 8, 2), bands, kExamples)), law);
  }
}

TEST(BatchLaws, BalancedIterations) {
  for (const Index k : {1, 3, 4, 6}) {
    Law law;
    for (unsigned pattern = 0; pattern < 1U << 6; ++pattern) {
      if (std::popcount(pattern) == k) law[pattern] = 1;
    }
    const auto count = static_cast<double>(law.size());
    for (auto& [pattern, p] : law) p = 1 / count;
    const auto sampler = samplerOf(scenarioOf(batchings::balancedIterations, 6, k), 1, kExamples);
    if (k < 6) expectLaw(patternsOf(*sampler), law);
    EXPECT_EQ(patternsOf(*sampler).size(), law.size());
  }
}

TEST(BatchLaws, SpacedSampling) {
  struct Case {
    Index n, k, s;
  };
  for (const auto& [n, k, s] : {Case{10, 2, 3}, Case{10, 2, 5}, Case{12, 3, 2}, Case{12, 5, 2}, Case{8, 2, 1}}) {
    const double perStep = static_cast<double>(k) / static_cast<double>(n);
    const double p = perStep / (1 - static_cast<double>(s - 1) * perStep);
    expectLaw(patternsOf(*samplerOf(scenarioOf(batchings::bMinSep, n, k), s, kExamples)), spacedLaw(n, s, p));
  }
}

// Every step, the first ones too, takes as many; nobody returns too soon.
TEST(BatchLaws, SpacedSamplingIsStationary) {
  const auto sampler = samplerOf(scenarioOf(batchings::bMinSep, 100, 6), 12, 100000);
  std::vector<Index> last(100000, -100);
  double taken = 0;
  for (Index step = 0; step < 100; ++step) {
    const auto batch = sampler->batch(step);
    EXPECT_NEAR(static_cast<double>(batch.size()), 6000, 6 * 75) << step;
    taken += static_cast<double>(batch.size());
    for (const Index example : batch) {
      ASSERT_GE(step - last[static_cast<std::size_t>(example)], 12);
      last[static_cast<std::size_t>(example)] = step;
    }
  }
  EXPECT_NEAR(taken, 600000, 6 * 300);
}

TEST(BatchLaws, RandomAllocation) {
  expectLaw(patternsOf(*samplerOf(scenarioOf(batchings::randomAllocation, 12, 3), 1, kExamples)),
            allocationLaw(3, 4, 1, true));
}

TEST(BatchLaws, CyclicAllocation) {
  for (const Index bands : {1, 2, 3}) {
    const auto sampler = samplerOf(scenarioOf(batchings::cyclicAllocation, 12, 2), bands, thorough(199'992, 999'996));
    expectLaw(patternsOf(*sampler), allocationLaw(2, 6, bands, true));
    for (Index step = 0; step < 12; ++step) {
      for (const Index example : sampler->batch(step)) ASSERT_EQ(example % bands, step % bands);
    }
  }
}

TEST(BatchLaws, BallsInBins) {
  expectLaw(patternsOf(*samplerOf(scenarioOf(batchings::ballsInBins, 12, 3), 2, kExamples)),
            allocationLaw(3, 4, 1, false));
}

// More examples than are kept at once: the same law, whole passes for a few batches each.
TEST(BatchLaws, BinsOfManyExamples) {
  const Index many = 9000000;
  const auto sampler = samplerOf(scenarioOf(batchings::ballsInBins, 6, 1), 1, many);
  std::map<Index, Index> counts;
  std::map<Index, double> law;
  for (Index step = 0; step < 6; ++step) {
    counts[step] = static_cast<Index>(sampler->batch(step).size());
    law[step] = 1.0 / 6;
  }
  Index all = 0;
  for (const auto& [step, count] : counts) all += count;
  EXPECT_EQ(all, many);
  expectLaw(counts, law);
}

// Which subset a step takes: each as likely, and neighbouring steps independent.
TEST(BatchLaws, SamplesOfAFixedSize) {
  for (const Index epochs : {20000, 40000}) {  // 2 of 6, and 4 of 6, which draws those that stay
    const auto sampler = samplerOf(scenarioOf(batchings::fixedSize, 60000, epochs), 1, 6);
    std::map<std::pair<unsigned, unsigned>, Index> counts;
    std::map<std::pair<unsigned, unsigned>, double> law;
    const auto subset = [&](Index step) {
      unsigned taken = 0;
      for (const Index example : sampler->batch(step)) taken |= 1U << example;
      return taken;
    };
    const int size = epochs == 20000 ? 2 : 4;
    for (unsigned a = 0; a < 64; ++a) {
      for (unsigned b = 0; b < 64; ++b) {
        if (std::popcount(a) == size && std::popcount(b) == size) law[{a, b}] = 1.0 / 225;
      }
    }
    for (Index step = 0; step < 60000; step += 2) ++counts[{subset(step), subset(step + 1)}];
    expectLaw(counts, law);
  }
}

// Truncated Poisson: of more than two, two that nothing prefers.
TEST(BatchLaws, BatchesThatAreCut) {
  const Scenario scenario =
      with(scenarioOf(batchings::cyclicPoisson, 200000, 60000), {.datasetSize = 6, .largestBatch = 2});
  const auto sampler = samplerOf(scenario, 1, 6);
  std::map<unsigned, Index> counts;
  for (Index step = 0; step < 200000; ++step) {
    unsigned taken = 0;
    for (const Index example : sampler->batch(step)) taken |= 1U << example;
    ++counts[taken];
  }
  const double q = 0.3;
  Law law;
  for (unsigned drawn = 0; drawn < 64; ++drawn) {
    const int size = std::popcount(drawn);
    const double p = std::pow(q, size) * std::pow(1 - q, 6 - size);
    if (size <= 2) {
      law[drawn] += p;
      continue;
    }
    for (unsigned kept = 0; kept < 64; ++kept) {
      if (std::popcount(kept) == 2 && (kept & ~drawn) == 0) law[kept] += p * 2 / (size * (size - 1));
    }
  }
  expectLaw(counts, law);
}

// Coins of two examples, and of two steps, are independent: 2 x 2 tables over 10^6 pairs each.
TEST(BatchLaws, PoissonCoinsAreIndependent) {
  const Index n = 1000;
  const Index examples = 1000;
  const auto sampler = samplerOf(scenarioOf(batchings::cyclicPoisson, n, 300), 1, examples);
  std::vector<std::vector<bool>> taken(n, std::vector<bool>(examples));
  for (Index step = 0; step < n; ++step) {
    for (const Index example : sampler->batch(step))
      taken[static_cast<std::size_t>(step)][static_cast<std::size_t>(example)] = true;
  }
  const std::map<std::pair<bool, bool>, double> law{
      {{false, false}, 0.49}, {{true, false}, 0.21}, {{false, true}, 0.21}, {{true, true}, 0.09}};
  std::map<std::pair<bool, bool>, Index> neighbours;
  std::map<std::pair<bool, bool>, Index> steps;
  for (std::size_t i = 0; i + 1 < taken.size(); i += 2) {
    for (std::size_t x = 0; x + 1 < taken[i].size(); x += 2) {
      ++neighbours[{taken[i][x], taken[i][x + 1]}];
      ++neighbours[{taken[i + 1][x], taken[i + 1][x + 1]}];
      ++steps[{taken[i][x], taken[i + 1][x]}];
      ++steps[{taken[i][x + 1], taken[i + 1][x + 1]}];
    }
  }
  expectLaw(neighbours, law);
  expectLaw(steps, law);
}

}  // namespace
}  // namespace noiseloom
