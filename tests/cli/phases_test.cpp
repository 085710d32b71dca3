#include <gtest/gtest.h>

#include "core/scenario/batch_size.h"
#include "core/search/phased_designs.h"
#include "core/snippet/copied_command.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

// A warm-up of the batch size.
std::vector<std::string> warmUp(const std::vector<std::string>& more = {}) {
  return joined({"phases", "--dataset-size", "2000", "--epsilon", "4", "--delta", "1e-5", "--mechanism", "dp-sgd",
                 "--phase", "batch-size=20 epochs=1", "--phase", "batch-size=100 epochs=4"},
                more);
}

TEST(Phases, WriteFilesThatPromiseItTogether) {
  const ScratchFolder folder;
  const std::string a = folder.file("a.npz"), b = folder.file("b.npz");
  const Json answer = runJson(warmUp({"--out", a, "--out", b}));
  EXPECT_EQ(answer.at("iterations"), 180);
  EXPECT_LE(answer.at("certified_delta"), 1e-5);
  EXPECT_NE(answer.at("statement").get<std::string>().find("all 2 phases together are (4, 1e-5)-DP for one example"),
            std::string::npos)
      << answer.at("statement");
  const Json& phases = answer.at("phases");
  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[1].at("first_step"), 100);
  EXPECT_EQ(phases[1].at("batch_size"), 100);
  EXPECT_DOUBLE_EQ(phases[1].at("sampling_probability"), 0.05);
  for (const auto& [file, phase] : {std::pair{a, phases[0]}, {b, phases[1]}}) {
    EXPECT_LT(phase.at("epsilon"), 4);
    EXPECT_EQ(runCli({"verify", file}).exitCode, 0);
    const Json claim = runJson({"claim", file});
    EXPECT_EQ(claim.at("privacy_claim").at("epsilon"), phase.at("epsilon"));
  }
  // Their profiles say it again, a little looser.
  const double composed = runJson({"account", "--compose", a, "--compose", b, "--delta", "1e-5"}).at("epsilon");
  EXPECT_GE(composed, 4 * (1 - 1e-3));
  EXPECT_LE(composed, 4 * 1.03);
  // And so do the steps alone.
  const auto phaseOf = [](const Json& phase) {
    return phase.at("sampling_probability").dump() + ":" + phase.at("noise_multiplier").dump() + ":" +
           phase.at("compositions").dump();
  };
  const double steps =
      runJson({"account", "--phase", phaseOf(phases[0]), "--phase", phaseOf(phases[1]), "--epsilon", "4"}).at("delta");
  EXPECT_EQ(steps, answer.at("certified_delta").get<double>());
}

// The words behind the program's name, as a shell parts them at spaces outside of single quotes.
std::vector<std::string> shellWords(const std::string& command) {
  std::vector<std::string> words(1);
  bool inside = false;
  for (const char c : command) {
    if (c == '\'')
      inside = !inside;
    else if (c == ' ' && !inside)
      words.emplace_back();
    else
      words.back() += c;
  }
  return {words.begin() + 1, words.end()};
}

TEST(Phases, AreMadeByTheCommandThatTheWindowCopies) {
  const ScratchFolder folder;
  Scenario all({.iterations = 60, .epsilon = 4, .delta = 1e-5, .datasetSize = 2000});
  const std::vector<Scenario> phases{withBatchSize(all, 20), withBatchSize(all.withIterations(40), 100)};
  const std::string command = phasesCommand(phases, std::vector<double>{1, 1.5});
  EXPECT_THAT(command, HasSubstr("--phase 'iterations=60 batch-size=20' --phase 'iterations=40 "));
  EXPECT_THAT(command, HasSubstr("noise=1.5' --epsilon 4 --delta 1e-5 --dataset-size 2000 --out phase-1.npz --out"));
  const PhasedDesigns made = designPhases({{{phases[0], 1}, {phases[1], 1.5}}, 4, 1e-5});
  std::vector<std::string> words = shellWords(command);
  for (std::string& word : words) {
    if (word.ends_with(".npz")) word = folder.file(word);
  }
  const Json answer = runJson(words);
  EXPECT_EQ(answer.at("noise_scale"), made.noiseScale);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(answer.at("phases")[i].at("rmse"), made.designs[i]->error.mean);
  EXPECT_EQ(runCli({"verify", folder.file("phase-2.npz")}).exitCode, 0);
}

TEST(Phases, SaySoInATable) {
  const ProcessResult text = runCli(warmUp({"--phase", "iterations=50 batch-size=100 noise=2 clip-norm=0.5"}));
  EXPECT_EQ(text.exitCode, 0) << text.err;
  EXPECT_NE(text.out.find("all 3 phases together"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("180 to 229"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("Epsilon alone"), std::string::npos) << text.out;
}

TEST(Phases, ClaimNothingWhereAPhaseDoesNot) {
  const ProcessResult text = runCli(warmUp({"--job-batching", "shuffled-once"}));
  EXPECT_EQ(text.exitCode, 0);
  EXPECT_TRUE(text.out.starts_with("NOT CLAIMED")) << text.out;
  EXPECT_NE(text.err.find("phase 2: "), std::string::npos) << text.err;
}

TEST(Phases, RefuseByName) {
  const auto problem = [](const std::vector<std::string>& more) {
    const ProcessResult result = runCli(warmUp(more));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_NE(problem({"--phase", "batch=7"}).find("NAME=VALUE with one of noise, iterations"), std::string::npos);
  EXPECT_NE(problem({"--phase", "epsilon=7"}).find("NAME=VALUE"), std::string::npos);
  EXPECT_NE(problem({"--phase", "batch-size=100 epochs=1 noise=0"}).find("its noise = 0 is not allowed: use a finite"),
            std::string::npos);
  const std::string ofAll = problem({"--phase", "batch-size=100 epochs=1", "--averaging", "1"});
  EXPECT_NE(ofAll.find("--averaging = 1 is not allowed: use --workload sgd with it"), std::string::npos) << ofAll;
  const std::string epochs = problem({"--phase", "batch-size=100 epochs=0"});
  EXPECT_NE(epochs.find("--phase = batch-size=100 epochs=0"), std::string::npos) << epochs;
  EXPECT_NE(problem({"--phase", "batch-size=100 epochs=1 batching=balls-in-bins"}).find("are not composed"),
            std::string::npos);
  EXPECT_NE(problem({"--out", "a.npz"}).find("one for each of the 2 phases"), std::string::npos);
  const ProcessResult none = runCli({"phases", "--dataset-size", "2000", "--epsilon", "4", "--delta", "1e-5"});
  expectRefused(none, "--phase");
}

}  // namespace
}  // namespace noiseloom::test
