#include <gtest/gtest.h>
#include <sys/stat.h>

#include <sstream>

#include "core/io/batch_file.h"
#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

// Messages between two of seven people; one of them is in every third.
class Owners : public testing::Test {
 protected:
  Owners() {
    std::ostringstream lists;
    for (int i = 0; i < kMessages; ++i)
      lists << "p" << i % 7 << "," << (i % 3 == 0 ? "hub" : "q" + std::to_string(i % 5)) << "\n";
    writeFile(m_table, lists.str());
  }
  static std::vector<Index> numbersOf(const std::string& path) {
    std::istringstream text(readFile(path));
    std::vector<Index> numbers;
    for (Index number = 0; text >> number;) numbers.push_back(number);
    return numbers;
  }

  static constexpr int kMessages = 210;
  ScratchFolder m_folder;
  std::string m_table = m_folder.file("owners.csv");
  std::string m_kept = m_folder.file("kept.txt");
  std::string m_dropped = m_folder.file("dropped.txt");
  std::string m_out = m_folder.file("b.npz");
};

TEST_F(Owners, AreBoundedAndNothingIsLeftOutSilently) {
  const Json answer =
      runJson({"owners", m_table, "--per-owner", "4", "--seed", "3", "--kept", m_kept, "--dropped", m_dropped});
  EXPECT_EQ(answer.at("dataset_size"), kMessages);
  EXPECT_EQ(answer.at("owners"), 13);
  EXPECT_EQ(answer.at("examples_of_an_owner").at("most"), 70);
  EXPECT_EQ(answer.at("kept_of_an_owner").at("most"), 4);
  EXPECT_EQ(answer.at("schedule"), nullptr);
  const std::vector<Index> kept = numbersOf(m_kept);
  const std::vector<Index> dropped = numbersOf(m_dropped);
  EXPECT_EQ(answer.at("kept_examples"), kept.size());
  EXPECT_EQ(answer.at("dropped_examples"), dropped.size());
  EXPECT_EQ(kept.size() + dropped.size(), static_cast<std::size_t>(kMessages));
  EXPECT_NE(answer.at("sentences").dump().find(std::to_string(dropped.size()) + " examples are dropped"),
            std::string::npos);
  EXPECT_NE(answer.at("sentences").dump().find("public"), std::string::npos);
  EXPECT_EQ(answer.at("design_options"), "--unit user --adjacency zero-out --examples-per-user 4");
  const ProcessResult text = runCli({"owners", m_table, "--per-owner", "4", "--seed", "3", "--kept", m_out});
  EXPECT_EQ(readFile(m_out), readFile(m_kept));
  EXPECT_NE(text.out.find("Dropped examples"), std::string::npos) << text.out;
  runJson({"owners", m_table, "--per-owner", "4", "--seed", "4", "--kept", m_out});
  EXPECT_NE(readFile(m_out), readFile(m_kept));
}

// The options that it prints make a claim, and the batches that it writes keep what that claim assumes.
TEST_F(Owners, BatchesKeepWhatTheClaimAssumes) {
  const Json answer = runJson({"owners", m_table, "--iterations", "24", "--batch-size", "5", "--min-sep", "3",
                               "--participations", "6", "--batches", m_out});
  const Json& batches = answer.at("schedule");
  EXPECT_GE(batches.at("kept").at("min_separation"), 3);
  EXPECT_LE(batches.at("kept").at("participations"), 6);
  EXPECT_EQ(batches.at("kept").at("examples_per_step"), 1);
  EXPECT_GT(batches.at("batches_not_full"), 0);
  EXPECT_NE(answer.at("sentences").dump().find("fewer than 5 examples"), std::string::npos);
  EXPECT_NE(answer.at("sentences").dump().find("in no batch"), std::string::npos);
  const FormedBatches read = readBatches(m_out);
  EXPECT_EQ(read.to, 24);
  EXPECT_EQ(batches.at("examples"), read.indices.size());

  std::vector<std::string> design{"design", "--epsilon", "4", "--delta", "1e-5", "--bands", "3"};
  std::istringstream options(answer.at("design_options").get<std::string>());
  for (std::string word; options >> word;) design.push_back(word);
  const Json claim = runJson(design).at("privacy_claim");
  EXPECT_EQ(claim.at("unit"), "user");
  EXPECT_EQ(claim.at("adjacency"), "zero-out");
  EXPECT_NE(claim.at("assumptions").dump().find("Every user takes part at most 6 times, at least 3 steps apart"),
            std::string::npos)
      << claim;

  const std::vector<std::string> check{"owners", m_table, "--check", m_out, "--participations", "6", "--min-sep"};
  std::vector<std::string> holds = check;
  holds.emplace_back("3");
  EXPECT_EQ(runJson(holds).at("schedule").at("kept"), batches.at("kept"));
  std::vector<std::string> breaks = check;
  breaks.emplace_back("4");
  const Json broken = runJson(breaks, 1);
  EXPECT_EQ(broken.at("passed"), false);
  EXPECT_EQ(broken.at("design_options"), nullptr);
  // Two messages of one person in a step are more than one contribution.
  writeBatches(m_out, {0, 1, {0, 2}, {0, 7}});
  EXPECT_EQ(runJson({"owners", m_table, "--check", m_out}, 1).at("schedule").at("kept").at("examples_per_step"), 2);
}

TEST_F(Owners, RefusalsNameTheOption) {
  struct Case {
    std::vector<std::string> more;
    const char* message;
  };
  writeFile(m_folder.file("bad"), "ann\n,bob\n");
  writeFile(m_folder.file("pairs"), "example,owner\n0,ann\n");
  writeBatches(m_folder.file("falls.npz"), {0, 1, {0, 2}, {4, 4}});
  writeBatches(m_folder.file("other.npz"), {0, 1, {0, 2}, {4, 210}});
  for (const auto& [more, message] :
       {Case{{m_table, "--per-owner", "0"}, "--per-owner = 0 is not allowed"},
        Case{{m_table, "--order", "random"}, "--order = random is not allowed: use --per-owner with it"},
        Case{{m_table, "--per-owner", "1", "--order", "odd"}, "use random or fewest-owners"},
        Case{{m_table, "--batch-size", "3"}, "--batch-size = 3 is not allowed: use --iterations with it"},
        Case{{m_table, "--iterations", "3"}, "--batch-size = none is not allowed"},
        Case{{m_table, "--iterations", "3", "--batch-size", "2", "--min-sep", "4"}, "--min-sep = 4 is not allowed"},
        Case{{m_table, "--min-sep", "4"}, "--min-sep = 4 is not allowed: use --iterations or --check with it"},
        Case{{m_table, "--seed", "-1"}, "--seed = -1 is not allowed"}, Case{{m_table, "--kept", m_table}, "--kept"},
        Case{{m_table, "--batches", m_out}, "--iterations"}, Case{{m_table, "--check", m_table}, "owners.csv"},
        Case{{m_table, "--check", m_folder.file("falls.npz")}, "indices: has a step whose examples do not rise"},
        Case{{m_table, "--check", m_folder.file("other.npz")}, "example 210"},
        Case{{m_table, "--dataset-size", "9"}, "line 10"},
        Case{{m_folder.file("bad")}, "line 2: has an owner without a name"},
        Case{{m_folder.file("pairs")}, "--dataset-size = none is not allowed"}, Case{{"nowhere"}, "nowhere"},
        Case{{}, "file = none is not allowed"}}) {
    const ProcessResult result = runCli(joined({"owners"}, more));
    expectRefused(result, message);
  }
  EXPECT_EQ(m_folder.names(), (std::vector<std::string>{"bad", "falls.npz", "other.npz", "owners.csv", "pairs"}));
}

// A hundred million steps take far longer than this.
TEST_F(Owners, StopWithoutAFile) {
  const ProcessResult result = runCli(
      {"owners", m_table, "--iterations", "1e8", "--batch-size", "5", "--batches", m_out}, {.interrupts = {200ms}});
  EXPECT_EQ(result.exitCode, 130);
  EXPECT_LT(result.seconds, 0.2 + 1.0);
  EXPECT_EQ(m_folder.names(), (std::vector<std::string>{"owners.csv"}));
}

}  // namespace
}  // namespace noiseloom::test
