#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// A way in which a job can form its batches: how it is accounted for, and what the job does, where that was said.
struct BatchingWay {
  const Batching* batching = &standardBatching();
  const JobBatching* job = &standardJobBatching();
  /// That the job keeps, where the accounting asks for one; none: the scenario's own.
  std::optional<Index> minSeparation = {};

  std::string_view id() const { return job == &standardJobBatching() ? batching->id : job->id; }
  Phrase name() const { return job == &standardJobBatching() ? batching->name : job->name; }
  Scenario applied(Scenario scenario) const;
};

/// Every way to account for a job of so many epochs, the ones that a job has to arrange for first: each batching, but
/// those of a single pass where there are more.
std::vector<BatchingWay> allWays(Index epochs);
/// By the name of a batching ("fixed-epoch": batches as it assumes them), or of what a job does ("shuffled-once": the
/// first batching that covers it, of separation 1 where no other does). Nothing for a name that is none. Throws
/// InvalidArgument "batchings" for a job that no accounting covers.
std::optional<BatchingWay> wayFromName(std::string_view name, const Scenario& scenario);
/// The names of both, each once.
std::vector<std::string_view> wayNames();

}  // namespace noiseloom
