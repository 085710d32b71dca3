#include "core/batching/list.h"
#include "core/snippet/copied_command.h"

#include <sstream>

#include "core/search/designer.h"
#include "core/search/mechanism_ranking.h"
#include "tests/cli/cli_json.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

Scenario small() {
  return Scenario({.iterations = 60, .epochs = 4, .epsilon = 2});
}

// The words of the command after the program's name, as a shell would part them.
std::vector<std::string> argumentsOf(const Scenario& scenario, const std::string& ratesFile) {
  std::istringstream words(commandLine(scenario));
  std::string word;
  words >> word;
  EXPECT_EQ(word, "noiseloom-cli");
  std::vector<std::string> arguments;
  while (words >> word) arguments.push_back(word == kRatesFile ? ratesFile : word);
  return arguments;
}

void expectSameDesign(const Scenario& scenario, const std::string& ratesFile = {}) {
  SCOPED_TRACE(commandLine(scenario));
  const nlohmann::json json = runJson(argumentsOf(scenario, ratesFile));
  const auto expected =
      scenario.mechanism == *mechanismFromName("best") ? bestOf(scenario, rankMechanisms(scenario)) : design(scenario);
  ASSERT_TRUE(expected);
  EXPECT_EQ(json.at("rmse").get<double>(), expected->error.mean);
  EXPECT_EQ(json.at("stddev").get<double>(), expected->stddev);
  EXPECT_EQ(json.at("mechanism").get<std::string>(), toString(expected->mechanism));
}

TEST(CommandLine, SaysOnlyWhatDiffersFromTheDefaults) {
  EXPECT_EQ(commandLine(small()), "noiseloom-cli design --iterations 60 --epochs 4 --epsilon 2 --delta 1e-5");
  const Scenario scenario = with(small(), {.bands = 3, .unit = PrivacyUnit::User, .datasetSize = 1000});
  EXPECT_EQ(commandLine(scenario),
            "noiseloom-cli design --iterations 60 --epochs 4 --epsilon 2 --delta 1e-5 --bands 3 --unit user "
            "--dataset-size 1000");
}

TEST(CommandLine, LimitsOfNoiseRowsAndTheObjectiveCountForEveryMechanism) {
  const Scenario scenario =
      with(small(), {.batching = &batchings::minSeparation, .minSeparation = 13, .mostNoiseRows = 5});
  EXPECT_THAT(commandLine(scenario), HasSubstr("--noise-rows 5"));
  EXPECT_EQ(design(scenario)->bands, 6);
  expectSameDesign(scenario);
  const Scenario independent =
      with(small(), {.mechanism = *mechanismFromName("dp-sgd"), .objective = ErrorObjective::Max});
  EXPECT_THAT(commandLine(independent), HasSubstr("--objective max"));
  expectSameDesign(independent);
  EXPECT_EQ(runJson(argumentsOf(independent, {})).at("lower_bound").get<double>(), design(independent)->lowerBound);
}

TEST(CommandLine, LeavesOutWhatMeansNothingForTheMechanism) {
  const Scenario scenario = with(small(), {.mechanism = *mechanismFromName("tree"),
                                           .objective = ErrorObjective::Max,
                                           .bands = 3,
                                           .buffers = 2,
                                           .robustFrom = 2,
                                           .stamps = 5,
                                           .minSeparation = 4,
                                           .tau = 3,
                                           .columnNormalize = false,
                                           .mostNoiseRows = 7});
  EXPECT_EQ(commandLine(scenario),
            "noiseloom-cli design --iterations 60 --epochs 4 --epsilon 2 --delta 1e-5 --mechanism tree --objective max "
            "--noise-rows 7");
}

TEST(CommandLine, TheCommandSolvesTheSameScenario) {
  expectSameDesign(small());
  Scenario scenario = with(small(), {.objective = ErrorObjective::Max,
                                     .robustFrom = 6,
                                     .batching = &batchings::minSeparation,
                                     .minSeparation = 12,
                                     .adjacency = Adjacency::ReplaceOne,
                                     .unit = PrivacyUnit::Device,
                                     .columnNormalize = false,
                                     .workload = Workload::sgd(0.999, 0.9),
                                     .clipNorm = 0.25,
                                     .datasetSize = 5000,
                                     .deployment = Deployment{12345, 3, NumberType::Float64}});
  expectSameDesign(scenario);
  scenario.workload = Workload::identity();
  expectSameDesign(scenario);

  scenario = with(small(), {.mechanism = *mechanismFromName("blt"), .buffers = 2, .batching = &batchings::fixedEpoch});
  expectSameDesign(scenario);
  scenario = with(scenario, {.mechanism = *mechanismFromName("stamped"), .stamps = 3});
  expectSameDesign(scenario);
  scenario = with(scenario, {.mechanism = *mechanismFromName("best"), .mostNoiseRows = 4, .mostSeconds = 30});
  expectSameDesign(scenario);
  scenario.mechanism = *mechanismFromName("tree");
  scenario = with(scenario, {.treeDecoder = TreeDecoder::Full, .batching = &batchings::single});
  EXPECT_THAT(commandLine(scenario), Not(HasSubstr("--epochs")));
}

TEST(CommandLine, WindowsAndCoefficientsAreNamed) {
  Scenario scenario = small();
  scenario.workload = Workload::sgd(1, 0.5).withWindow(9);
  EXPECT_THAT(commandLine(scenario), HasSubstr("--workload sgd --momentum 0.5 --averaging-window 9"));
  expectSameDesign(scenario);
  std::vector<double> coefficients;
  for (int lag = 0; lag < 60; ++lag) coefficients.push_back(1 / (1.0 + lag));
  scenario.workload = Workload::toeplitz(coefficients);
  expectSameDesign(scenario);
  scenario.workload = Workload::toeplitz(coefficients, "weights.npy");
  EXPECT_THAT(commandLine(scenario), HasSubstr("--workload weights.npy"));
}

TEST(CommandLine, AScheduleGoesThroughItsFile) {
  const ScratchFolder folder;
  Scenario scenario = small();
  std::vector<double> rates;
  for (int i = 0; i < 60; ++i) rates.push_back(1.0 / (1 + i / 7));
  scenario.workload = Workload::learningRates(rates, 0.5);
  writeFile(folder.file("rates.txt"), ratesText(scenario.workload));
  expectSameDesign(scenario, folder.file("rates.txt"));
}

TEST(CommandLine, AScheduleWithARecipeNeedsNoFile) {
  Scenario scenario = small();
  for (const LearningRateSchedule& schedule :
       {LearningRateSchedule{ScheduleKind::Linear, 0.15, 0.25}, LearningRateSchedule{ScheduleKind::Cosine, 0.1, 0}}) {
    scenario.schedule = schedule;
    scenario.workload = Workload::learningRates(learningRates(schedule, scenario.iterations), 0.5);
    EXPECT_FALSE(needsRatesFile(scenario));
    EXPECT_THAT(commandLine(scenario), Not(HasSubstr(kRatesFile)));
    expectSameDesign(scenario);
    scenario.workload = scenario.workload.withWeightDecay(0.98);
    expectSameDesign(scenario);
    scenario.workload = scenario.workload.withWeightDecay(1);
  }
  EXPECT_THAT(commandLine(scenario), HasSubstr("--workload sgd --momentum 0.5 --schedule cosine --warmup 0.1"));
  // Rates that the recipe does not make count for more than the recipe.
  std::vector<double> others(scenario.workload.eta().begin(), scenario.workload.eta().end());
  others[7] *= 2;
  scenario.workload = Workload::learningRates(others, 0.5);
  EXPECT_TRUE(needsRatesFile(scenario));
  const ScratchFolder folder;
  writeFile(folder.file("rates.txt"), ratesText(scenario.workload));
  expectSameDesign(scenario, folder.file("rates.txt"));
}

}  // namespace
}  // namespace noiseloom::test
