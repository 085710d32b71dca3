// Whoever types a printed number again must be as safe as with the number itself.

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/check.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

/// The second cell of a row of a table, by the first.
std::string cellOf(const std::string& table, const std::string& name) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find("  " + name + "  ");
    if (at != 0) continue;
    const auto from = line.find_first_not_of(' ', name.size() + 2);
    return line.substr(from, line.find(' ', from) - from);
  }
  ADD_FAILURE() << "no " << name << " in " << table;
  return "1";
}

std::string shown(const Words& arguments, const std::string& name) {
  const ProcessResult result = runCli(arguments);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  return cellOf(result.out, name);
}

struct Job {
  std::string iterations, epochs, epsilon, delta, batching;
};
const std::vector<Job> kJobs{{"47", "3", "4", "1e-5", "fixed-epoch"},
                             {"64", "4", "2", "1e-6", "cyclic-poisson"},
                             {"60", "3", "1.7", "1e-7", "shuffled-each-epoch"},
                             {"48", "4", "6.3", "1e-5", "random-allocation"},
                             {"40", "1", "0.9", "1e-8", "single"}};

TEST(PrintedNumbers, OfADesignKeepItsPromise) {
  for (const auto& [n, k, epsilon, delta, batching] : kJobs) {
    const Words job = designArguments(n, k, epsilon, delta, {"--batching", batching, "--mechanism", "dp-sgd"});
    const Words account{"account", "--batching", batching, "--iterations", n, "--epochs", k, "--delta", delta};
    const double asked = std::stod(epsilon);
    const auto epsilonOf = [&](const char* option, const std::string& value) {
      return runJson(joined(account, {option, value})).at("epsilon").get<double>();
    };
    EXPECT_LE(epsilonOf("--noise-multiplier", shown(job, "Noise multiplier")), asked) << batching;
    EXPECT_LE(epsilonOf("--stddev", shown(job, "Noise stddev")), asked) << batching;
    // With all their digits they come back as they were asked for, up to what is stated.
    const Json design = runJson(job);
    for (const auto& [option, field] : {std::pair{"--noise-multiplier", "noise_multiplier"}, {"--stddev", "stddev"}}) {
      const Json back = runJson(joined(account, {option, shortest(design.at(field))}));
      EXPECT_LE(back.at("epsilon").get<double>() * (1 - back.at("error_bound").get<double>()), asked);
      EXPECT_NEAR(back.at("epsilon"), asked, 1e-3 * asked) << batching;
    }
    EXPECT_LE(epsilonOf("--noise-multiplier", shortest(design.at("noise_multiplier"))), asked) << batching;
  }
}

TEST(PrintedNumbers, OfAnAccountKeepItsPromise) {
  for (const auto& [q, steps, epsilon, delta] : {std::tuple{"0.01", "300", "1.3", "1e-6"},
                                                 {"1", "3", "4", "1e-5"},
                                                 {"0.2", "1", "0.7", "1e-7"},
                                                 {"0.003", "5000", "2.9", "1e-8"}}) {
    const Words sampling{"account", "--sampling-probability", q, "--compositions", steps};
    const auto with = [&](const Words& more) { return joined(sampling, more); };
    const std::string sigma = shown(with({"--epsilon", epsilon, "--delta", delta}), "Noise multiplier");
    EXPECT_LE(runJson(with({"--noise-multiplier", sigma, "--delta", delta})).at("epsilon"), std::stod(epsilon));
    const std::string told = shown(with({"--noise-multiplier", sigma, "--delta", delta}), "Epsilon");
    EXPECT_LE(runJson(with({"--noise-multiplier", sigma, "--epsilon", told})).at("delta"), std::stod(delta));
    const Json exact = runJson(with({"--noise-multiplier", sigma, "--epsilon", epsilon}));
    EXPECT_GE(std::stod(shown(with({"--noise-multiplier", sigma, "--epsilon", epsilon}), "Delta")), exact.at("delta"));
    // What was given is printed as it was typed.
    EXPECT_EQ(shown(with({"--noise-multiplier", "1.23456789012345", "--delta", delta}), "Noise multiplier"),
              "1.23456789012345");
  }
  const Words seen{"account", "--noise-multiplier", "0.9", "--epsilon", "2", "--delta",
                   "1e-6",    "--compositions",     "700"};
  EXPECT_LE(std::stod(shown(seen, "Sampling probability")), runJson(seen).at("sampling_probability"));
}

TEST(PrintedNumbers, OfASweepAreNoSmallerThanTheNoise) {
  const Words sweep{"sweep",    "--over", "epsilon", "--values", "1,2.3,4",    "--iterations", "47",
                    "--epochs", "3",      "--delta", "1e-5",     "--batching", "fixed-epoch"};
  const Json points = runJson(sweep).at("points");
  const std::string table = runCli(sweep).out;
  for (const Json& point : points) {
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream cells(line);
      std::string value, bands, sensitivity, sigma, stddev;
      cells >> value >> bands >> sensitivity >> sigma >> stddev;
      if (value != point.at("value")) continue;
      EXPECT_GE(std::stod(sensitivity), point.at("sensitivity"));
      EXPECT_GE(std::stod(sigma), point.at("noise_multiplier"));
      EXPECT_GE(std::stod(stddev), point.at("stddev"));
    }
  }
}

TEST(PrintedNumbers, SayWhatANoiseMultiplierIsRelativeTo) {
  const Words account{"account",  "--batching", "fixed-epoch", "--iterations", "480",
                      "--epochs", "2",          "--delta",     "1e-5"};
  const Json relative = runJson(joined(account, {"--noise-multiplier", "1.1"}));
  EXPECT_NEAR(relative.at("epsilon"), 3.92125, 1e-5);
  EXPECT_NEAR(relative.at("stddev"), 1.1 * std::sqrt(2), 1e-12);
  const Json ofDpSgd = runJson(joined(account, {"--stddev", "1.1"}));
  EXPECT_NEAR(ofDpSgd.at("epsilon"), 5.87100, 1e-5);
  EXPECT_NEAR(ofDpSgd.at("noise_multiplier"), 1.1 / std::sqrt(2), 1e-12);
  EXPECT_EQ(ofDpSgd.at("stddev"), 1.1);
  EXPECT_THAT(runCli(joined(account, {"--noise-multiplier", "1.1"})).out, HasSubstr("given, for sensitivity 1"));
  EXPECT_THAT(runCli(joined(account, {"--noise-multiplier", "1", "--stddev", "1"})).err,
              HasSubstr("exclude each other"));
  EXPECT_THAT(runCli({"account", "--stddev", "1", "--delta", "1e-5"}).err,
              HasSubstr("--stddev goes with --batching only"));
}

TEST(PrintedNumbers, ALargestBatchThatWasChosenIsShown) {
  const Words job = designArguments("64", "4", "4", "1e-6", {"--dataset-size", "1000", "--largest-batch", "auto"});
  const Json design = runJson(job);
  EXPECT_GT(design.at("largest_batch"), 1000 * 4 / 64);
  EXPECT_EQ(shown(job, "Largest batch"), std::to_string(design.at("largest_batch").get<int>()));
}

}  // namespace
}  // namespace noiseloom::test
