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
constexpr Index kMostCoordinates = Index{1} << 18;
constexpr Index kLeastCoordinates = Index{1} << 12;
constexpr double kSecondsToSpend = 0.04;
constexpr std::size_t kMostSteps = 64;
constexpr std::size_t kLeastSteps = 3;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Index coordinatesToRun(Index bands, NumberType numberType, Index coordinates) {
  const Index rowBytes = std::max<Index>(1, bands - 1) * (numberType == NumberType::Float32 ? 4 : 8);
  return std::min(coordinates, std::clamp(kMostBufferBytes / rowBytes, kLeastCoordinates, kMostCoordinates));
}

template <class Real>
std::vector<double> timeSteps(const Strategy& strategy, NumberType numberType, Index coordinates) {
  // The key's value has no part in the time; this noise is thrown away.
  const auto source = std::make_shared<const GaussianSource>(NoiseKey::random());
  auto stream = std::make_unique<NoiseStream>(strategy, source, 1.0, 0, coordinates, numberType);
  std::vector<Real> out(static_cast<std::size_t>(coordinates));
  std::vector<double> seconds;
  const Clock::time_point start = Clock::now();
  stream->next(std::span(out));  // touches the memory for the first time: not counted
  while (seconds.size() < kMostSteps && (seconds.size() < kLeastSteps || secondsSince(start) < kSecondsToSpend)) {
    if (stream->step() == stream->iterations()) {
      stream = std::make_unique<NoiseStream>(strategy, source, 1.0, 0, coordinates, numberType);
    }
    const Clock::time_point before = Clock::now();
    stream->next(std::span(out));
    seconds.push_back(secondsSince(before));
  }
  return seconds;
}

}  // namespace

NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates) {
  checkInteger("coordinates", coordinates, 1, kNoLimit);
  const Index run = coordinatesToRun(strategy.bands(), numberType, coordinates);
  const std::vector<double> seconds = numberType == NumberType::Float32 ? timeSteps<float>(strategy, numberType, run)
                                                                        : timeSteps<double>(strategy, numberType, run);
  NoiseCost cost;
  // Whatever else runs on the machine only ever adds time: the fastest step is the one that can be repeated.
  cost.secondsPerMillion = *std::min_element(seconds.begin(), seconds.end()) * 1e6 / static_cast<double>(run);
  cost.measurement = "fastest of " + std::to_string(seconds.size()) + " steps of this strategy's own " +
                     std::string(toString(numberType)) + " noise (" + std::to_string(strategy.bands()) +
                     " bands) on one core of the machine that wrote the plan, for a shard of " + std::to_string(run) +
                     " coordinates";
  return cost;
}

}  // namespace noiseloom
