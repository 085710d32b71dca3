#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/train/training_run.h"

namespace noiseloom {

/// Several plans over the same seeds, seed after seed on worker threads (core/linalg/parallel.h). The results do not
/// depend on the number of threads or of calls.
class TrainingStudy {
 public:
  static constexpr Index kMostSeeds = 100'000;

  /// Seeds are firstSeed, firstSeed + 1, ... Throws InvalidArgument for an invalid plan.
  TrainingStudy(std::vector<TrainingPlan> plans, std::uint64_t firstSeed, const TrainingOptions& options = {});

  /// Runs `seeds` more seeds of every plan, each to the end. Returns false when stopped: the complete seeds before the
  /// first incomplete one are kept.
  bool run(Index seeds, const RunControl& control = {});

  std::span<const TrainingPlan> plans() const { return m_plans; }
  std::uint64_t firstSeed() const { return m_firstSeed; }
  /// The number of complete seeds, equal for all plans.
  Index seeds() const { return std::ssize(m_histories.front()); }
  /// The runs of one plan, by seed.
  std::span<const TrainingHistory> of(Index plan) const { return m_histories.at(plan); }

 private:
  std::vector<TrainingPlan> m_plans;
  std::uint64_t m_firstSeed;
  TrainingOptions m_options;
  std::vector<std::vector<TrainingHistory>> m_histories;  // by plan and seed
};

/// Advances each run to this step, or to its end, on worker threads; returns false when stopped.
bool advanceTogether(std::span<TrainingRun> runs, Index step, const RunControl& control = {});

}  // namespace noiseloom
