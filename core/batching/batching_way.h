#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/scenario/drawn_job.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// A way in which a job can form its batches: its accounting, and the job's own way, if stated. One that takes the
/// batches of noiseloom-cli is named by its accounting, as one that forms them as accounted is.
struct BatchingWay {
  const Batching* batching = &standardBatching();
  const JobBatching* job = &standardJobBatching();
  /// Kept by the job, if the accounting needs one; nullopt: the scenario's own.
  std::optional<Index> minSeparation = {};

  std::string_view id() const { return asAccounted() ? batching->id : job->id; }
  Phrase name() const { return asAccounted() ? batching->name : job->name; }
  bool asAccounted() const { return job == &standardJobBatching() || job == &drawnJobBatching(); }
  Scenario applied(Scenario scenario) const;
};

/// Every batching for a job of that many epochs, those that the job has to arrange for first: all, except those of a
/// single pass if there are more epochs, and balanced iterations, which never need less noise than random allocation.
std::vector<BatchingWay> allWays(double epochs);
/// By the name of a batching ("fixed-epoch": batches as it assumes them), or of a job's way ("shuffled-once": the first
/// batching that covers it, of separation 1 if no other does). nullopt for an unknown name. Throws InvalidArgument
/// "batchings" for a job that no accounting covers.
std::optional<BatchingWay> wayFromName(std::string_view name, const Scenario& scenario);
/// The names of both, each once.
std::vector<std::string_view> wayNames();

}  // namespace noiseloom
