#pragma once

#include <optional>
#include <vector>

#include "core/audit/canary_run.h"
#include "core/base/run_control.h"
#include "core/io/strategy_file.h"

namespace noiseloom {

/// A run's canaries after C, where the noise of all steps and coordinates is independent.
struct WhitenedRun {
  /// C x of the sums x along each canary: canaries x steps, row-major. Without contributions: stddev times standard
  /// normals.
  std::vector<double> rows;
  /// <C p, C x> and |C p|^2 of each canary for the participations p of the file.
  std::vector<double> products;
  std::vector<double> squares;
};
WhitenedRun whitened(const CanaryRun& run, const Strategy& strategy, const RunControl& control = {});

/// The probability with which a step takes a canary that it may take, and which those are (math: section 10.13).
struct CanarySteps {
  double probability = 1;
  Index parts = 1;  ///< of the data: step i takes of part i mod `parts` alone, where example x is of part x mod `parts`
  bool coins = false;  ///< an independent coin for each of those steps
};
/// nullopt where nothing is sampled.
std::optional<CanarySteps> canarySteps(const Scenario& scenario, Index bands);

/// The log likelihood ratio of each canary, present against absent, under the claim. Where batches are secret it knows
/// of `whitened.rows` alone, and is exact under cyclic Poisson and balls-in-bins; elsewhere participations count as
/// independent of each other. Where nothing is sampled it knows the participations.
std::vector<double> canaryScores(const CanaryRun& run, const WhitenedRun& whitened, const StrategyFile& design,
                                 const RunControl& control = {});

}  // namespace noiseloom
