#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kBase{"design", "--iterations", "200", "--delta", "1e-6"};

TEST(SolveForCommand, EpsilonNeedNotBeGiven) {
  const Json standing = runJson(joined(kBase, {"--epochs", "4", "--epsilon", "2.5", "--bands", "8"}));
  const double rmse = standing.at("rmse");
  const Json found = runJson(joined(kBase, {"--epochs", "4", "--bands", "8", "--solve-for", "epsilon", "--target-error",
                                            std::to_string(rmse * 1.0001)}));
  EXPECT_NEAR(found.at("epsilon").get<double>(), 2.5, 0.005);
  EXPECT_LE(found.at("rmse").get<double>(), rmse * 1.00011);
  EXPECT_EQ(found.at("solved_for").at("unknown"), "epsilon");
  EXPECT_EQ(found.at("solved_for").at("value"), found.at("epsilon"));
  EXPECT_EQ(found.at("solved_for").at("reached"), found.at("rmse"));
}

TEST(SolveForCommand, TheRiskOfAnAttackMayBeTheTarget) {
  const std::vector<std::string> job = joined(kBase, {"--epochs", "4", "--batching", "fixed-epoch", "--bands", "8"});
  const Json advantage = runJson(joined(job, {"--solve-for", "epsilon", "--target-advantage", "0.1"}));
  const double noise = advantage.at("noise_multiplier");
  EXPECT_GE(0.1, std::erf(1 / noise / std::sqrt(8.0)) * (1 - 1e-12));
  EXPECT_NEAR(std::erf(1 / noise / std::sqrt(8.0)), 0.1, 1e-3);
  EXPECT_EQ(advantage.at("solved_for").at("target"), "advantage");
  // The same promise by itself: an epsilon of 0.
  std::vector<std::string> none = job;
  std::ranges::replace(none, "1e-6", "0.1");
  EXPECT_NEAR(runJson(joined(none, {"--epsilon", "0"})).at("noise_multiplier").get<double>(), noise, 1e-3 * noise);
  const Json positives = runJson(
      joined(job, {"--solve-for", "epsilon", "--target-true-positives", "0.05", "--false-positive-rate", "0.001"}));
  EXPECT_EQ(positives.at("solved_for").at("false_positive_rate"), 0.001);
  EXPECT_LE(positives.at("solved_for").at("reached").get<double>(), 0.05);
  const Json guesses =
      runJson(joined(job, {"--solve-for", "epsilon", "--target-right-guesses", "0.75", "--prior", "0.3"}));
  EXPECT_EQ(guesses.at("solved_for").at("target"), "right-guesses");
  EXPECT_EQ(guesses.at("solved_for").at("prior"), 0.3);
  EXPECT_LE(guesses.at("solved_for").at("reached").get<double>(), 0.75);
  const ScratchFolder folder;
  const std::string file = folder.file("s.npz");
  const Json solved = runJson(
      joined(job, {"--solve-for", "epsilon", "--target-right-guesses", "0.75", "--prior", "0.3", "--out", file}));
  EXPECT_NEAR(runJson({"claim", file, "--risk", "--prior", "0.3"}).at("right_guesses").get<double>(), 0.75, 1e-3);
  const ProcessResult text = runCli(joined(job, {"--solve-for", "epsilon", "--target-true-positives", "0.05"}));
  EXPECT_NE(text.out.find("at false positives of 0.01"), std::string::npos) << text.out << text.err;
}

TEST(SolveForCommand, MemoryLimitsTheBands) {
  const Json found = runJson(joined(kBase, {"--epochs", "4", "--epsilon", "4", "--parameters", "1e6", "--solve-for",
                                            "bands", "--target-memory", "13M"}));
  EXPECT_EQ(found.at("bands"), 4);  // three rows of 4 MB
  EXPECT_EQ(found.at("noise_rows"), 3);
}

TEST(SolveForCommand, ThePrintedAnswerSaysWhatWasFound) {
  const ProcessResult result = runCli(
      joined(kBase, {"--epochs", "4", "--epsilon", "4", "--solve-for", "epochs", "--target-improvement", "0.05"}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.out.find("Solved for epochs: "), 0u) << result.out;
}

TEST(SolveForCommand, ATargetOutOfReachIsANoThatSaysWhy) {
  const ProcessResult result =
      runCli(joined(kBase, {"--epochs", "4", "--bands", "8", "--solve-for", "epsilon", "--target-error", "1e-6"}));
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("even epsilon = 100 gives an error of"), std::string::npos) << result.err;
}

TEST(SolveForCommand, MistakesNameTheOption) {
  struct Case {
    std::vector<std::string> more;
    const char* message;
  };
  for (const Case& one :
       {Case{{"--epsilon", "4", "--target-error", "3"}, "--target-error = 3"},
        Case{{"--solve-for", "epsilon"}, "--solve-for = epsilon"},
        Case{{"--solve-for", "magic", "--target-error", "3"}, "--solve-for = magic"},
        Case{{"--solve-for", "epsilon", "--target-error", "3", "--target-improvement", "0.1"}, "one target only"},
        Case{{"--solve-for", "bands", "--epsilon", "4", "--target-memory", "13X"}, "--target-memory = 13X"},
        Case{{"--solve-for", "bands", "--target-error", "3"}, "--epsilon"},
        Case{{"--epsilon", "4", "--target-advantage", "0.1"}, "--target-advantage = 0.1"},
        Case{{"--epsilon", "4", "--false-positive-rate", "0.1"}, "--target-true-positives"},
        Case{{"--solve-for", "epsilon", "--target-advantage", "0.1", "--false-positive-rate", "0.1"},
             "--target-true-positives"},
        Case{{"--solve-for", "epsilon", "--target-true-positives", "0.1", "--false-positive-rate", "0.2"},
             "--false-positive-rate = 0.2"},
        Case{{"--solve-for", "epsilon", "--target-advantage", "0.1", "--prior", "0.3"}, "--target-right-guesses"},
        Case{{"--solve-for", "epsilon", "--target-right-guesses", "0.6", "--prior", "0.3"},
             "use a number above the prior and 1 less it"},
        Case{{"--solve-for", "bands", "--epsilon", "4", "--mechanism", "tree", "--batching", "fixed-epoch",
              "--target-error", "3"},
             "--solve-for = bands"}}) {
    const ProcessResult result = runCli(joined(joined(kBase, {"--epochs", "4"}), one.more));
    expectRefused(result, one.message);
  }
}

TEST(ScheduleCommand, CosinesAndMemoryAreTaken) {
  const Json json = runJson(joined(kBase, {"--epochs", "4", "--epsilon", "4", "--bands", "4", "--workload", "sgd",
                                           "--schedule", "cosine", "--warmup", "0.1", "--memory-per-machine", "80G"}));
  EXPECT_EQ(json.at("workload").at("schedule"), "cosine");
  EXPECT_EQ(json.at("workload").at("learning_rates"), 200);
  const ProcessResult result = runCli(joined(kBase, {"--epochs", "4", "--epsilon", "4", "--memory-per-machine", "0"}));
  expectRefused(result, "--memory-per-machine = 0");
}

}  // namespace
}  // namespace noiseloom::test
