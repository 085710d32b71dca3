#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/strategy_file.h"
#include "core/linalg/parallel.h"
#include "core/noise/noise_stream.h"
#include "core/search/designer.h"
#include "tests/core/io/scratch_folder.h"

namespace noiseloom {
namespace {

class ThreadCount : public ScratchFolder {
 protected:
  // Twice on one thread, then on two and five.
  static void sameForAnyThreads(const std::function<std::string()>& bytes) {
    setParallelThreads(1);
    const std::string once = bytes();
    ASSERT_FALSE(once.empty());
    EXPECT_TRUE(bytes() == once) << "again";
    for (const unsigned threads : {2U, 5U}) {
      setParallelThreads(threads);
      EXPECT_TRUE(bytes() == once) << threads << " threads";
    }
  }
  void TearDown() override {
    setParallelThreads(0);
    ScratchFolder::TearDown();
  }
};

// The hash of a strategy file is one of the strategy, its figures, the noise multiplier and the privacy profile.
TEST_F(ThreadCount, ChangesNoByteOfADesign) {
  const auto scenarioOf = [](const char* mechanism, const char* batching, Index iterations,
                             std::optional<Index> bands) {
    return Scenario({.iterations = iterations,
                     .epochs = 4,
                     .epsilon = 2,
                     .delta = 1e-6,
                     .mechanism = *mechanismFromName(mechanism),
                     .bands = bands,
                     .batching = *batchingFromName(batching)});
  };
  for (const Scenario& scenario :
       {scenarioOf("banded-toeplitz", "cyclic-poisson", 400, {}), scenarioOf("banded", "cyclic-poisson", 300, 6),
        scenarioOf("dense", "fixed-epoch", 120, {}), scenarioOf("blt", "min-sep", 400, {}),
        scenarioOf("bisr", "single", 400, 16)}) {
    SCOPED_TRACE(toString(scenario.mechanism));
    sameForAnyThreads([&] { return writeStrategyFile(file("a.npz"), *design(scenario)); });
  }
}

TEST_F(ThreadCount, ChangesNoBitOfTheNoise) {
  for (const Strategy& strategy :
       {Strategy(IdentityStrategy(8)), Strategy(ToeplitzStrategy(8, {1, 0.5, 0.375, 0.3125}, ColumnScaling::None)),
        Strategy(BltStrategy(8, {0.9, 0.5}, {0.8, 0.2})), Strategy(TreeStrategy(8))}) {
    SCOPED_TRACE(strategy.kindName());
    sameForAnyThreads([&] {
      constexpr Index kWidth = 200'000;  // more than a thread's share of tiles
      const auto source =
          std::make_shared<const GaussianSource>(SecretKey::fromBytes(std::array<std::uint8_t, SecretKey::kBytes>{7}));
      NoiseStream stream(strategy, source, 1.5, 3, 3 + kWidth, NumberType::Float64, {.lookAhead = 4, .threads = 0});
      std::vector<double> row(kWidth);
      std::string bytes;
      for (Index i = 0; i < 8; ++i) {
        stream.next(std::span(row));
        bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(double));
      }
      return bytes;
    });
  }
}

}  // namespace
}  // namespace noiseloom
