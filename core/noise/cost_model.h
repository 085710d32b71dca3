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
  double spread = 0;             ///< relative excess of the slower quarter of the timings
  std::string measurement = {};  ///< what was timed, in words
  /// Seconds per step for a shard of that many coordinates.
  double secondsPerStep(Index coordinates) const { return secondsPerMillion * 1e-6 * static_cast<double>(coordinates); }
};

/// Runs a NoiseStream of this strategy for a few steps, in under 0.1 s of one core, and takes the fastest one; never
/// less than the cost of independent noise, on which every other kind builds. The shard has at most `coordinates`, and
/// otherwise as many as the time allows, so that the ring buffer of a wide strategy does not fit the caches, as in a
/// real job; its buffer takes 256 MiB at most. Other load on the machine shows as spread. The process remembers the
/// result for all strategies of the same kind and width. A stop ends it after the current step, with the timings so far
/// (which are not remembered).
NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates,
                           const RunControl& control = {});

/// Identifies a result of measureNoiseCost().
struct NoiseKernel {
  std::string kind;  ///< Strategy::kindName()
  Index rows = 0;
  NumberType numberType = NumberType::Float32;
  Index coordinates = 1;  ///< of the timed shard

  auto operator<=>(const NoiseKernel&) const = default;
};

/// All results that this process remembers; learnNoiseCosts() adds those that another process measured on this machine
/// (core/io/kept_noise_costs.h) unless they are known already.
std::map<NoiseKernel, NoiseCost> knownNoiseCosts();
void learnNoiseCosts(const std::map<NoiseKernel, NoiseCost>& costs);

}  // namespace noiseloom
