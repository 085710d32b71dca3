#pragma once

#include <compare>
#include <map>
#include <string>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/noise/number_type.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The cost of generating noise on this machine, on one core.
struct NoiseCost {
  double secondsPerMillion = 0;  ///< seconds of processor time per step and million coordinates
  double spread = 0;             ///< relative excess of the timings' third quartile over the fastest
  std::string measurement = {};  ///< what was timed, in words
  /// Seconds per step for a shard of that many coordinates.
  double secondsPerStep(Index coordinates) const { return secondsPerMillion * 1e-6 * static_cast<double>(coordinates); }
};

/// Times a few steps of a NoiseStream of this strategy, in under 0.1 s of one core, and takes the fastest; the result
/// is at least the cost of independent noise, which every other kind includes. The timed shard has at most
/// `coordinates` (>= 1), otherwise as many as the time allows, so that the kept rows of a wide strategy exceed the
/// caches as in a real job; they take 256 MiB at most. Other load shows as spread. The process remembers the result by
/// its NoiseKernel. A stop ends it after the current step; the result so far is not remembered.
NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates,
                           const RunControl& control = {});

/// All that a result of measureNoiseCost() depends on.
struct NoiseKernel {
  std::string kind;  ///< Strategy::kindName()
  Index rows = 0;
  NumberType numberType = NumberType::Float32;
  Index coordinates = 1;  ///< of the timed shard

  auto operator<=>(const NoiseKernel&) const = default;  // NOLINT(modernize-use-nullptr): of its own making
};

/// All results that this process remembers. learnNoiseCosts() adds those that another process measured on this machine
/// (core/io/kept_noise_costs.h), unless this one has its own.
std::map<NoiseKernel, NoiseCost> knownNoiseCosts();
void learnNoiseCosts(const std::map<NoiseKernel, NoiseCost>& costs);

}  // namespace noiseloom
