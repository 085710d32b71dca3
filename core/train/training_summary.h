#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/text.h"
#include "core/train/training_run.h"

namespace noiseloom {

/// Statistics of a number over seeds.
struct SeedStatistics {
  Index seeds = 0;
  double mean = 0;
  double stddev = 0;         ///< of single seeds (divisor seeds - 1); 0 for one seed
  double standardError = 0;  ///< of the mean: stddev / sqrt(seeds)
  double least = 0, most = 0;
};
/// Without values: seeds 0.
SeedStatistics statisticsOf(std::span<const double> values);

/// The measured quantity.
enum class TrainingMeasure { Loss, TestLoss, Accuracy };
/// Its value; nullopt where the task has no such measure.
std::optional<double> valueOf(const Evaluation& evaluation, TrainingMeasure measure);
/// The value at the end of each run that has it; nullopt for a run that diverged.
std::vector<std::optional<double>> finalValues(std::span<const TrainingHistory> runs, TrainingMeasure measure);
/// Statistics of the final values; diverged runs are left out, as are those without that measure.
SeedStatistics finalStatistics(std::span<const TrainingHistory> runs, TrainingMeasure measure);
Index divergedRuns(std::span<const TrainingHistory> runs);

/// One point of a curve over steps, over the runs that have not diverged before.
struct CurvePoint {
  Index step = 0;
  SeedStatistics loss, testLoss, accuracy;
};
/// The curve of the runs of one plan.
std::vector<CurvePoint> curveOf(std::span<const TrainingHistory> runs);

/// Two plans over the same seeds, compared seed by seed: their runs share initial weights, batches if the batchings
/// agree, and normals, so that the difference within a seed varies less than either.
struct TrainingDifference {
  static constexpr Index kLeastSeeds = 5;  ///< fewer do not estimate their own spread

  SeedStatistics difference;  ///< first - second
  bool seen = false;          ///< from kLeastSeeds on: the mean is 2 standard errors or more from 0
  /// Estimated total number of seeds for 2 standard errors to be as small as the present mean, at least kLeastSeeds.
  /// nullopt if the mean is 0, or more than 10^6 would be needed.
  std::optional<Index> seedsNeeded = {};

  /// A sentence that says if a difference is seen, and how many more seeds would be needed.
  Text text() const;
};
TrainingDifference differenceOf(std::span<const TrainingHistory> first, std::span<const TrainingHistory> second,
                                TrainingMeasure measure);

/// The least difference that a person would call one: a percentage point of accuracy, 5 % of a loss near `value`.
double leastThatMatters(TrainingMeasure measure, double value);

}  // namespace noiseloom
