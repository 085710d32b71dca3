#include "core/noise/cost_model.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <variant>
#include <vector>

#include "core/base/check.h"
#include "core/noise/noise_stream.h"

namespace noiseloom {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Index kMostBufferBytes = Index{32} << 20;
// Of strategies with very many rows, whose shards would get too short to be typical.
constexpr Index kMostBufferBytesEver = Index{256} << 20;
constexpr Index kMostCoordinates = Index{1} << 18;
constexpr Index kLeastCoordinates = Index{1} << 12;
constexpr double kSecondsToSpend = 0.04;
constexpr std::size_t kMostTimings = 64;
constexpr std::size_t kLeastTimings = 3;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Steps of some kinds differ in cost. The first one to run: half-way through a block, or with the window filled.
Index typicalStep(const Strategy& strategy) {
  Index step = 0;
  if (const auto* dense = strategy.as<DenseStrategy>()) step = dense->blockSize() / 2;
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>()) step = inverse->noisingBands() - 1;
  return std::clamp<Index>(step, 0, std::max<Index>(0, strategy.iterations() - 2));  // and one to follow it
}

// How many steps make one timing: of eight in a row a tree completes 15 nodes or more, on average 16.
Index stepsATiming(const Strategy& strategy) {
  return strategy.as<TreeStrategy>() ? std::min<Index>(8, strategy.iterations()) : 1;
}

Index coordinatesToRun(const Strategy& strategy, NumberType numberType, Index coordinates) {
  const Index most = kMostCoordinates / stepsATiming(strategy);
  const Index rowBytes = std::max<Index>(1, strategy.noiseRows()) * bytesOf(numberType);
  const Index least = std::clamp<Index>(kMostBufferBytesEver / rowBytes, 1, kLeastCoordinates);
  return std::min(coordinates, std::clamp(kMostBufferBytes / rowBytes, least, most));
}

template <class Real>
std::vector<double> timeSteps(const Strategy& strategy, NumberType numberType, Index coordinates,
                              const RunControl& control) {
  // The key's value has no part in the time; this noise is thrown away.
  const auto source = std::make_shared<const GaussianSource>(NoiseKey::random());
  std::vector<Real> out(static_cast<std::size_t>(coordinates));
  std::unique_ptr<NoiseStream> stream;
  const auto restart = [&] {
    stream = std::make_unique<NoiseStream>(strategy, source, 1.0, 0, coordinates, numberType);
    stream->advanceTo(typicalStep(strategy));
  };
  restart();
  std::vector<double> seconds;
  const Clock::time_point start = Clock::now();
  stream->next(std::span(out));  // touches the memory for the first time: not counted
  const Index together = stepsATiming(strategy);
  while (seconds.size() < kMostTimings && (seconds.size() < kLeastTimings || secondsSince(start) < kSecondsToSpend)) {
    if (!seconds.empty() && control.stopRequested()) break;
    if (stream->step() + together > stream->iterations()) restart();
    const Clock::time_point before = Clock::now();
    for (Index i = 0; i < together; ++i) stream->next(std::span(out));
    seconds.push_back(secondsSince(before) / static_cast<double>(together));
  }
  return seconds;
}

}  // namespace

NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates,
                           const RunControl& control) {
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index run = coordinatesToRun(strategy, numberType, coordinates);
  const std::vector<double> seconds = numberType == NumberType::Float32
                                          ? timeSteps<float>(strategy, numberType, run, control)
                                          : timeSteps<double>(strategy, numberType, run, control);
  NoiseCost cost;
  // Whatever else runs on the machine only ever adds time: the fastest step is the one that can be repeated.
  cost.secondsPerMillion = *std::min_element(seconds.begin(), seconds.end()) * 1e6 / static_cast<double>(run);
  const Index together = stepsATiming(strategy);
  cost.measurement = "fastest of " + std::to_string(seconds.size()) +
                     (together == 1 ? " steps" : " runs of " + std::to_string(together) + " steps") +
                     " of this strategy's own " + std::string(toString(numberType)) + " noise (" +
                     std::string(strategy.kindName()) + ", " + std::to_string(strategy.noiseRows()) +
                     " kept rows) on one core of the machine that wrote the plan, for a shard of " +
                     std::to_string(run) + " coordinates";
  return cost;
}

}  // namespace noiseloom
