#include "core/io/kept_noise_costs.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "tests/core/io/scratch_folder.h"

namespace noiseloom {
namespace {

const NoiseKernel kKernel{"toeplitz", 31, NumberType::Float64, 4096};

class KeptNoiseCostsTest : public ScratchFolder {};

TEST_F(KeptNoiseCostsTest, ComeBackAsTheyWere) {
  const std::map<NoiseKernel, NoiseCost> costs{{kKernel, {0.0125, 0.04, "fastest of 3 steps"}}};
  const auto read = parseNoiseCosts(noiseCostsText(costs, "a processor"), "a", "a processor");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read.begin()->first, kKernel);
  EXPECT_EQ(read.begin()->second.secondsPerMillion, 0.0125);
  EXPECT_EQ(read.begin()->second.spread, 0.04);
  EXPECT_EQ(read.begin()->second.measurement, "fastest of 3 steps");
}

TEST_F(KeptNoiseCostsTest, OfAnotherProcessorOrABusyMachineCountForNothing) {
  const std::map<NoiseKernel, NoiseCost> calm{{kKernel, {0.0125, 0.04, "a"}}};
  EXPECT_TRUE(parseNoiseCosts(noiseCostsText(calm, "a processor"), "a", "another one").empty());
  const std::map<NoiseKernel, NoiseCost> busy{{kKernel, {0.0125, 2 * kMostKeptSpread, "a"}}};
  EXPECT_TRUE(parseNoiseCosts(noiseCostsText(busy, "a processor"), "a", "a processor").empty());
  EXPECT_THROW(parseNoiseCosts(R"({"format": "noiseloom-session"})", "a", "a processor"), FormatError);
  EXPECT_THROW(parseNoiseCosts("{", "a", "a processor"), FormatError);
}

TEST_F(KeptNoiseCostsTest, AreLearntFromTheFileAndWrittenToIt) {
  {
    const KeptNoiseCosts kept(file("cache"));
    learnNoiseCosts({{{"of this test", 1, NumberType::Float32, 64}, {0.5, 0, "a"}}});
  }
  const std::filesystem::path path = file("cache") / "noise-costs.json";
  std::string text = readTextFile(path, 1 << 20);
  EXPECT_NE(text.find("of this test"), std::string::npos);
  // A kind that this process has not seen, as another process would have left it.
  text.replace(text.find("of this test"), 12, "of that test");
  std::ofstream(path) << text;
  const KeptNoiseCosts again(file("cache"));
  EXPECT_TRUE(knownNoiseCosts().contains({"of that test", 1, NumberType::Float32, 64}));
}

TEST_F(KeptNoiseCostsTest, WhatIsDamagedOrCannotBeWrittenIsLeft) {
  std::filesystem::create_directory(file("cache"));
  std::ofstream(file("cache") / "noise-costs.json") << "{broken";
  EXPECT_NO_THROW(KeptNoiseCosts(file("cache")));
  std::ofstream(file("no folder")) << "a file";
  EXPECT_NO_THROW(KeptNoiseCosts(file("no folder")));
  EXPECT_NO_THROW(KeptNoiseCosts(std::filesystem::path()));
}

}  // namespace
}  // namespace noiseloom
