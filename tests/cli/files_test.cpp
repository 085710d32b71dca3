#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

std::vector<std::string> smallDesign(const std::vector<std::string>& more) {
  return designArguments("64", "4", "4", "1e-6", joined({"--bands", "4"}, more));
}

std::string sha256(const std::string& file) {
  return runProcess("/usr/bin/sha256sum", {file}).out.substr(0, 64);
}

TEST(Files, DesignWritesAStrategyAndAPlanThatAgree) {
  const ScratchFolder folder;
  const std::string strategy = folder.file("s.npz");
  const std::string plan = folder.file("s.plan.json");
  const Json json = runJson(smallDesign(
      {"--out", strategy, "--plan", plan, "--parameters", "1000003", "--machines", "3", "--number-type", "float64"}));
  EXPECT_EQ(folder.names(), (Names{"s.npz", "s.plan.json"}));
  EXPECT_EQ(json.at("files").at("strategy_sha256"), sha256(strategy));

  const std::string text = readFile(plan);
  const Json stated = Json::parse(text);
  EXPECT_NE(text.find(sha256(strategy)), std::string::npos);
  EXPECT_NE(text.find("\"s.npz\""), std::string::npos);
  EXPECT_EQ(text.find(folder.path().string()), std::string::npos) << "a plan must not hold paths of this machine";
  const Json& shards = json.at("files").at("shards");
  ASSERT_EQ(shards.size(), 3u);
  long next = 0;
  for (const Json& shard : shards) {
    EXPECT_EQ(shard.at("begin"), next);
    next = shard.at("end");
    const long size = next - shard.at("begin").get<long>();
    EXPECT_EQ(shard.at("buffer_bytes"), 3 * 8 * size);  // b - 1 rows of doubles
    EXPECT_TRUE(size == 333334 || size == 333335) << size;
  }
  EXPECT_EQ(next, 1000003);
  EXPECT_EQ(runCli({"verify", strategy}).exitCode, 0);
}

TEST(Files, APlanInAnotherFolderSaysThatBothBelongTogether) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "a");
  std::filesystem::create_directory(folder.path() / "b");
  const ProcessResult result =
      runCli(smallDesign({"--out", folder.file("a/s.npz"), "--plan", folder.file("b/p.plan.json")}));
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_NE(result.err.find("one folder"), std::string::npos) << result.err;
  EXPECT_NE(readFile(folder.path() / "b/p.plan.json").find("\"s.npz\""), std::string::npos);
}

TEST(Files, AnOlderFileIsReplacedWhole) {
  const ScratchFolder folder;
  const std::string strategy = folder.file("s.npz");
  writeFile(strategy, std::string(1 << 20, 'x'));
  runJson(smallDesign({"--out", strategy}));
  EXPECT_EQ(folder.names(), Names{"s.npz"});
  EXPECT_EQ(runCli({"verify", strategy}).exitCode, 0);
}

TEST(Files, AFullDiskLeavesTheOlderFileAndNothingElse) {
  const ScratchFolder folder;
  const std::string strategy = folder.file("s.npz");
  writeFile(strategy, "the older file");
  const ProcessResult result = runCli(smallDesign({"--out", strategy, "--json"}), {.largestFile = 200});
  expectRefused(result, strategy);
  EXPECT_EQ(folder.names(), Names{"s.npz"});
  EXPECT_EQ(readFile(strategy), "the older file");
}

// Everything but the plan fits: the design and its strategy file are not lost with it.
TEST(Files, APlanThatCannotBeWrittenDoesNotHideTheDesign) {
  for (const bool json : {false, true}) {
    const ScratchFolder folder;
    std::vector<std::string> arguments =
        smallDesign({"--out", folder.file("s.npz"), "--plan", folder.file("s.plan.json"), "--parameters", "1e6",
                     "--machines", "1e4"});
    if (json) arguments.emplace_back("--json");
    const ProcessResult result = runCli(arguments, {.largestFile = 200'000});
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.err.find("the strategy file was written, its noise plan was not"), std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("s.plan.json"), std::string::npos) << result.err;
    EXPECT_EQ(folder.names(), Names{"s.npz"});
    EXPECT_EQ(runCli({"verify", folder.file("s.npz")}).exitCode, 0);
    if (!json) {
      EXPECT_NE(result.out.find("Noise stddev"), std::string::npos) << result.out;
      EXPECT_EQ(result.out.find("Noise plan"), std::string::npos) << result.out;
      continue;
    }
    const Json answer = Json::parse(result.out, nullptr, false);
    ASSERT_TRUE(answer.is_object()) << result.out;
    EXPECT_EQ(answer.at("files").at("strategy_sha256"), sha256(folder.file("s.npz")));
    EXPECT_FALSE(answer.at("files").contains("plan"));
  }
}

TEST(Files, OutputsThatCannotWorkAreRefusedBeforeSolving) {
  const ScratchFolder folder;
  struct Case {
    std::vector<std::string> more;
    const char* message;
  };
  const std::string strategy = folder.file("s.npz");
  for (const Case& one :
       {Case{{"--out", folder.file("none/s.npz")}, "--out = "}, Case{{"--out", folder.path().string()}, "--out = "},
        Case{{"--out", folder.path().string() + "/"}, "--out = "}, Case{{"--out", ""}, "--out"},
        Case{{"--out", "/dev/full"}, "--out = /dev/full"}, Case{{"--out", "/proc/s.npz"}, "/proc/s.npz"},
        Case{{"--plan", folder.file("p.plan.json")}, "--plan = "},
        Case{{"--out", strategy, "--plan", strategy}, "--plan = "},
        Case{{"--out", strategy, "--plan", folder.file("none/p.plan.json")}, "--plan = "},
        Case{{"--out", strategy, "--plan", "/dev/full"}, "--plan = /dev/full"}}) {
    const ProcessResult result = runCli(smallDesign(one.more));
    expectRefused(result, one.message);
  }
  EXPECT_EQ(folder.names(), Names{});
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

// A file is the same by every spelling of its path; the second of two outputs must not destroy the first, nor an input.
TEST(Files, NoOutputReplacesAnotherOrAnInput) {
  namespace fs = std::filesystem;
  const ScratchFolder folder;
  fs::create_directory(folder.path() / "sub");
  fs::create_directory_symlink("sub", folder.path() / "link");
  const auto refuses = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const ProcessResult result = runCli(arguments);
    expectRefused(result, message);
  };
  const std::string out = folder.file("sub/s.npz");
  const std::string relative = fs::relative(out).string();
  // Neither exists yet.
  for (const std::string& plan : {folder.file("sub/./s.npz"), folder.file("sub/../link/s.npz"), relative})
    refuses(smallDesign({"--out", out, "--plan", plan}), "--plan = " + plan + " is not allowed: use another file");
  EXPECT_TRUE(fs::is_empty(folder.path() / "sub"));
  // Both do.
  runJson(smallDesign({"--out", out}));
  const std::string before = readFile(out);
  fs::create_symlink("s.npz", folder.path() / "sub/soft.json");
  fs::create_hard_link(out, folder.path() / "sub/hard.json");
  for (const std::string& plan : {folder.file("link/soft.json"), folder.file("sub/hard.json"), relative})
    refuses(smallDesign({"--out", out, "--plan", plan}), "--plan = " + plan + " is not allowed: use another file");
  EXPECT_EQ(readFile(out), before);
  // An output that is read.
  const std::string rates = folder.file("sub/rates.txt");
  std::string text;
  for (int i = 0; i < 64; ++i) text += "1\n";
  writeFile(rates, text);
  const std::vector<std::string> reads{"--workload", "sgd", "--learning-rates", folder.file("link/rates.txt")};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), reads.begin(), reads.end());
    return arguments;
  };
  refuses(with(smallDesign({"--out", rates})),
          "--out = " + rates + " is not allowed: use another file than --learning-rates");
  refuses(with(smallDesign({"--out", out, "--plan", rates})), "use another file than --learning-rates");
  std::vector<std::string> sweep =
      with(designArguments("64", "4", "4", "1e-6", {"--over", "bands", "--values", "1,2"}));
  sweep.front() = "sweep";
  sweep.insert(sweep.end(), {"--csv", rates});
  refuses(sweep, "--csv = " + rates + " is not allowed: use another file than --learning-rates");
  EXPECT_EQ(readFile(rates), text);
}

TEST(Files, AnAnswerThatCannotBePrintedIsAFailure) {
  for (const char* json : {"", "--json"}) {
    std::vector<std::string> arguments{"account", "--epsilon", "1", "--delta", "1e-5"};
    if (*json != '\0') arguments.emplace_back(json);
    const ProcessResult result = runCli(arguments, {.stdoutTo = "/dev/full"});
    expectRefused(result, "standard output");
  }
}

}  // namespace
}  // namespace noiseloom::test
