#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/scenario/mechanism.h"
#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> sweep(const std::string& over, const std::string& values,
                               const std::vector<std::string>& more) {
  return joined({"sweep", "--over", over, "--values", values, "--delta", "1e-6"}, more);
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Sweep, EveryPointIsTheDesignOfItsValue) {
  struct Case {
    const char* over;
    std::vector<std::string> values;
    std::vector<std::string> fixed;
  };
  for (const Case& one :
       {Case{"bands", {"1", "4", "16"}, {"--iterations", "64", "--epochs", "4", "--epsilon", "2"}},
        Case{"epsilon", {"1", "3.5"}, {"--iterations", "64", "--epochs", "4", "--bands", "4"}},
        Case{"epochs", {"1", "2", "8"}, {"--iterations", "64", "--epsilon", "2", "--bands", "4"}},
        Case{"iterations", {"32", "2^6"}, {"--epochs", "4", "--epsilon", "2", "--bands", "4"}},
        Case{"mechanism", {"dp-sgd", "bsr"}, {"--iterations", "64", "--epochs", "4", "--epsilon", "2"}},
        Case{"batching",
             {"cyclic-poisson", "fixed-epoch", "min-sep"},
             {"--iterations", "64", "--epochs", "4", "--epsilon", "2"}},
        Case{"min-sep",
             {"3", "16"},
             {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--batching", "min-sep"}}}) {
    std::string values;
    for (const std::string& value : one.values) values += (values.empty() ? "" : ",") + value;
    const Json points = runJson(sweep(one.over, values, one.fixed)).at("points");
    ASSERT_EQ(points.size(), one.values.size());
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      std::vector<std::string> arguments{"design", "--delta", "1e-6", std::string("--") + one.over, one.values[i]};
      arguments.insert(arguments.end(), one.fixed.begin(), one.fixed.end());
      const Json design = runJson(arguments);
      EXPECT_EQ(points[i].at("value"), one.values[i]);
      for (const char* key : {"noise_multiplier", "stddev", "rmse", "max_error", "bands", "lower_bound", "iterations"})
        EXPECT_EQ(points[i].at(key), design.at(key)) << one.over << " " << one.values[i] << " " << key;
    }
  }
}

TEST(Sweep, AutomaticValues) {
  const std::vector<std::string> fixed{"--iterations", "96", "--epochs", "4", "--epsilon", "2"};
  const Json bands = runJson(sweep("bands", "auto", fixed)).at("points");
  std::vector<int> counts;
  for (const Json& point : bands) counts.push_back(point.at("bands"));
  EXPECT_EQ(counts, (std::vector<int>{1, 2, 4, 8, 16, 24}));
  std::vector<std::string> open = fixed;
  open.erase(open.begin() + 4, open.end());
  const Json epsilons = runJson(sweep("epsilon", "auto", open)).at("points");
  EXPECT_EQ(epsilons.size(), 7u);
  for (std::size_t i = 1; i < epsilons.size(); ++i) EXPECT_LT(epsilons[i].at("rmse"), epsilons[i - 1].at("rmse"));
  const Json mechanisms = runJson(sweep("mechanism", "auto", fixed)).at("points");
  EXPECT_EQ(mechanisms.size(), allMechanisms().size());
  for (const Json& point : mechanisms) EXPECT_NE(point.contains("rmse"), point.contains("left_out")) << point;
}

TEST(Sweep, AutomaticBatchingsAndSeparations) {
  const std::vector<std::string> fixed{"--iterations", "88", "--epochs", "4", "--epsilon", "2"};
  const auto valuesOf = [](const Json& points) {
    std::vector<std::string> values;
    for (const Json& point : points) values.push_back(point.at("value"));
    return values;
  };
  // 22 = ceil(n / k), under the batching that has a separation.
  const Json separations = runJson(sweep("min-sep", "auto", fixed)).at("points");
  EXPECT_EQ(valuesOf(separations), (std::vector<std::string>{"1", "2", "4", "8", "16", "22"}));
  for (const Json& point : separations) {
    EXPECT_EQ(point.at("batching"), "min-sep");
    EXPECT_EQ(point.at("value"), std::to_string(point.at("min_separation").get<int>()));
    EXPECT_NE(point.at("claim").get<std::string>().find("min-separation"), std::string::npos);
  }
  // Nobody takes part four times under single; BLT strategies are not banded.
  const Json batchings = runJson(sweep("batching", "auto", joined(fixed, {"--mechanism", "blt"}))).at("points");
  EXPECT_EQ(valuesOf(batchings),
            (std::vector<std::string>{"cyclic-poisson", "cyclic-poisson-random", "b-min-sep", "cyclic-allocation",
                                      "random-allocation", "balanced-iterations", "balls-in-bins", "fixed-size",
                                      "fixed-epoch", "shuffled-each-epoch", "min-sep"}));
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NE(batchings[i].at("left_out").get<std::string>().find("banded"), std::string::npos);
  EXPECT_TRUE(batchings[8].contains("rmse"));
  EXPECT_TRUE(batchings[9].contains("rmse"));
  const Json single = runJson(sweep("batching", "fixed-epoch,single", fixed)).at("points");
  EXPECT_NE(single[1].at("left_out").get<std::string>().find("4 times"), std::string::npos);
}

TEST(Sweep, OptionsOfOneBatchingAreForItsPoint) {
  const Json points = runJson(sweep("batching", "fixed-epoch,min-sep",
                                    {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--min-sep", "8"}))
                          .at("points");
  EXPECT_EQ(points[0].at("min_separation"), 16);
  EXPECT_EQ(points[1].at("min_separation"), 8);
}

TEST(Sweep, OneStrategyAtOtherIterations) {
  const std::vector<std::string> fixed{"--iterations", "64",          "--epochs",    "4",   "--epsilon",       "2",
                                       "--batching",   "fixed-epoch", "--mechanism", "blt", "--fixed-strategy"};
  const Json answer = runJson(sweep("iterations", "32,64,256", fixed));
  EXPECT_EQ(answer.at("fixed_strategy").at("iterations"), 64);
  const Json& points = answer.at("points");
  ASSERT_EQ(points.size(), 3U);
  std::vector<std::string> own{"design", "--delta", "1e-6"};
  own.insert(own.end(), fixed.begin(), fixed.end() - 1);
  EXPECT_EQ(points[1].at("rmse"), runJson(own).at("rmse"));
  own[4] = "256";
  EXPECT_GT(points[2].at("rmse"), runJson(own).at("rmse"));
  EXPECT_EQ(points[2].at("iterations"), 256);
}

// scaling-bandmf, appendix H: nothing changes while participations share no row of C.
TEST(Sweep, OneStrategyAtOtherSeparationsWithWhatItsNoiseKeeps) {
  const ScratchFolder folder;
  const std::string file = folder.file("s.csv");
  const Json answer = runJson(sweep("min-sep", "4,8,16",
                                    {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--batching",
                                     "fixed-epoch", "--bands", "8", "--fixed-strategy", "--csv", file}));
  const Json& points = answer.at("points");
  EXPECT_GT(points[0].at("kept_noise").at("epsilon"), 2.1);
  EXPECT_GT(points[0].at("sensitivity"), points[1].at("sensitivity"));
  EXPECT_GT(points[0].at("rmse"), points[1].at("rmse"));
  for (const std::size_t at : {1U, 2U}) {
    EXPECT_NEAR(points[at].at("kept_noise").at("epsilon").get<double>(), 2, 1e-6);
    EXPECT_EQ(points[at].at("rmse"), points[1].at("rmse"));
  }
  const std::vector<std::string> lines = linesOf(readFile(file));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_NE(lines[0].find("kept_noise_epsilon"), std::string::npos);
  for (const std::string& line : lines)
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), std::count(lines[0].begin(), lines[0].end(), ',')) << line;
}

TEST(Sweep, ValuesThatCannotBeSolvedAreLeftOutWithTheirReason) {
  const std::vector<std::string> fixed{"--iterations", "64", "--epochs", "4", "--epsilon", "2"};
  const Json points = runJson(sweep("bands", "4,17", fixed)).at("points");
  EXPECT_TRUE(points[0].contains("rmse"));
  EXPECT_NE(points[1].at("left_out").get<std::string>().find("n/k"), std::string::npos);
  const ProcessResult none = runCli(sweep("bands", "17,18", fixed));
  expectRefused(none, "bands = 17");
}

TEST(Sweep, CsvHasUnitsAndEveryPoint) {
  const ScratchFolder folder;
  const std::string file = folder.file("s.csv");
  std::vector<std::string> arguments =
      sweep("bands", "1,4,17", {"--iterations", "64", "--epochs", "4", "--epsilon", "2"});
  arguments.insert(arguments.end(), {"--csv", file});
  const Json points = runJson(arguments).at("points");
  const std::vector<std::string> lines = linesOf(readFile(file));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_NE(lines[0].find("rmse (clip norms)"), std::string::npos);
  EXPECT_EQ(lines[0].find("time"), std::string::npos) << "the same bytes in every run";
  EXPECT_NE(lines[1].find(points[0].at("rmse").dump()), std::string::npos) << lines[1];
  EXPECT_NE(lines[3].find("bands = 17 is not allowed"), std::string::npos) << lines[3];
  EXPECT_EQ(std::count(lines[1].begin(), lines[1].end(), ','), std::count(lines[0].begin(), lines[0].end(), ','));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"s.csv"});
}

TEST(Sweep, ErrorsInTheUnitAskedFor) {
  const std::vector<std::string> fixed{"--iterations", "64", "--epsilon", "2", "--bands", "2"};
  const auto in = [&](const std::string& unit) {
    return runJson(sweep("epochs", "2,8", joined(fixed, {"--dataset-size", "640", "--error-unit", unit}))).at("points");
  };
  const Json summed = in("summed");
  const Json mean = in("mean");
  const Json ratio = in("full-batch");
  const Json epsilon = in("dp-sgd-epsilon");
  for (std::size_t i = 0; i < 2; ++i) {
    const double rmse = summed[i].at("rmse");
    EXPECT_EQ(mean[i].at("rmse"), rmse);
    EXPECT_EQ(summed[i].at("errors").at("rmse"), rmse);
    EXPECT_DOUBLE_EQ(mean[i].at("errors").at("rmse").get<double>(), rmse / (i == 0 ? 20 : 80));
    EXPECT_GT(ratio[i].at("errors").at("rmse").get<double>(), 0.5);
    // What is better than DP-SGD would take more privacy of it.
    EXPECT_EQ(epsilon[i].at("errors").at("rmse").get<double>() > 2, rmse < summed[i].at("dp_sgd_rmse").get<double>());
    EXPECT_NEAR(epsilon[i].at("errors").at("dp_sgd_rmse").get<double>(), 2, 1e-3);
  }
  const ScratchFolder folder;
  auto csv = joined(sweep("epochs", "2,8", fixed),
                    {"--dataset-size", "640", "--error-unit", "mean", "--csv", folder.file("s.csv")});
  EXPECT_EQ(runCli(csv).exitCode, 0);
  const std::string text = readFile(folder.file("s.csv"));
  EXPECT_NE(text.find("rmse (clip norms on the mean gradient)"), std::string::npos) << text;
  EXPECT_NE(text.find("sensitivity (clip norms)"), std::string::npos) << text;
  const ProcessResult refused = runCli(joined(sweep("epochs", "2,8", fixed), {"--error-unit", "mean"}));
  EXPECT_NE(refused.exitCode, 0);
  EXPECT_NE(refused.err.find("data set size"), std::string::npos) << refused.err;
}

TEST(Sweep, MapHasACellForEachPair) {
  const ScratchFolder folder;
  const std::string file = folder.file("m.csv");
  const Json cells =
      runJson(joined(sweep("epsilon,epochs", "1,8/1,4,16", {"--iterations", "256"}), {"--csv", file})).at("cells");
  ASSERT_EQ(cells.size(), 6u);
  for (const Json& cell : cells) {
    EXPECT_GE(cell.at("bands"), 1);
    EXPECT_LE(cell.at("bands").get<int>() * cell.at("epochs").get<int>(), 256);
  }
  EXPECT_EQ(linesOf(readFile(file)).size(), 7u);
}

TEST(Sweep, AMapIsOfAnyTwoInputs) {
  const ScratchFolder folder;
  const std::string file = folder.file("m.csv");
  std::vector<std::string> arguments =
      sweep("bands,momentum", "1,4,99/0,0.5", {"--iterations", "64", "--epochs", "4", "--epsilon", "2"});
  arguments.insert(arguments.end(), {"--csv", file});
  const Json map = runJson(arguments);
  EXPECT_EQ(map.at("over"), "bands,momentum");
  EXPECT_EQ(map.at("solved"), 4);
  EXPECT_EQ(map.at("estimated"), 4);
  const Json& cells = map.at("cells");
  ASSERT_EQ(cells.size(), 6u);
  EXPECT_EQ(cells.at(4).at("bands"), 4);
  EXPECT_EQ(cells.at(4).at("momentum"), 0.5);
  EXPECT_NE(cells.at(2).at("left_out").get<std::string>().find("bands = 99"), std::string::npos);
  EXPECT_EQ(linesOf(readFile(file)).size(), 7u);
}

TEST(Sweep, GoesOverDeltaAndMomentum) {
  const std::vector<std::string> fixed{"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--bands", "4"};
  const Json deltas = [&] {
    return runJson(joined({"sweep", "--over", "delta", "--values", "1e-6,1e-4"}, fixed)).at("points");
  }();
  ASSERT_EQ(deltas.size(), 2u);
  EXPECT_GT(deltas.at(0).at("rmse"), deltas.at(1).at("rmse"));
  const Json momenta = runJson(sweep("momentum", "0,0.9", fixed)).at("points");
  EXPECT_LT(momenta.at(0).at("rmse"), momenta.at(1).at("rmse"));
}

TEST(Sweep, RefusesByName) {
  const std::vector<std::string> fixed{"--iterations", "64", "--epochs", "4", "--epsilon", "2"};
  struct Case {
    const char* over;
    const char* values;
    std::vector<std::string> more;
    const char* message;
  };
  for (const Case& one :
       {Case{"tau", "1", fixed, "--over = tau"}, Case{"bands", "", fixed, "--values"},
        Case{"bands", "1,,2", fixed, "--values = 1,,2"}, Case{"bands", "1,abc", fixed, "--bands = abc"},
        Case{"epsilon", "1", fixed, "--epsilon = 2"},
        Case{"epsilon,epochs", "1,2", {"--iterations", "64"}, "--values = 1,2"},
        Case{"epsilon,epochs", "1/100", {"--iterations", "64"}, "epochs"},
        Case{"epsilon,tau", "1/2", {"--iterations", "64", "--epochs", "4"}, "--over = tau"},
        Case{"epsilon,epsilon", "1/2", {"--iterations", "64", "--epochs", "4"}, "--over = epsilon"},
        Case{"epsilon,momentum", "1/2", fixed, "--epsilon = 2"},
        Case{"epsilon,epochs", "1/2", {"--iterations", "64", "--mechanism", "best"}, "--mechanism = best"},
        Case{"bands", "1", {"--iterations", "64", "--epochs", "4"}, "epsilon"},
        Case{"batching", "fixed-epoch,shuffled", fixed, "--batching = shuffled"},
        Case{"batching", "single", fixed, "4 times"}, Case{"min-sep", "4.5", fixed, "--min-sep = 4.5"},
        Case{"min-sep",
             "4",
             {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--batching", "fixed-epoch"},
             "--batching = fixed-epoch"},
        Case{"min-sep",
             "4",
             {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--min-sep", "8"},
             "--min-sep = 8"},
        Case{"mechanism",
             "bsr",
             {"--iterations", "64", "--epochs", "4", "--epsilon", "2", "--fixed-strategy"},
             "--over = mechanism"}}) {
    const ProcessResult result = runCli(sweep(one.over, one.values, one.more));
    expectRefused(result, one.message);
  }
  auto nowhere = joined(sweep("bands", "1", fixed), {"--csv", "/nowhere/a.csv"});
  EXPECT_NE(runCli(nowhere).err.find("--csv = /nowhere/a.csv"), std::string::npos);
}

TEST(Sweep, CancelledShowsWhatIsThere) {
  const std::vector<std::string> slow{"--iterations", "2^14", "--epochs",    "8",
                                      "--epsilon",    "2",    "--mechanism", "banded"};
  const ProcessResult result =
      runCli(sweep("bands", "1,2,256,512", slow), {.interrupts = {std::chrono::milliseconds(3000)}});
  EXPECT_EQ(result.exitCode, 130) << result.err;
  EXPECT_NE(result.err.find("cancelled"), std::string::npos) << result.err;
  EXPECT_LT(result.seconds, 30);
  // The ends come first, so that the point of one band is there while that of 512 is being solved.
  const std::vector<std::string> lines = linesOf(result.out);
  ASSERT_EQ(lines.size(), 2U) << result.out;
  EXPECT_NE(result.err.find("the 1 of 4 values that were ready"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace noiseloom::test
