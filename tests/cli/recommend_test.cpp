#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/scenario/mechanism.h"
#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> recommendFor(const std::vector<std::string>& more) {
  return joined({"recommend", "--epochs", "5", "--epsilon", "2", "--delta", "1e-6", "--seconds", "1000"}, more);
}

TEST(Recommend, PrintsDesignsThatDesignPrintsToo) {
  const Json found = runJson(
      recommendFor({"--dataset-size", "1000", "--batch-size", "30", "--batchings", "cyclic-poisson,fixed-epoch"}));
  EXPECT_EQ(found.at("iterations"), 170);  // 5 epochs of ceil(1000 / 30) steps
  EXPECT_EQ(found.at("batch_size"), 30);
  const Json& best = found.at("recommended");
  EXPECT_EQ(best.at("batching"), "cyclic-poisson");
  const Json same = runJson({"design", "--dataset-size", "1000", "--batch-size", "30", "--epochs", "5", "--epsilon",
                             "2", "--delta", "1e-6", "--batching", best.at("batching"), "--mechanism",
                             best.at("mechanism"), "--bands", std::to_string(best.at("bands").get<int>())});
  for (const char* key : {"noise_multiplier", "rmse", "bands", "noise_rows", "kind", "sensitivity", "epsilon", "delta"})
    EXPECT_EQ(best.at(key).is_number_float(), same.at(key).is_number_float()) << key;
  EXPECT_NEAR(best.at("rmse").get<double>(), same.at("rmse").get<double>(), 1e-6 * same.at("rmse").get<double>());
  double before = best.at("error");
  for (const Json& each : found.at("alternatives")) {
    EXPECT_GE(each.at("error").get<double>(), before);
    before = each.at("error");
    EXPECT_TRUE(each.at("command").get<std::string>().starts_with("noiseloom-cli design "));
  }
  std::size_t places = 1 + found.at("left_out").size();
  for (const Json& each : found.at("alternatives")) places += each.contains("narrower") ? 0 : 1;
  EXPECT_EQ(places, 2 * allMechanisms().size());
  for (const Json& each : found.at("left_out")) {
    EXPECT_NE(each.at("reason"), "");
    EXPECT_TRUE(each.contains("mechanism") && each.contains("batching") && each.contains("for_time"));
  }
  EXPECT_FALSE(found.at("sentences").empty());
}

TEST(Recommend, StatesErrorsInTheUnitAskedFor) {
  const std::vector<std::string> job{"--dataset-size", "1000", "--batch-size", "30", "--batchings", "fixed-epoch"};
  const Json found = runJson(recommendFor(joined(job, {"--error-unit", "mean"})));
  const Json& best = found.at("recommended");
  EXPECT_EQ(found.at("error_unit").at("unit"), "mean");
  EXPECT_NEAR(best.at("error_in_unit").get<double>() * found.at("batch_size").get<double>(),
              best.at("error").get<double>(), 1e-9 * best.at("error").get<double>());
  EXPECT_NE(found.at("sentences").at(0).get<std::string>().find("on the mean gradient"), std::string::npos);
  // Refused before any work.
  const ProcessResult refused = runCli(recommendFor({"--iterations", "60", "--error-unit", "mean"}));
  expectRefused(refused, "data set size");
}

TEST(Recommend, WritesAFileThatVerifies) {
  const std::string file = (std::filesystem::temp_directory_path() / "noiseloom_recommended.npz").string();
  const ProcessResult made =
      runCli(recommendFor({"--iterations", "60", "--batchings", "shuffled-once", "--out", file}));
  EXPECT_EQ(made.exitCode, 0) << made.err;
  EXPECT_NE(made.out.find("To make it: noiseloom-cli design"), std::string::npos);
  const ProcessResult verified = runCli({"verify", file});
  EXPECT_EQ(verified.exitCode, 0) << verified.err << verified.out;
  const ProcessResult claim = runCli({"claim", file});
  EXPECT_NE(claim.out.find("shuffled once"), std::string::npos) << claim.out;
  std::filesystem::remove(file);
}

TEST(Recommend, SaysWhatCannotBeUsedByItsOption) {
  const auto refused = [](const std::vector<std::string>& more) {
    const ProcessResult result = runCli(recommendFor(more));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_NE(refused({}).find("--batch-size"), std::string::npos);
  EXPECT_NE(refused({"--batch-size", "10"}).find("--batch-size"), std::string::npos);
  EXPECT_NE(refused({"--dataset-size", "100", "--batch-size", "101"}).find("at most 100"), std::string::npos);
  EXPECT_NE(refused({"--dataset-size", "100", "--batch-size", "10", "--iterations", "50"}).find("the third follows"),
            std::string::npos);
  EXPECT_NE(refused({"--iterations", "50", "--batchings", "nothing"}).find("cyclic-poisson"), std::string::npos);
  EXPECT_NE(refused({"--iterations", "50", "--batchings", "truncated-poisson"}).find("--batchings"), std::string::npos);
  EXPECT_NE(refused({"--iterations", "50", "--mechanism", "bsr"}).find("--mechanism"), std::string::npos);
  EXPECT_NE(refused({"--iterations", "50", "--batching", "single"}).find("--batchings"), std::string::npos);
  EXPECT_NE(refused({"--iterations", "50", "--step-seconds", "0"}).find("--step-seconds"), std::string::npos);
}

}  // namespace
}  // namespace noiseloom::test
