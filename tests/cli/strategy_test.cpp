#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"
#include "tests/core/io/numpy_bytes.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;
using numpy::npyOf;

// A folder with the coefficients of 4 bands, and the matrix of 64 steps that they make.
class StrategyFromElsewhere : public ::testing::Test {
 protected:
  StrategyFromElsewhere() {
    std::vector<double> matrix(std::size_t{64} * 64, 0.0);
    for (std::size_t i = 0; i < 64; ++i) {
      for (std::size_t lag = 0; lag < kCoefficients.size() && lag <= i; ++lag)
        matrix[i * 64 + i - lag] = kCoefficients[lag];
    }
    put("t.npy", npyOf(kCoefficients, "(4,)"));
    put("c.npy", npyOf(matrix, "(64, 64)"));
  }
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder.file(name), std::ios::binary) << bytes;
  }
  std::vector<std::string> design(const std::string& name, const std::vector<std::string>& more) const {
    return joined({"design", "--strategy", folder.file(name), "--epsilon", "4", "--delta", "1e-6"}, more);
  }
  std::string refusal(const std::string& name, const std::vector<std::string>& more) const {
    const ProcessResult result = runCli(design(name, more));
    EXPECT_EQ(result.exitCode, 2) << result.out;
    return result.err;
  }

  const std::vector<double> kCoefficients{1, 0.5, 0.375, 0.25};
  ScratchFolder folder;
};

TEST_F(StrategyFromElsewhere, IsCertifiedWrittenAndVerified) {
  for (const char* batching : {"cyclic-poisson", "fixed-epoch", "min-sep", "single", "balls-in-bins"}) {
    const Json matrix = runJson(design(
        "c.npy", {"--strategy-kind", "dense", "--epochs", "4", "--batching", batching, "--out", folder.file("s.npz")}));
    EXPECT_EQ(matrix.at("mechanism"), "imported");
    EXPECT_EQ(matrix.at("imported").at("file"), "c.npy");
    EXPECT_EQ(matrix.at("imported").at("content"), "dense");
    EXPECT_EQ(matrix.at("iterations"), 64);
    EXPECT_EQ(matrix.at("bands"), 4);
    EXPECT_EQ(runCli({"verify", folder.file("s.npz")}).exitCode, 0) << batching;
    const Json coefficients = runJson(design(
        "t.npy", {"--strategy-kind", "toeplitz", "--iterations", "64", "--epochs", "4", "--batching", batching}));
    for (const char* figure : {"sensitivity", "noise_multiplier", "rmse", "max_error"})
      EXPECT_NEAR(coefficients.at(figure).get<double>() / matrix.at(figure).get<double>(), 1, 1e-9) << figure;
    // Our own file into another scenario.
    const Json again = runJson(design("s.npz", {"--epochs", "2", "--batching", "fixed-epoch"}));
    EXPECT_EQ(again.at("imported").at("content"), nullptr);
    EXPECT_EQ(again.at("imported").at("sha256"), matrix.at("imported").at("sha256"));
  }
}

TEST_F(StrategyFromElsewhere, ASweepTakesItAlong) {
  const ProcessResult result =
      runCli({"sweep", "--over", "iterations", "--values", "64,128", "--strategy", folder.file("t.npy"),
              "--strategy-kind", "toeplitz", "--epochs", "4", "--epsilon", "4", "--delta", "1e-6"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("128"));
}

TEST_F(StrategyFromElsewhere, WhatCannotBeIsRefusedByTheNameOfTheOption) {
  EXPECT_THAT(refusal("c.npy", {"--epochs", "4"}),
              HasSubstr("--strategy-kind = (missing) is not allowed: use one of dense, dense-inverse"));
  EXPECT_THAT(refusal("t.npy", {"--epochs", "4", "--strategy-kind", "dense"}),
              HasSubstr("one of toeplitz, toeplitz-inverse"));
  EXPECT_THAT(refusal("t.npy", {"--epochs", "4", "--strategy-kind", "round"}),
              HasSubstr("toeplitz-inverse, blt or banded"));
  EXPECT_THAT(refusal("t.npy", {"--epochs", "4", "--strategy-kind", "toeplitz"}),
              HasSubstr("--iterations = (missing)"));
  const std::vector<std::string> dense{"--strategy-kind", "dense", "--epochs"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), dense.begin(), dense.end());
    return refusal("c.npy", more);
  };
  EXPECT_THAT(with({"4", "--iterations", "65"}), HasSubstr("use 64: the matrix of c.npy"));
  EXPECT_THAT(with({"32"}), HasSubstr("at most 2 bands (n/k under cyclic Poisson)"));
  EXPECT_THAT(with({"4", "--mechanism", "blt"}), HasSubstr("without --mechanism blt"));
  EXPECT_THAT(with({"4", "--bands", "4"}), HasSubstr("--bands = 4"));
  EXPECT_THAT(with({"4", "--out", folder.file("c.npy")}), HasSubstr("another file than --strategy"));
  EXPECT_THAT(refusal("none.npy", {"--epochs", "4"}), HasSubstr("none.npy: cannot be read"));
  put("text.npy", "no array");
  EXPECT_THAT(refusal("text.npy", {"--epochs", "4"}), HasSubstr("is too short to be a .npy array"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"c.npy", "t.npy", "text.npy"}));
}

}  // namespace
}  // namespace noiseloom::test
