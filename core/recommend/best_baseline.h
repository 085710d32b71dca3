#pragma once

#include <optional>

#include "core/base/run_control.h"
#include "core/batching/batching_way.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// Independent noise for a job, under that way of forming its batches in which it has the least error.
struct BestBaseline {
  BatchingWay way;
  double error;  ///< in the measure of the objective, as Design::objectiveError(): an estimate
};

/// What the best baseline of a job depends on: neither its mechanism nor how its batches are formed.
Scenario baselineJob(const Scenario& job);

/// The yardstick of every answer about a job: of the recommendation and of the window, whatever the batching of the
/// design is. Compares all of allWays() but those that are another one of them with a single band; most jobs take tens
/// of milliseconds. nullopt: none has an answer, or the control was stopped.
std::optional<BestBaseline> bestBaseline(const Scenario& job, const RunControl& control = {});

}  // namespace noiseloom
