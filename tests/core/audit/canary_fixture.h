#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/noise/noise_stream.h"
#include "core/search/designer.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"

namespace noiseloom {

/// What a job with canaries does wrong.
enum class Flaw {
  None,
  Unclipped,    ///< gradients of ten clip norms are summed as they are
  NoiseHalved,  ///< half of the stated standard deviation
  NoiseAnew,    ///< the second half of the run has the noise of the first: a resume that began the noise anew
  Independent,  ///< noise of the stated size without C^-1
  Shuffled      ///< each example once in each pass over the steps of its part, rather than by coins
};

/// A small job of a design, seeded, whose canaries are the first examples.
class CanaryJob {
 public:
  static constexpr Index kExamples = 400;
  static constexpr Index kCanaries = 200;

  explicit CanaryJob(const Batching& batching, double epsilon = 2) {
    const Scenario scenario =
        with(scenarioOf(batching, 64, 4), {.epsilon = epsilon, .bands = 4, .clipNorm = 1.5, .datasetSize = kExamples});
    const auto made = noiseloom::design(scenario);
    design = std::make_unique<StrategyFile>(readStrategyBytes(strategyFileBytes(*made), "s.npz"));
  }

  /// key: of noise and batches. coins: the auditor's.
  CanaryRun run(std::uint64_t key, Flaw flaw = Flaw::None, std::uint64_t coins = 0) const {
    std::mt19937_64 random(coins != 0 ? coins : key);
    CanaryRun made{.strategySha256 = kHash,
                   .datasetSize = kExamples,
                   .clipNorm = design->scenario.clipNorm,
                   .steps = design->scenario.iterations};
    made.examples.resize(kCanaries);
    std::iota(made.examples.begin(), made.examples.end(), Index{0});
    for (Index j = 0; j < kCanaries; ++j) made.present.push_back((random() & 1U) != 0);
    made.taken = flaw == Flaw::Shuffled ? shuffled(random) : sampled(key);
    addNoise(made, key, flaw);
    for (std::size_t j = 0; j < made.taken.size(); ++j) {
      for (const Index step : made.taken[j]) {
        if (made.present[j])
          made.sums[static_cast<std::size_t>(step) * made.taken.size() + j] +=
              (flaw == Flaw::Unclipped ? 10 : 1) * made.clipNorm;
      }
    }
    return made;
  }
  Audit audit(const CanaryRun& run, const CanaryRun* against = nullptr) const {
    return auditOf(run, *design, kHash, against);
  }

  static inline const std::string kHash = std::string(64, 'a');
  std::unique_ptr<StrategyFile> design;

 private:
  static SecretKey keyOf(std::uint64_t seed) {
    std::array<std::uint8_t, SecretKey::kBytes> bytes{};
    for (std::size_t i = 0; i < sizeof seed; ++i) bytes[i] = static_cast<std::uint8_t>(seed >> 8 * i);
    return SecretKey::fromBytes(bytes);
  }
  std::vector<std::vector<Index>> sampled(std::uint64_t key) const {
    std::vector<std::vector<Index>> taken(kCanaries);
    const auto sampler = batchSampler(design->scenario, design->strategy, kExamples, keyOf(key));
    for (Index step = 0; step < sampler->iterations(); ++step) {
      for (const Index example : sampler->batch(step)) {
        if (example < kCanaries) taken[static_cast<std::size_t>(example)].push_back(step);
      }
    }
    return taken;
  }
  std::vector<std::vector<Index>> shuffled(std::mt19937_64& random) const {
    const Index parts = design->strategy.bands();
    const Index pass = design->scenario.stepsPerEpoch() / parts;  // steps of one part
    std::vector<std::vector<Index>> taken(kCanaries);
    for (Index from = 0; from + pass * parts <= design->scenario.iterations; from += pass * parts) {
      std::vector<Index> order(kExamples);
      std::iota(order.begin(), order.end(), Index{0});
      std::shuffle(order.begin(), order.end(), random);
      for (Index at = 0; at < kExamples; ++at) {
        const Index example = order[static_cast<std::size_t>(at)];
        if (example < kCanaries)
          taken[static_cast<std::size_t>(example)].push_back(from + at % pass * parts + example % parts);
      }
    }
    return taken;
  }
  void addNoise(CanaryRun& run, std::uint64_t key, Flaw flaw) const {
    const double stddev = (flaw == Flaw::NoiseHalved ? 0.5 : 1) * design->figures.stddev;
    const auto source = noiseSource(keyOf(key), design->gaussianMethod);
    const Strategy strategy = flaw == Flaw::Independent ? Strategy(IdentityStrategy(run.steps)) : design->strategy;
    auto stream = std::make_unique<NoiseStream>(strategy, source, stddev, 0, kCanaries, NumberType::Float64);
    std::vector<double> row(kCanaries);
    for (Index step = 0; step < run.steps; ++step) {
      if (flaw == Flaw::NoiseAnew && step == run.steps / 2)
        stream = std::make_unique<NoiseStream>(strategy, source, stddev, 0, kCanaries, NumberType::Float64);
      stream->next(row);
      run.sums.insert(run.sums.end(), row.begin(), row.end());
    }
  }
};

}  // namespace noiseloom
