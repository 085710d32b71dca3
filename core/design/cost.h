#pragma once

#include <optional>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// What the kept rows occupy. Doubles, because products of large models and many bands leave the range of an Index.
struct NoiseMemory {
  Index coordinates = 0;  ///< of a machine: ceil(parameters / machines)
  double perMachine = 0;  ///< bytes: rows x coordinates x size of the number type
  double wholeModel = 0;  ///< bytes: rows x parameters x size of the number type
};
/// rows >= 0; parameters and machines >= 1.
NoiseMemory noiseMemoryOf(Index rows, const Deployment& deployment);
/// Bytes that a machine can spare for noise rows; none: not known.
std::optional<Index> memoryOfMachine(const Deployment& deployment);
/// The most rows that fit a machine that can spare that many bytes (>= 0); at most 2^62.
Index mostRowsIn(Index bytes, const Deployment& deployment);
/// The most bands (or buffers) of the scenario's mechanism whose rows fit that many bytes: 0 when not even the fewest
/// do, nothing for mechanisms that have neither.
std::optional<Index> mostSizeIn(Index bytes, const Scenario& scenario);

/// Seconds that making noise takes on one core of this machine, a million coordinates and a step: a straight line for
/// each route. An estimate: wide strategies leave the caches, machines differ, and so does their load.
struct NoiseRates {
  double fresh = 0;      ///< independent noise
  double bandedRow = 0;  ///< what each row read adds
  double convolutionRow = 0;
  double buffer = 0;
  double tree = 0;  ///< all that a tree takes, whatever its levels

  double secondsPerMillion(const NoiseShape& shape) const;
  /// A step of a machine that generates that many coordinates.
  double secondsPerStep(const NoiseShape& shape, Index coordinates) const {
    return secondsPerMillion(shape) * 1e-6 * static_cast<double>(coordinates);
  }
};

/// Measures the rates of a number type once in a process (once a machine in programs with KeptNoiseCosts), in about a
/// second of one core, and remembers them; a
/// second caller waits for the first. For worker threads. Nothing when stopped (and then nothing is remembered).
std::optional<NoiseRates> measuredNoiseRates(NumberType numberType, const RunControl& control = {});

}  // namespace noiseloom
