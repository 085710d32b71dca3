#pragma once

#include <compare>
#include <map>
#include <string>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/noise/number_type.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// What generating noise costs on this machine, on one core.
struct NoiseCost {
  double secondsPerMillion = 0;  ///< seconds of processor time a step a million coordinates
  double spread = 0;             ///< relative: the slower quarter of what was timed took from so much more
  std::string measurement = {};  ///< what was run to learn it, in words
  /// Seconds a step for a shard of that many coordinates.
  double secondsPerStep(Index coordinates) const { return secondsPerMillion * 1e-6 * static_cast<double>(coordinates); }
};

/// Runs a NoiseStream of this strategy for a few steps, in under 0.1 s of one core, and takes the fastest one; never
/// less than independent noise takes, on which every other kind builds. The shard it runs on is at most `coordinates`,
/// and otherwise as large as the time allows: large enough that the ring buffer of a wide strategy does not fit the
/// caches, as in a real job; its buffer takes 256 MiB at most. What else runs on the machine shows as spread. The
/// process remembers the figure: whoever asks again, of a strategy of the same kind and width, gets the same. A stop
/// ends it after the step that runs, with what was timed until then (which is not remembered).
NoiseCost measureNoiseCost(const Strategy& strategy, NumberType numberType, Index coordinates,
                           const RunControl& control = {});

/// What a figure of measureNoiseCost() is of.
struct NoiseKernel {
  std::string kind;  ///< Strategy::kindName()
  Index rows = 0;
  NumberType numberType = NumberType::Float32;
  Index coordinates = 1;  ///< of the shard that was timed

  auto operator<=>(const NoiseKernel&) const = default;
};

/// All that this process remembers, and figures that another one of this machine measured (core/io/kept_noise_costs.h):
/// of what is known already the known one stays.
std::map<NoiseKernel, NoiseCost> knownNoiseCosts();
void learnNoiseCosts(const std::map<NoiseKernel, NoiseCost>& costs);

}  // namespace noiseloom
