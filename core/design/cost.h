#pragma once

#include <optional>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/scenario/scenario.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The memory of the kept rows, in doubles, because large models with many bands exceed an Index.
struct NoiseMemory {
  Index coordinates = 0;  ///< per machine: ceil(parameters / machines)
  double perMachine = 0;  ///< bytes: rows x coordinates x size of the number type
  double wholeModel = 0;  ///< bytes: rows x parameters x size of the number type
};
/// rows >= 0; parameters and machines >= 1.
NoiseMemory noiseMemoryOf(Index rows, const Deployment& deployment);
/// Bytes that a machine can spare for noise rows; nullopt: unknown.
std::optional<Index> memoryOfMachine(const Deployment& deployment);
/// The most rows that fit a machine that can spare that many bytes (>= 0); at most 2^62.
Index mostRowsIn(Index bytes, const Deployment& deployment);
/// The most bands (or buffers) of the scenario's mechanism whose rows fit that many bytes: 0 if not even the fewest do,
/// nullopt for mechanisms that have neither.
std::optional<Index> mostSizeIn(Index bytes, const Scenario& scenario);

/// Seconds to make noise on one core of this machine, per million coordinates and step: a straight line for each route.
/// An estimate: wide strategies exceed the caches, machines differ, and so does their load.
struct NoiseRates {
  double fresh = 0;      ///< independent noise
  double bandedRow = 0;  ///< additional cost per row read
  double convolutionRow = 0;
  double buffer = 0;
  double tree = 0;  ///< total of a tree, whatever its levels

  double secondsPerMillion(const NoiseShape& shape) const;
  /// A step of a machine that generates that many coordinates.
  double secondsPerStep(const NoiseShape& shape, Index coordinates) const {
    return secondsPerMillion(shape) * 1e-6 * static_cast<double>(coordinates);
  }
};

/// Measures the rates of a number type once in a process (once a machine in programs with KeptNoiseCosts), in about a
/// second of one core, and remembers them; a second caller waits for the first. For worker threads. nullopt when
/// stopped (and then nothing is remembered).
std::optional<NoiseRates> measuredNoiseRates(NumberType numberType, const RunControl& control = {});

}  // namespace noiseloom
