#include "core/scenario/scenario.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <limits>

namespace noiseloom {
namespace {

struct Bad {
  std::string argument;
  ScenarioData values;
};

TEST(Scenario, DefaultsAreSolvable) {
  EXPECT_TRUE(Scenario().problems().empty());
}

TEST(Scenario, EveryBadInputIsNamed) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Bad> cases = {
      {"iterations", {.iterations = 0}},
      {"iterations", {.iterations = std::numeric_limits<Index>::min()}},
      {"iterations", {.iterations = std::numeric_limits<Index>::max()}},
      {"iterations", {.iterations = 1'000'000'001}},  // compositions of the accountant
      {"epochs", {.epochs = 2001}},
      {"epochs", {.epochs = 0}},
      {"epochs", {.epochs = 1e300}},
      {"epsilon", {.epsilon = -1e-9}},
      {"epsilon", {.epsilon = -1}},
      {"epsilon", {.epsilon = nan}},
      {"epsilon", {.epsilon = infinity}},
      {"delta", {.delta = 0}},
      {"delta", {.delta = 1}},
      {"delta", {.delta = nan}},
      {"bands", {.bands = 0}},
      {"bands", {.bands = 101}},  // n/k = 100 under cyclic Poisson
      {"bands", {.bands = 2001}},
      {"bands", {.bands = 51, .batching = &batchings::minSeparation, .minSeparation = 50}},
      {"min_separation", {.batching = &batchings::minSeparation, .minSeparation = 0}},
      {"min_separation", {.batching = &batchings::minSeparation, .minSeparation = 2001}},
      {"adjacency", {.batching = &batchings::ballsInBins, .adjacency = Adjacency::ReplaceOne}},
      {"size of learning_rates", {.workload = Workload::learningRates({1, 1}, 0)}},
      {"clip_norm", {.clipNorm = 0}},
      {"clip_norm", {.clipNorm = nan}},
      {"clip_norm", {.clipNorm = 1e-322}},
      {"dataset_size", {.datasetSize = 0}},
      {"parameters", {.deployment = {.parameters = 0}}},
      {"machines", {.deployment = {.machines = 0}}},
      {"memory_per_machine", {.deployment = {.memoryPerMachine = 0}}},
      {"memory_per_machine", {.deployment = {.memoryPerMachine = (Index{1} << 53) + 1}}},
      {"machines", {.deployment = {.parameters = 3, .machines = 4}}},
      {"iterations",
       {.iterations = 100'000'000'000,
        .epochs = 1,
        .mechanism = *mechanismFromName("banded"),
        .batching = &batchings::single}},
      {"bands", {.iterations = 10'000'000, .epochs = 1, .mechanism = *mechanismFromName("banded"), .bands = 100'000}}};
  for (const Bad& bad : cases) {
    const Scenario scenario(bad.values);
    const std::vector<InvalidArgument> problems = scenario.problems();
    ASSERT_EQ(problems.size(), 1u) << bad.argument << (problems.empty() ? "" : problems[1 % problems.size()].what());
    EXPECT_EQ(problems[0].argument(), bad.argument);
    EXPECT_FALSE(problems[0].value().empty());
    EXPECT_FALSE(problems[0].allowed().empty());
    EXPECT_THROW(scenario.validate(), InvalidArgument);
  }
}

TEST(Scenario, SaysWhichBandsAreAllowedAndWhy) {
  const Scenario scenario({.bands = 300});
  EXPECT_EQ(std::string(scenario.problems().at(0).what()),
            "bands = 300 is not allowed: use an integer from 1 to 100 (n/k under cyclic Poisson)");
}

TEST(Scenario, ReportsSeveralProblemsAtOnce) {
  const Scenario scenario({.epsilon = -1, .delta = 2, .clipNorm = 0});
  EXPECT_EQ(scenario.problems().size(), 3u);
}

TEST(Scenario, SamplingOfCyclicPoisson) {
  Scenario scenario;  // n = 2000, k = 20
  EXPECT_EQ(*samplingOf(scenario, 32).probability, 0.32);
  EXPECT_EQ(*samplingOf(scenario, 32).compositions, 63);
  EXPECT_EQ(*samplingOf(scenario, 100).probability, 1);
  EXPECT_EQ(scenario.mostBands(), 100);
  scenario.iterations = 2052;
  scenario.epochs = 7;  // 293.1 steps an epoch
  EXPECT_EQ(scenario.mostBands(), 293);
  EXPECT_EQ(scenario.effectiveMinSeparation(), 294);
}

TEST(Scenario, NamesGoBothWays) {
  for (const Mechanism* kind :
       {*mechanismFromName("dp-sgd"), *mechanismFromName("banded-toeplitz"), *mechanismFromName("banded")})
    EXPECT_EQ(mechanismFromName(toString(kind)), kind);
  for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::ballsInBins, &batchings::fixedEpoch,
                                   &batchings::minSeparation, &batchings::single})
    EXPECT_EQ(batchingFromName(toString(batching)), batching);
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne})
    EXPECT_EQ(fromName<Adjacency>(toString(adjacency)), adjacency);
  for (const NumberType type : {NumberType::Float32, NumberType::Float64})
    EXPECT_EQ(fromName<NumberType>(toString(type)), type);
  EXPECT_EQ(mechanismFromName("banded toeplitz"), std::nullopt);
}

}  // namespace
}  // namespace noiseloom
