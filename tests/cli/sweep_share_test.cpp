// A sweep that several processes share, or that was killed: the same bytes as of one that ran through.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"
#include "tests/cli/process.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

/// Of this process and those that it starts, until the end of the scope.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : m_name(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(m_name); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* m_name;
};

std::vector<std::string> sweepInto(const std::string& file, const std::vector<std::string>& more = {},
                                   const std::string& values = "0.5,1,2,4,1e9") {
  return joined({"sweep", "--over", "epsilon", "--values", values, "--delta", "1e-6", "--iterations", "64", "--epochs",
                 "4", "--bands", "4", "--csv", file},
                more);
}

class SweepShare : public ::testing::Test {
 protected:
  SweepShare() {
    EXPECT_EQ(runCli(sweepInto(m_folder.file("one.csv"))).exitCode, 0);
    m_table = readFile(m_folder.file("one.csv"));
  }
  const ScratchFolder m_folder;
  std::string m_table;  // of one process
};

TEST_F(SweepShare, PartsMergeIntoTheTableOfOneProcess) {
  std::vector<std::string> merge{"merge", "--out", m_folder.file("all.csv")};
  for (const char* shard : {"2/3", "0/3", "1/3"}) {
    merge.push_back(m_folder.file(std::string("part") + shard[0] + ".csv"));
    EXPECT_EQ(runCli(sweepInto(merge.back(), {"--shard", shard})).exitCode, 0);
  }
  std::vector<std::string> fewer(merge.begin(), merge.end() - 1);
  const ProcessResult incomplete = runCli(fewer);
  expectRefused(incomplete, "of 5 values those at 1, 4");
  EXPECT_EQ(runCli(merge).exitCode, 0);
  EXPECT_EQ(readFile(m_folder.file("all.csv")), m_table);
}

TEST_F(SweepShare, PartsOfOtherSweepsAreRefused) {
  const std::string first = m_folder.file("first.csv"), second = m_folder.file("second.csv");
  runCli(sweepInto(first, {"--shard", "0/2"}));
  runCli(sweepInto(second, {"--shard", "1/2", "--objective", "max"}, "0.5,1,2,4"));
  const ProcessResult other = runCli({"merge", first, second, "--out", m_folder.file("all.csv")});
  expectRefused(other, "another sweep");
  const ProcessResult table = runCli({"merge", m_folder.file("one.csv"), "--out", m_folder.file("all.csv")});
  EXPECT_THAT(table.err, HasSubstr("not the header of a part"));
  EXPECT_THAT(runCli(sweepInto(first, {"--shard", "2/2"})).err, HasSubstr("I from 0 to N-1"));
  EXPECT_THAT(runCli({"sweep", "--over", "epsilon", "--iterations", "64", "--delta", "1e-6", "--resume"}).err,
              HasSubstr("--csv"));
}

TEST_F(SweepShare, RanksOfALauncherMeetInOneTable) {
  const std::string file = m_folder.file("ranks.csv");
  const Variable size("OMPI_COMM_WORLD_SIZE", "3");
  for (const char* rank : {"2", "1", "0"}) {  // whoever is first waits for the others
    const Variable own("OMPI_COMM_WORLD_RANK", rank);
    const ProcessResult result = runCli(sweepInto(file));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out.empty(), std::string(rank) != "0");
  }
  EXPECT_EQ(readFile(file), m_table);
  EXPECT_EQ(m_folder.names().size(), 2u) << "no journal is left";
}

TEST_F(SweepShare, ATaskOfASlurmArrayIsAShard) {
  const Variable id("SLURM_ARRAY_TASK_ID", "7"), least("SLURM_ARRAY_TASK_MIN", "5"),
      count("SLURM_ARRAY_TASK_COUNT", "3");
  const std::string automatic = m_folder.file("auto.csv"), typed = m_folder.file("typed.csv");
  EXPECT_EQ(runCli(sweepInto(automatic, {"--shard", "auto"})).exitCode, 0);
  EXPECT_EQ(runCli(sweepInto(typed, {"--shard", "2/3"})).exitCode, 0);
  EXPECT_EQ(readFile(automatic), readFile(typed));
}

// As a killed run leaves it: some rows, the last one unfinished.
TEST_F(SweepShare, WhatWasKilledGoesOnAndSolvesNothingTwice) {
  const std::string part = m_folder.file("part.csv"), file = m_folder.file("killed.csv");
  runCli(sweepInto(part, {"--shard", "0/2"}));
  std::string rows = readFile(part);
  // A figure that no solve would give tells that it was not solved again.
  const std::size_t at = rows.find("add-remove,") + 11;
  rows.insert(at, "7");
  std::ofstream(file + ".journal-0-of-1", std::ios::binary) << rows << "1,5,unfini";
  const nlohmann::json summary = runJson(sweepInto(file, {"--resume", "--json"}));
  EXPECT_EQ(summary.at("from_before"), 2);
  EXPECT_EQ(summary.at("rows"), 5);
  std::string expected = m_table;
  expected.insert(expected.find("add-remove,") + 11, "7");
  EXPECT_EQ(readFile(file), expected);
  // Without --resume, and of another scenario, everything is solved.
  std::ofstream(file + ".journal-0-of-1", std::ios::binary) << rows;
  EXPECT_EQ(runCli(sweepInto(file)).exitCode, 0);
  EXPECT_EQ(readFile(file), m_table);
  std::ofstream(file + ".journal-0-of-1", std::ios::binary) << rows;
  EXPECT_EQ(runJson(sweepInto(file, {"--resume", "--json", "--clip-norm", "2"})).at("points").size(), 5u);
}

}  // namespace
}  // namespace noiseloom::test
