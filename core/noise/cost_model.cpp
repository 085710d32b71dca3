#include "core/noise/cost_model.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/check.h"
#include "core/base/processor_time.h"
#include "core/noise/noise_stream.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr Index kMostBufferBytes = Index{32} << 20;
// The limit for strategies with so many rows that their shards would otherwise be too short to be typical.
constexpr Index kMostBufferBytesEver = Index{256} << 20;
constexpr Index kMostCoordinates = Index{1} << 18;
constexpr Index kLeastCoordinates = Index{1} << 12;
constexpr double kSecondsToSpend = 0.04;
constexpr std::size_t kMostTimings = 64;
constexpr std::size_t kLeastTimings = 3;

// The step before the timed ones, as steps of some kinds differ in cost: in mid-block, or with a full window.
Index typicalStep(const Strategy& strategy) {
  Index step = 0;
  const StrategySizes sizes = sizesOf(strategy);
  if (strategy.kind().form == NoiseForm::Columns)
    step = sizes.blockSize > 0 ? sizes.blockSize / 2 : sizes.noisingBands - 1;
  return std::clamp<Index>(step, 0, std::max<Index>(0, strategy.iterations() - 2));  // leaves one to time
}

// The number of steps in one timing, so that all timings contain about the same work. Any eight consecutive steps of a
// tree complete 15 nodes or more, on average 16; with a look-ahead of L, any L consecutive steps make one block.
Index stepsPerTiming(const Strategy& strategy, NumberType numberType, Index coordinates) {
  const NoiseForm form = strategy.kind().form;
  if (form == NoiseForm::Tree) return std::min<Index>(8, strategy.iterations());
  // A whole block, one step of which also handles another level's buffers.
  if (form == NoiseForm::Blocks) return std::min<Index>({32, sizesOf(strategy).blockSize, strategy.iterations()});
  if (form == NoiseForm::Buffers) return 1;
  return std::min(automaticLookAhead(strategy.noiseRows(), coordinates, numberType), strategy.iterations());
}

Index coordinatesToRun(const Strategy& strategy, NumberType numberType, Index coordinates) {
  const Index most = std::max(kMostCoordinates / stepsPerTiming(strategy, numberType, coordinates), kLeastCoordinates);
  const Index rowBytes = std::max<Index>(1, strategy.noiseRows()) * bytesOf(numberType);
  const Index least = std::clamp<Index>(kMostBufferBytesEver / rowBytes, 1, kLeastCoordinates);
  return std::min(coordinates, std::clamp(kMostBufferBytes / rowBytes, least, most));
}

template <class Real>
std::vector<double> timeSteps(const Strategy& strategy, NumberType numberType, Index coordinates,
                              const RunControl& control) {
  // The key's value does not affect the time; this noise is discarded.
  const auto source = std::make_shared<const GaussianSource>(SecretKey::random());
  std::vector<Real> out(coordinates);
  const Index together = stepsPerTiming(strategy, numberType, coordinates);
  std::unique_ptr<NoiseStream> stream;
  const auto restart = [&] {
    stream = std::make_unique<NoiseStream>(strategy, source, 1.0, 0, coordinates, numberType);
    // The first steps after a start or a skip make more than later ones.
    const Index typical = typicalStep(strategy);
    stream->advanceTo(std::max<Index>(0, typical - together + 1));
    stream->advanceTo(typical);
  };
  restart();
  std::vector<double> seconds;
  const double start = threadSeconds();
  stream->next(std::span(out));  // first touch of the memory: not counted
  while (seconds.size() < kMostTimings &&
         (seconds.size() < kLeastTimings || threadSeconds() - start < kSecondsToSpend)) {
    if (!seconds.empty() && control.stopRequested()) break;
    // A block that the last step truncates would be timed as a whole one.
    if (stream->step() + 2 * together - 1 > stream->iterations()) restart();
    const double before = threadSeconds();
    for (Index i = 0; i < together; ++i) stream->next(std::span(out));
    seconds.push_back((threadSeconds() - before) / static_cast<double>(together));
  }
  return seconds;
}

NoiseCost measure(const Strategy& strategy, NumberType numberType, Index shardSize, const RunControl& control) {
  std::vector<double> seconds = numberType == NumberType::Float32
                                    ? timeSteps<float>(strategy, numberType, shardSize, control)
                                    : timeSteps<double>(strategy, numberType, shardSize, control);
  std::ranges::sort(seconds);
  NoiseCost cost;
  // Other load on the machine only ever adds time: the fastest step is the reproducible one.
  cost.secondsPerMillion = seconds.front() * 1e6 / static_cast<double>(shardSize);
  cost.spread = seconds[3 * seconds.size() / 4] / seconds.front() - 1;
  const Index together = stepsPerTiming(strategy, numberType, shardSize);
  cost.measurement = "fastest of " + std::to_string(seconds.size()) +
                     (together == 1 ? " steps" : " runs of " + std::to_string(together) + " steps") +
                     " of this strategy's own " + std::string(toString(numberType)) + " noise (" +
                     std::string(strategy.kindName()) + ", " + std::to_string(strategy.noiseRows()) +
                     " kept rows), in processor time of one core of the machine that wrote the plan, for a shard of " +
                     std::to_string(shardSize) + " coordinates; the slower quarter took from " +
                     std::to_string(std::lround(100 * cost.spread)) + " % more";
  return cost;
}

struct Memory {
  std::mutex mutex;
  std::map<NoiseKernel, NoiseCost> known;
};

Memory& remembered() {
  static Memory memory;
  return memory;
}

}  // namespace

NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates,
                           const RunControl& control) {
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index shardSize = coordinatesToRun(strategy, numberType, coordinates);
  const NoiseKernel kernel{std::string(strategy.kindName()), strategy.noiseRows(), numberType, shardSize};
  Memory& memory = remembered();
  {
    const std::lock_guard lock(memory.mutex);
    if (const auto found = memory.known.find(kernel); found != memory.known.end()) return found->second;
  }
  NoiseCost cost = measure(strategy, numberType, shardSize, control);
  if (!strategy.isIdentity() && !control.stopRequested()) {
    const IdentityStrategy independent(std::max<Index>(2, strategy.iterations()));
    const double least = measureNoiseCost(independent, numberType, shardSize, control).secondsPerMillion;
    cost.secondsPerMillion = std::max(cost.secondsPerMillion, least);
  }
  const std::lock_guard lock(memory.mutex);
  if (control.stopRequested()) return cost;
  return memory.known.try_emplace(kernel, std::move(cost)).first->second;
}

std::map<NoiseKernel, NoiseCost> knownNoiseCosts() {
  Memory& memory = remembered();
  const std::lock_guard lock(memory.mutex);
  return memory.known;
}

void learnNoiseCosts(const std::map<NoiseKernel, NoiseCost>& costs) {
  Memory& memory = remembered();
  const std::lock_guard lock(memory.mutex);
  memory.known.insert(costs.begin(), costs.end());
}

}  // namespace noiseloom
