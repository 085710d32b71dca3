#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/scenario/mechanism.h"
#include "tests/cli/cli_json.h"
#include "tests/cli/gaussian_mechanism.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

constexpr double kCertified = 1e-4;  // relative: certified values may be larger by this much, never smaller

double number(const Json& json, const char* key) {
  return json.at(key).get<double>();
}

// Error of each step, sum_{j<=i} w_j^2 with w = T^-1 lambda, straight from the definition.
Values stepErrors(const Values& coefficients, const Values& workload) {
  Values w(workload.size());
  Values v(workload.size());
  double sum = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    double value = workload[i];
    for (std::size_t l = 1; l < std::min(coefficients.size(), i + 1); ++l) value -= coefficients[l] * w[i - l];
    w[i] = value / coefficients[0];
    v[i] = sum += w[i] * w[i];
  }
  return v;
}

double normSquared(const Values& x) {
  return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}
double mean(const Values& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

void expectConsistent(const Json& json) {
  const double sigma = number(json, "noise_multiplier");
  EXPECT_NEAR(number(json, "rmse"), sigma * std::sqrt(number(json, "loss_mean")), 1e-12 * number(json, "rmse"));
  EXPECT_NEAR(number(json, "max_error"), sigma * std::sqrt(number(json, "loss_max")),
              1e-12 * number(json, "max_error"));
  EXPECT_NEAR(number(json, "last_error"), sigma * std::sqrt(number(json, "loss_last")),
              1e-12 * number(json, "last_error"));
  EXPECT_NEAR(number(json, "stddev"), number(json, "clip_norm") * sigma * number(json, "sensitivity"),
              1e-12 * number(json, "stddev"));
  EXPECT_LE(number(json, "lower_bound"), number(json, "rmse") * (1 + 1e-9));
  EXPECT_GT(number(json, "lower_bound"), 0);
}

TEST(Design, CurvaturesAreAnObjectiveOfTheirOwn) {
  const Json json = runJson(designArguments(
      "64", "4", "4", "1e-6",
      {"--bands", "4", "--batching", "fixed-epoch", "--objective", "curvature", "--spectrum", "0.01:3, 0.5"}));
  EXPECT_EQ(json.at("objective"), "curvature");
  EXPECT_EQ(json.at("workload").at("spectrum"), "0.01:3, 0.5");
  EXPECT_NEAR(number(json, "curvature_error"),
              number(json, "noise_multiplier") * std::sqrt(number(json, "loss_curvature")),
              1e-12 * number(json, "curvature_error"));
  // Without the rescaled columns the definition is a line.
  const Json plain = runJson(designArguments(
      "64", "4", "4", "1e-6",
      {"--bands", "4", "--batching", "fixed-epoch", "--column-normalize", "off", "--spectrum", "0.01:3, 0.5"}));
  const auto theta = plain.at("coefficients").get<Values>();
  double loss = 0;
  for (const auto& [alpha, weight] : {std::pair{0.99, 0.75}, std::pair{0.5, 0.25}}) {
    Values lambda(64);
    for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] = std::pow(alpha, static_cast<double>(i));
    loss += weight * mean(stepErrors(theta, lambda));
  }
  const double sensitivity = number(plain, "sensitivity");
  EXPECT_NEAR(number(plain, "loss_curvature"), sensitivity * sensitivity * loss,
              1e-9 * number(plain, "loss_curvature"));
  EXPECT_LT(number(json, "curvature_error"), number(plain, "curvature_error"));
  EXPECT_LE(number(json, "lower_bound"), number(json, "curvature_error"));
  EXPECT_FALSE(runJson(designArguments("64", "4", "4", "1e-6", {"--bands", "4"})).contains("curvature_error"));
}

TEST(Design, JsonHasEveryDocumentedKey) {
  const Json json = runJson(designArguments("64", "4", "4", "1e-6", {"--bands", "4"}));
  for (const char* key : {"mechanism",   "bands",       "iterations",       "epochs",       "epsilon",
                          "delta",       "batching",    "noise_multiplier", "sensitivity",  "sensitivity_kind",
                          "stddev",      "loss_mean",   "loss_max",         "rmse",         "max_error",
                          "lower_bound", "termination", "solve_iterations", "coefficients", "mechanism_requested",
                          "objective",   "loss_last",   "last_error",       "kind",         "noise_rows"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"optimize", "calibrate", "total"}) EXPECT_GE(number(json.at("seconds"), key), 0) << key;
  EXPECT_EQ(json.at("mechanism"), "banded-toeplitz");
  EXPECT_EQ(json.at("batching"), "cyclic-poisson");
  EXPECT_EQ(json.at("adjacency"), "add-remove");
  EXPECT_EQ(json.at("mechanism_requested"), "banded-toeplitz");
  EXPECT_EQ(json.at("objective"), "mean");
  EXPECT_EQ(json.at("kind"), "toeplitz");
  EXPECT_EQ(json.at("noise_rows"), 3);
  EXPECT_EQ(json.at("bands"), 4);
  EXPECT_EQ(json.at("termination"), "converged");
  EXPECT_GT(json.at("solve_iterations"), 0);
  EXPECT_NEAR(number(json, "sampling_probability"), 4.0 * 4 / 64, 1e-15);
  EXPECT_EQ(json.at("compositions"), 16);
  expectConsistent(json);
}

TEST(Design, DpSgdSingleIsTheGaussianMechanismOnRunningSums) {
  const Json json = runJson({"design", "--iterations", "100", "--epsilon", "2", "--delta", "1e-6", "--mechanism",
                             "dp-sgd", "--batching", "single", "--clip-norm", "2.5"});
  const double sigma = gaussianSigma(2, 1e-6);
  EXPECT_EQ(json.at("epochs"), 1);
  EXPECT_EQ(json.at("bands"), 1);
  EXPECT_GE(number(json, "noise_multiplier"), sigma * (1 - 1e-12));
  EXPECT_NEAR(number(json, "noise_multiplier"), sigma, kCertified * sigma);
  EXPECT_DOUBLE_EQ(number(json, "sensitivity"), 1);
  EXPECT_EQ(json.at("sensitivity_kind"), "exact");
  EXPECT_NEAR(number(json, "loss_mean"), 50.5, 1e-9);  // mean of 1..n
  EXPECT_NEAR(number(json, "loss_max"), 100, 1e-9);
  EXPECT_NEAR(number(json, "loss_last"), 100, 1e-9);
  expectConsistent(json);
}

TEST(Design, FixedEpochOrderCountsEveryParticipation) {
  const Json once = runJson(designArguments("96", "1", "2", "1e-6", {"--batching", "fixed-epoch", "--bands", "4"}));
  const Json many = runJson(designArguments("96", "8", "2", "1e-6", {"--batching", "fixed-epoch", "--bands", "4"}));
  EXPECT_EQ(many.at("sensitivity_kind"), "exact");
  EXPECT_NEAR(number(many, "sensitivity") / number(once, "sensitivity"), std::sqrt(8.0), 1e-9);
  EXPECT_NEAR(number(many, "noise_multiplier"), gaussianSigma(2, 1e-6), kCertified * gaussianSigma(2, 1e-6));
  EXPECT_FALSE(many.contains("sampling_probability"));
  expectConsistent(many);
}

TEST(Design, ReplaceOneDoublesTheNoise) {
  const std::vector<std::string> fixed{"--batching", "fixed-epoch", "--bands", "3"};
  auto replace = joined(fixed, {"--adjacency", "replace-one"});
  const Json add = runJson(designArguments("30", "2", "1", "1e-5", fixed));
  const Json one = runJson(designArguments("30", "2", "1", "1e-5", replace));
  EXPECT_NEAR(number(one, "stddev"), 2 * number(add, "stddev"), 1e-9 * number(one, "stddev"));
}

TEST(Design, ToeplitzCoefficientsGiveTheStatedErrorAndAreOptimal) {
  const Json json = runJson({"design", "--iterations", "200", "--epsilon", "3", "--delta", "1e-7", "--batching",
                             "single", "--bands", "5", "--column-normalize", "off"});
  const Values theta = json.at("coefficients").get<Values>();
  ASSERT_EQ(theta.size(), 5u);
  const Values ones(200, 1.0);
  const auto loss = [&](const Values& c) { return normSquared(c) * mean(stepErrors(c, ones)); };
  EXPECT_NEAR(number(json, "loss_mean"), loss(theta), 1e-8 * loss(theta));
  EXPECT_NEAR(number(json, "loss_max"), normSquared(theta) * stepErrors(theta, ones).back(),
              1e-8 * number(json, "loss_max"));
  EXPECT_NEAR(number(json, "sensitivity"), std::sqrt(normSquared(theta)), 1e-12);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    for (const double step : {-1e-3, 1e-3}) {
      Values other = theta;
      other[i] += step * theta[0];
      EXPECT_GT(loss(other), loss(theta) * (1 - 1e-12)) << i << ' ' << step;
    }
  }
  EXPECT_LT(number(json, "rmse"), number(json, "dp_sgd_rmse"));
  expectConsistent(json);
}

TEST(Design, MomentumAndWeightDecayChangeTheWorkload) {
  const Json json =
      runJson({"design", "--iterations", "60", "--epsilon", "3", "--delta", "1e-7", "--batching", "single", "--bands",
               "4", "--column-normalize", "off", "--workload", "sgd", "--momentum", "0.9", "--weight-decay", "0.99"});
  Values workload(60);
  for (std::size_t i = 0; i < workload.size(); ++i) {  // coefficients of 1/((1 - alpha x)(1 - beta x))
    const auto m = static_cast<double>(i + 1);
    workload[i] = (std::pow(0.99, m) - std::pow(0.9, m)) / (0.99 - 0.9);
  }
  const Values theta = json.at("coefficients").get<Values>();
  const double expected = normSquared(theta) * mean(stepErrors(theta, workload));
  EXPECT_NEAR(number(json, "loss_mean"), expected, 1e-8 * expected);
  EXPECT_EQ(json.at("workload").at("momentum"), 0.9);
  EXPECT_EQ(json.at("workload").at("weight_decay"), 0.99);
}

TEST(Design, AveragingChangesTheWorkload) {
  const std::vector<std::string> plain{"design", "--iterations",       "60",     "--epsilon", "3", "--delta",
                                       "1e-7",   "--batching",         "single", "--bands",   "4", "--workload",
                                       "sgd",    "--column-normalize", "off"};
  const auto with = [&](const std::vector<std::string>& more) { return runJson(joined(plain, more)); };
  const Json averaged = with({"--averaging", "0.9"}), momentum = with({"--momentum", "0.9"});
  EXPECT_EQ(averaged.at("workload").at("averaging"), 0.9);
  EXPECT_FALSE(momentum.at("workload").contains("averaging"));
  // One pole of 0.9 and one of 1 either way, but for the factor 1 - 0.9.
  EXPECT_NEAR(number(averaged, "rmse"), 0.1 * number(momentum, "rmse"), 1e-6 * number(averaged, "rmse"));
}

TEST(Design, TheMeanOfAllWeightsIsAWorkloadOfEveryMechanism) {
  const auto with = [&](const std::vector<std::string>& more) {
    return runJson(joined({"design", "--iterations", "60", "--epsilon", "3", "--delta", "1e-7", "--batching", "single",
                           "--workload", "sgd", "--averaging", "1"},
                          more));
  };
  const Json independent = with({"--mechanism", "dp-sgd"});
  EXPECT_EQ(independent.at("workload").at("averaging"), 1);
  // Row t of the mean of running sums has the weights (t - j + 1)/t.
  double squares = 0;
  for (int t = 1; t <= 60; ++t) {
    for (int j = 1; j <= t; ++j) squares += std::pow(static_cast<double>(t - j + 1) / t, 2);
  }
  const double known = number(independent, "noise_multiplier") * std::sqrt(squares / 60);
  EXPECT_NEAR(number(independent, "rmse"), known, 1e-9 * known);
  for (const char* mechanism : {"banded-toeplitz", "banded", "dense", "blt", "band-inv-mf", "bsr", "tree"}) {
    const std::vector<std::string> bands{"--bands", "8"};
    const bool banded = std::string(mechanism).find("band") == 0 || std::string(mechanism) == "bsr";
    const Json json = with(joined({"--mechanism", mechanism}, banded ? bands : std::vector<std::string>()));
    EXPECT_LT(number(json, "rmse"), number(independent, "rmse")) << mechanism;
  }
}

TEST(Design, WindowsAndFilesChangeTheWorkload) {
  const std::vector<std::string> plain{"design", "--iterations", "60",     "--epsilon", "3", "--delta",
                                       "1e-7",   "--batching",   "single", "--bands",   "4"};
  const auto with = [&](const std::vector<std::string>& more) { return runJson(joined(plain, more)); };
  const Json one = with({"--workload", "sgd", "--averaging-window", "1"}), prefix = with({});
  EXPECT_EQ(number(one, "rmse"), number(prefix, "rmse"));
  const Json window = with({"--workload", "sgd", "--averaging-window", "5"});
  EXPECT_EQ(window.at("workload").at("averaging_window"), 5);
  EXPECT_LT(number(window, "rmse"), number(prefix, "rmse"));
  // The window by its coefficients, from a text with comments, and running sums.
  const ScratchFolder folder;
  std::string means = "# a tail\n", ones;
  for (int lag = 0; lag < 60; ++lag) {
    means += (lag < 5 ? std::to_string(0.2 * (lag + 1)) : "1") + ", ";
    ones += "1\n";
  }
  writeFile(folder.file("means.csv"), means);
  writeFile(folder.file("ones.txt"), ones);
  const Json given = with({"--workload", folder.file("means.csv")});
  EXPECT_EQ(given.at("workload").at("name"), "toeplitz");
  EXPECT_EQ(given.at("workload").at("coefficients"), 60);
  EXPECT_EQ(given.at("workload").at("coefficients_file"), "means.csv");
  EXPECT_NEAR(number(given, "rmse"), number(window, "rmse"), 1e-6 * number(window, "rmse"));
  const Json sums = with({"--workload", folder.file("ones.txt")});
  // Normalised columns are refined for running sums alone.
  EXPECT_NEAR(number(sums, "rmse"), number(prefix, "rmse"), 1e-4 * number(prefix, "rmse"));
}

TEST(Design, AMatrixComesFromAFile) {
  const ScratchFolder folder;
  std::string square = "# queries\n";
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 20; ++column) square += column <= row ? "1," : "0,";
    square += "\n";
  }
  writeFile(folder.file("sums.csv"), square);
  const auto with = [&](const std::vector<std::string>& more) {
    return runJson(
        joined({"design", "--iterations", "20", "--epsilon", "3", "--delta", "1e-7", "--batching", "single"}, more));
  };
  const Json sums = with({"--mechanism", "dense"});
  const Json read = with({"--mechanism", "dense", "--workload", folder.file("sums.csv")});
  EXPECT_EQ(read.at("workload").at("name"), "matrix");
  EXPECT_EQ(read.at("workload").at("rows"), 20);
  EXPECT_EQ(read.at("workload").at("coefficients_file"), "sums.csv");
  EXPECT_NEAR(number(read, "rmse"), number(sums, "rmse"), 1e-4 * number(sums, "rmse"));
  const ProcessResult refused = runCli({"design", "--iterations", "20", "--epsilon", "3", "--delta", "1e-7",
                                        "--batching", "single", "--workload", folder.file("sums.csv")});
  expectRefused(refused, "dense");
  const ProcessResult shorter =
      runCli({"design", "--iterations", "19", "--epsilon", "3", "--delta", "1e-7", "--batching", "single",
              "--mechanism", "dense", "--workload", folder.file("sums.csv")});
  expectRefused(shorter, "iterations");
}

TEST(Design, RefusesWorkloadsByName) {
  const ScratchFolder folder;
  writeFile(folder.file("few.txt"), "1 0.5\n");
  writeFile(folder.file("words.txt"), "1\none half\n");
  writeFile(folder.file("zero.txt"), "0 1 1\n");
  const auto refusal = [&](const std::vector<std::string>& more) {
    const ProcessResult result = runCli(
        joined({"design", "--iterations", "60", "--epsilon", "3", "--delta", "1e-7", "--batching", "single"}, more));
    EXPECT_EQ(result.exitCode, 2);
    return result.err;
  };
  EXPECT_THAT(refusal({"--workload", "sdg"}), HasSubstr("a file of coefficients"));
  EXPECT_THAT(refusal({"--workload", folder.file("few.txt")}), HasSubstr("size of workload"));
  EXPECT_THAT(refusal({"--workload", folder.file("words.txt")}), HasSubstr("line 2"));
  EXPECT_THAT(refusal({"--workload", folder.file("zero.txt")}), HasSubstr("first coefficient"));
  EXPECT_THAT(refusal({"--workload", "1,0.5", "--momentum", "0.9"}), HasSubstr("momentum"));
  EXPECT_THAT(refusal({"--workload", "sgd", "--averaging-window", "61"}), HasSubstr("averaging-window"));
  EXPECT_THAT(refusal({"--workload", "sgd", "--averaging-window", "5", "--schedule", "cosine"}), HasSubstr("window"));
  EXPECT_THAT(refusal({"--workload", "sgd", "--averaging-window", "5", "--mechanism", "banded"}),
              HasSubstr("banded-toeplitz"));
}

TEST(Design, LearningRatesComeFromAFile) {
  const ScratchFolder folder;
  writeFile(folder.file("rates.txt"), "# warm-up\n0.5, 1\n1 1\n\n0.25\t0.125\n");
  const Json json =
      runJson({"design", "--iterations", "6", "--epsilon", "3", "--delta", "1e-7", "--batching", "single",
               "--mechanism", "dp-sgd", "--workload", "sgd", "--learning-rates", folder.file("rates.txt")});
  // Without noise correlation step i's error is the sum of the squared rates so far.
  const Values eta{0.5, 1, 1, 1, 0.25, 0.125};
  Values v(6);
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i) v[i] = sum += eta[i] * eta[i];
  EXPECT_NEAR(number(json, "loss_mean"), mean(v), 1e-12);
  EXPECT_NEAR(number(json, "loss_max"), v.back(), 1e-12);
  EXPECT_EQ(json.at("workload").at("learning_rates"), 6);
}

TEST(Design, LearningRatesMayRiseAndFall) {
  const auto lossOf = [](const std::vector<std::string>& more, const Values& eta) {
    const Json json = runJson(joined({"design", "--iterations", "20", "--epsilon", "3", "--delta", "1e-7", "--batching",
                                      "single", "--mechanism", "dp-sgd", "--workload", "sgd"},
                                     more));
    Values v(20);
    double sum = 0;
    for (std::size_t i = 0; i < 20; ++i) v[i] = sum += eta[i] * eta[i];
    EXPECT_NEAR(number(json, "loss_mean"), mean(v), 1e-12);
    EXPECT_NEAR(number(json, "loss_last"), v.back(), 1e-12);
  };
  Values rising(20, 1.0);
  for (int i = 0; i < 4; ++i) rising[static_cast<std::size_t>(i)] = 0.05 + 0.95 * i / 4;
  lossOf({"--warmup", "0.2"}, rising);
  Values both = rising;
  for (int i = 1; i <= 10; ++i) both[9 + static_cast<std::size_t>(i)] = 1 - 0.95 * i / 10;  // 0.05 in the last step
  lossOf({"--warmup", "0.2", "--cooldown", "0.5"}, both);
  lossOf({"--warmup", "0", "--cooldown", "0"}, Values(20, 1.0));
}

TEST(Design, BestBandsAreFeasibleAndNoWorseThanOthers) {
  const Json best = runJson(designArguments("500", "5", "4", "1e-6"));
  const int bands = best.at("bands");
  EXPECT_GE(bands, 1);
  EXPECT_LE(bands, 100);
  EXPECT_EQ(runJson(designArguments("500", "5", "4", "1e-6", {"--bands", "best"})).at("bands"), bands);
  for (const char* other : {"1", "2", "8", "32", "100"}) {
    const Json json = runJson(designArguments("500", "5", "4", "1e-6", {"--bands", other}));
    EXPECT_LE(number(best, "rmse"), number(json, "rmse") * (1 + 1e-6)) << other;
    expectConsistent(json);
  }
}

TEST(Design, GeneralBandedIsNoWorseThanToeplitz) {
  const Json toeplitz = runJson(designArguments("128", "4", "4", "1e-6", {"--bands", "8"}));
  const Json banded = runJson(designArguments("128", "4", "4", "1e-6", {"--bands", "8", "--mechanism", "banded"}));
  EXPECT_LE(number(banded, "rmse"), number(toeplitz, "rmse") * (1 + 1e-9));
  EXPECT_FALSE(banded.contains("coefficients"));
  EXPECT_EQ(banded.at("sensitivity_kind"), "exact");
  expectConsistent(banded);
}

TEST(Design, ManyIterationsCostNeitherTimeNorMemory) {
  const auto run = [](const char* scaling) {
    std::vector<std::string> arguments{"design", "--iterations", "1e9",    "--epsilon", "1",  "--delta",
                                       "1e-5",   "--batching",   "single", "--bands",   "32", "--column-normalize",
                                       scaling,  "--json"};
    const ProcessResult result = runCli(arguments, {.addressSpace = std::uint64_t{1} << 30});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return Json::parse(result.out, nullptr, false);
  };
  const Json normalized = run("on");
  const Json plain = run("off");
  // 31 of 10^9 columns are rescaled: never worse, hardly better.
  EXPECT_LE(number(normalized, "loss_mean"), number(plain, "loss_mean") * (1 + 1e-12));
  EXPECT_NEAR(number(normalized, "loss_mean") / number(plain, "loss_mean"), 1, 1e-6);
  EXPECT_LT(number(normalized.at("seconds"), "total"), 5);
}

TEST(Design, CountsMayBeWrittenAsPowers) {
  const Json plain = runJson(designArguments("1024", "4", "4", "1e-6", {"--bands", "8"}));
  const Json power = runJson(designArguments("2^10", "4e0", "4", "1e-6", {"--bands", "2^3"}));
  EXPECT_EQ(plain.at("rmse"), power.at("rmse"));
  EXPECT_EQ(power.at("iterations"), 1024);
}

TEST(Design, BestMechanismComesWithItsRanking) {
  const auto arguments = designArguments("200", "4", "4", "1e-6",
                                         {"--mechanism", "best", "--batching", "fixed-epoch", "--noise-rows", "20"});
  const Json answer = runJson(arguments);
  const Json& ranking = answer.at("ranking");
  ASSERT_EQ(ranking.size(), allMechanisms().size());
  EXPECT_EQ(ranking[0].at("mechanism"), answer.at("mechanism"));
  EXPECT_EQ(answer.at("mechanism_requested"), "best");
  EXPECT_DOUBLE_EQ(number(ranking[0], "error"), number(answer, "rmse"));
  double last = 0;
  for (const Json& entry : ranking) {
    if (entry.contains("left_out")) {
      last = std::numeric_limits<double>::infinity();
      continue;
    }
    EXPECT_GE(number(entry, "error"), last);
    last = number(entry, "error");
    EXPECT_LE(entry.at("noise_rows"), 20);
  }
  const ProcessResult table = runCli(arguments);
  EXPECT_NE(table.out.find("left out: square-root"), std::string::npos) << table.out;
}

TEST(Design, TableGivesTheClaimAndItsPriceWithUnits) {
  const ProcessResult result = runCli(designArguments("64", "4", "4", "1e-6", {"--bands", "4"}));
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");  // no progress where standard error is not a terminal
  for (const char* text :
       {"RMSE", "Noise multiplier", "Noise stddev", "Sensitivity", "clip norm", "DP-SGD", "converged"}) {
    EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
  }
}

// 22 rows of 4 GB: 10 GB hold two of them.
const std::vector<std::string> kTightMachine{"--parameters", "1e9", "--memory-per-machine", "10G"};

TEST(Design, NamesTheRangeOfSizes) {
  const std::vector<std::string> sized{"design", "--dataset-size", "500", "--batch-size", "50",  "--iterations",
                                       "40",     "--epsilon",      "4",   "--delta",      "1e-5"};
  const ProcessResult range = runCli(joined(sized, {"--dataset-size-at-most", "600"}));
  EXPECT_NE(range.out.find("500 to 600"), std::string::npos) << range.out;
  EXPECT_NE(range.out.find("40 steps of 50"), std::string::npos) << range.out;
  EXPECT_EQ(runCli(sized).out.find("500 to"), std::string::npos);
}

TEST(Design, SaysWhatFitsIntoTheMemory) {
  auto arguments = joined(designArguments("400", "4", "8", "1e-5", kTightMachine), {"--bands", "23"});
  const ProcessResult tight = runCli(arguments);
  EXPECT_EQ(tight.exitCode, 0);
  EXPECT_EQ(tight.err,
            "noiseloom-cli: making the noise keeps 22 rows, 88 GB a machine, which has 10 GB: 9 machines have room for "
            "it, or --bands 3 would fit\n");
  arguments.insert(arguments.end(), {"--machines", "9"});
  EXPECT_EQ(runCli(arguments).err, "");
  arguments.back() = "8";
  EXPECT_NE(runCli(arguments).err, "");
  arguments.back() = "1";
  arguments[arguments.size() - 3] = "3";
  EXPECT_EQ(runCli(arguments).err, "");
}

TEST(Design, TheBestFitsIntoTheMemory) {
  const Json json = runJson(designArguments("400", "4", "8", "1e-5", joined(kTightMachine, {"--mechanism", "best"})));
  EXPECT_LE(json["noise_rows"].get<int>(), 2);
  for (const Json& entry : json["ranking"]) {
    EXPECT_LE(entry.value("noise_rows", 0), 2) << entry;
  }
}

TEST(Design, SaysWhatStandsForAnOptimumThatIsOutOfReach) {
  const ProcessResult result = runCli({"design", "--iterations", "65600", "--epochs", "1025", "--epsilon", "8",
                                       "--delta", "1e-6", "--batching", "balls-in-bins", "--bands", "5"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_NE(result.out.find("too many iterations"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace noiseloom::test
