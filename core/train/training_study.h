#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/train/training_run.h"

namespace noiseloom {

/// Several plans over the same seeds, seed after seed on worker threads (core/linalg/parallel.h); the same numbers
/// whatever their number, and however the seeds were asked for.
class TrainingStudy {
 public:
  static constexpr Index kMostSeeds = 100'000;

  /// Seeds are firstSeed, firstSeed + 1, ... Throws InvalidArgument for a plan that cannot be used.
  TrainingStudy(std::vector<TrainingPlan> plans, std::uint64_t firstSeed, const TrainingOptions& options = {});

  /// So many seeds more, of every plan, each to the end of its run. False when stopped: seeds that are complete, up to
  /// the first one that is not, are kept.
  bool run(Index seeds, const RunControl& control = {});

  std::span<const TrainingPlan> plans() const { return m_plans; }
  std::uint64_t firstSeed() const { return m_firstSeed; }
  /// Seeds that are there of every plan.
  Index seeds() const { return static_cast<Index>(m_histories.front().size()); }
  /// Of one plan, by seed.
  std::span<const TrainingHistory> of(Index plan) const { return m_histories.at(static_cast<std::size_t>(plan)); }

 private:
  std::vector<TrainingPlan> m_plans;
  std::uint64_t m_firstSeed;
  TrainingOptions m_options;
  std::vector<std::vector<TrainingHistory>> m_histories;  // by plan and seed
};

/// Takes each run so many steps further, or to its end, on worker threads; false when stopped.
bool advanceTogether(std::span<TrainingRun> runs, Index steps, const RunControl& control = {});

}  // namespace noiseloom
