#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/scenario/scenario.h"
#include "core/train/training_summary.h"
#include "core/train/training_task.h"

namespace noiseloom {

/// The scenario with independent noise, with which a design is compared.
Scenario withIndependentNoise(Scenario scenario);

/// A scenario in which a design and independent noise learn alike, and what is trained in it.
struct NoiseCaseQuestion {
  Scenario scenario;
  /// The task with so many examples to train with. Called from the thread of the search.
  std::function<std::shared_ptr<const TrainingTask>(Index examples)> task;
  bool otherExamples = true;  ///< other N may be tried; false for a file, which has as many as it has
  bool lessNoise = false;     ///< both drown in the noise: larger epsilon and N are tried, instead of smaller ones
  double learningRate = 0.2;
  TrainingMeasure measure = TrainingMeasure::Accuracy;
  std::uint64_t firstSeed = 1;  ///< of the runs that will be looked at, which the search leaves alone
};

struct NoiseCase {
  enum class Outcome { Found, None, Stopped };
  Outcome outcome = Outcome::Stopped;
  Scenario scenario;                     ///< Found
  std::shared_ptr<const Design> design;  ///< Found: certified
  SeedStatistics own, independent;       ///< Found: final values
  TrainingDifference difference;         ///< Found: own - independent
  Index tried = 0;                       ///< scenarios that were trained
};

/// Looks for the smallest change of the scenario with which the choice of the noise matters, by training. One input
/// moves along 1, 2, 5, 10, ... away from its value, in this order: epsilon (0.05 to 50), N (100 to 100000), and, with
/// the batches shuffled once, which credits no sampling, N and then epsilon. The first scenario is taken where the two
/// differ over kCaseSeeds seeds by leastThatMatters() and by 3 standard errors: more than the usual 2, as several are
/// tried. The seeds are others than those from firstSeed on, so that a later look at those is not biased by the
/// search. Throws InvalidArgument for a scenario with problems() or without N, or one with an imported strategy.
NoiseCase noiseCase(const NoiseCaseQuestion& question, const RunControl& control = {});
inline constexpr Index kCaseSeeds = 10;

}  // namespace noiseloom
