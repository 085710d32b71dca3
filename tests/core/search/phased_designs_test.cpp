#include "core/search/phased_designs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/accounting/composition/composition.h"
#include "core/batching/list.h"
#include "core/claim/budget.h"
#include "core/scenario/batch_size.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

using ::testing::HasSubstr;

Scenario jobOf(Index batch, double epochs, Index bands = 1) {
  Scenario scenario({.epochs = epochs,
                     .mechanism = bands == 1 ? &baselineMechanism() : *mechanismFromName("banded-toeplitz"),
                     .datasetSize = 2000});
  if (bands > 1) scenario.bands = bands;
  scenario.iterations = iterationsForBatchSize(scenario, static_cast<double>(batch));
  return withBatchSize(scenario, static_cast<double>(batch));
}

PhasesRequest warmUp(std::vector<PhaseRequest> phases) {
  return {.phases = std::move(phases), .epsilon = 4, .delta = 1e-5};
}

// By the accountant of steps alone, in closed form where nothing is sampled.
double deltaOf(const PhasedDesigns& made, double epsilon, Adjacency adjacency = Adjacency::AddRemove) {
  std::vector<Phase> phases;
  for (const auto& design : made.designs) {
    const Sampling sampling = samplingOf(design->scenario, design->bands);
    phases.push_back(
        {design->noiseMultiplier.value, sampling.probability.value_or(1), sampling.compositions.value_or(1)});
  }
  return Composition(std::move(phases), adjacency).certifiedDelta(1, epsilon).value;
}

TEST(PhasedDesigns, HaveOnePromiseTogetherAndHardlyMoreNoiseThanIt) {
  for (const double ratio : {1.0, 0.7, 3.0}) {
    const PhasesRequest request = warmUp({{jobOf(20, 1), ratio}, {jobOf(100, 4)}, {jobOf(100, 3, 4), 1.2}});
    const PhasedDesigns made = designPhases(request);
    ASSERT_EQ(made.designs.size(), 3U);
    EXPECT_LE(deltaOf(made, 4), 1e-5);
    EXPECT_EQ(deltaOf(made, 4), made.delta.value);
    EXPECT_GE(deltaOf(made, 4), 0.99 * 1e-5);
    EXPECT_NEAR(made.designs[0]->noiseMultiplier.value / made.designs[1]->noiseMultiplier.value, ratio, 1e-3 * ratio);
    EXPECT_NEAR(made.designs[1]->noiseMultiplier.value, made.noiseScale, 1e-3 * made.noiseScale);
    for (const auto& design : made.designs) {
      EXPECT_LT(design->scenario.epsilon, 4);
      EXPECT_EQ(design->scenario.delta, 1e-5);
    }
  }
}

// Profiles of the files alone, another way to what they promise together.
TEST(PhasedDesigns, AgreeWithTheBudgetOfTheirFiles) {
  const PhasedDesigns made = designPhases(warmUp({{jobOf(20, 1)}, {jobOf(100, 4)}}));
  const BudgetRequest budget{.designs = made.designs, .delta = 1e-5};
  const Budget found = budgetOf(budget, {});
  EXPECT_GE(found.epsilon, 4 * (1 - 1e-3));
  EXPECT_LE(found.epsilon, 4 * 1.03);
}

TEST(PhasedDesigns, ASinglePhaseIsTheJobAndHalvesOfItAreTheWhole) {
  const Scenario whole = with(jobOf(100, 8), {.epsilon = 4.0, .delta = 1e-5});
  const auto alone = design(whole);
  const PhasedDesigns one = designPhases(warmUp({{whole}}));
  EXPECT_NEAR(one.designs[0]->noiseMultiplier.value, alone->noiseMultiplier.value, 1e-9 * alone->noiseMultiplier.value);
  const PhasedDesigns halves = designPhases(warmUp({{jobOf(100, 4)}, {jobOf(100, 4)}}));
  for (const auto& half : halves.designs) {
    EXPECT_GE(half->noiseMultiplier.value, alone->noiseMultiplier.value * (1 - 1e-5));
    EXPECT_LE(half->noiseMultiplier.value, alone->noiseMultiplier.value * (1 + 1e-3));
  }
}

// Gaussian mechanisms add up: mu^2 is the sum of G^2/sigma^2, four times that where one replaces another.
TEST(PhasedDesigns, OfOrdersAreOneGaussianMechanism) {
  std::mt19937 random(4);
  const auto between = [&](double least, double most) { return std::uniform_real_distribution<>(least, most)(random); };
  for (int i = 0; i < 20; ++i) {
    std::vector<PhaseRequest> phases;
    phases.reserve(4);
    for (int j = 0; j < 2 + i % 3; ++j) {
      phases.push_back({with(jobOf(100, 2 + j), {.batching = &batchings::fixedEpoch,
                                                 .adjacency = i % 2 == 0 ? Adjacency::AddRemove : Adjacency::ReplaceOne,
                                                 .unit = PrivacyUnit::User,
                                                 .examplesPerUser = 3}),
                        between(0.5, 2)});
    }
    const PhasedDesigns made = designPhases(warmUp(std::move(phases)));
    double square = 0;
    for (const auto& design : made.designs) square += std::pow(3 / design->noiseMultiplier.value, 2);
    const double sigma = 1 / std::sqrt(square);
    const Adjacency adjacency = i % 2 == 0 ? Adjacency::AddRemove : Adjacency::ReplaceOne;
    const double least = PoissonSteps(1, 1, adjacency).certifiedNoiseMultiplier(4, 1e-5).value;
    EXPECT_GE(sigma, least * (1 - 1e-6));
    EXPECT_LE(sigma, least * (1 + 1e-4));
  }
}

TEST(PhasedDesigns, ChooseOpenBands) {
  Scenario open = jobOf(100, 8, 2);
  open.bands.reset();
  const PhasedDesigns made = designPhases(warmUp({{jobOf(20, 1)}, {open}}));
  EXPECT_EQ(made.designs[0]->bands, 1);
  EXPECT_GT(made.designs[1]->bands, 1);
  EXPECT_LE(deltaOf(made, 4), 1e-5);
}

TEST(PhasedDesigns, RefuseWhatIsNotComposed) {
  const auto problem = [](std::vector<PhaseRequest> phases) {
    return messageOf<InvalidArgument>([&] { designPhases(warmUp(std::move(phases))); });
  };
  EXPECT_THAT(problem({{jobOf(20, 1)}, {with(jobOf(100, 4), {.batching = &batchings::ballsInBins})}}),
              HasSubstr("phase[1]"));
  EXPECT_THAT(problem({{jobOf(20, 1)}, {with(jobOf(100, 4), {.largestBatch = 400})}}), HasSubstr("largest batch"));
  EXPECT_THAT(problem({{jobOf(20, 1)}, {with(jobOf(100, 4), {.datasetSize = 2001})}}), HasSubstr("the same data set"));
  EXPECT_THAT(problem({{jobOf(20, 1)}, {with(jobOf(100, 4), {.adjacency = Adjacency::ZeroOut})}}),
              HasSubstr("the same neighbours"));
  EXPECT_THAT(problem({}), HasSubstr("phases"));
  EXPECT_THAT(problem({{jobOf(20, 1), 0}}), HasSubstr("relative noise above 0"));
  EXPECT_THAT(problem({{jobOf(20, 1), 1e4}, {jobOf(100, 4)}}), HasSubstr("phase[0]"));
}

}  // namespace
}  // namespace noiseloom
