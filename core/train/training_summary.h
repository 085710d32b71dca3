#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/text.h"
#include "core/train/training_run.h"

namespace noiseloom {

/// A number over seeds.
struct SeedStatistics {
  Index seeds = 0;
  double mean = 0;
  double stddev = 0;         ///< of single seeds (divisor seeds - 1); 0 of one seed
  double standardError = 0;  ///< of the mean: stddev / sqrt(seeds)
  double least = 0, most = 0;
};
/// Of no value at all: seeds 0.
SeedStatistics statisticsOf(std::span<const double> values);

/// What is looked at.
enum class TrainingMeasure { Loss, TestLoss, Accuracy };
/// At the end of each run that has it; nullopt for a run that diverged.
std::vector<std::optional<double>> finalValues(std::span<const TrainingHistory> runs, TrainingMeasure measure);
/// The same over seeds; diverged runs are left out, as are those without that measure.
SeedStatistics finalStatistics(std::span<const TrainingHistory> runs, TrainingMeasure measure);
Index divergedRuns(std::span<const TrainingHistory> runs);

/// One point of a curve over steps. Runs that have diverged before are not in it.
struct CurvePoint {
  Index step = 0;
  SeedStatistics loss, testLoss, accuracy;
};
/// Runs of one plan.
std::vector<CurvePoint> curveOf(std::span<const TrainingHistory> runs);

/// Two plans over the same seeds, compared seed by seed: their runs share first weights, batches where the batchings
/// agree, and normals, so that the difference of a seed varies less than either.
struct TrainingDifference {
  static constexpr Index kLeastSeeds = 5;  ///< fewer say nothing of their own spread

  SeedStatistics difference;  ///< first - second
  bool seen = false;          ///< from kLeastSeeds on: the mean is 2 standard errors or more from 0
  /// How many seeds, in all, until 2 standard errors are as small as the mean that is there now: a guess from these
  /// seeds, at least kLeastSeeds. None where the mean is 0, or more than 10^6 would be needed.
  std::optional<Index> seedsNeeded = {};

  /// A sentence for people: whether a difference is seen, and how many more seeds would tell.
  Text text() const;
};
TrainingDifference differenceOf(std::span<const TrainingHistory> first, std::span<const TrainingHistory> second,
                                TrainingMeasure measure);

}  // namespace noiseloom
