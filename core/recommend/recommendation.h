#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "core/recommend/batching_way.h"

namespace noiseloom {

/// What a person asks who has a job to run.
struct RecommendRequest {
  /// The job: its steps, epochs, guarantee, workload, objective, deployment and limits. Its mechanism with its
  /// settings, its batching and how the job forms its batches do not count. deployment.memoryPerMachine limits the
  /// noise rows.
  Scenario job;
  std::vector<BatchingWay> ways = {};      ///< in which the job can form its batches; empty: allWays()
  double seconds = 10;                     ///< > 0: processor time for everything
  std::optional<double> stepSeconds = {};  ///< > 0: that a machine may take for the noise of a step, on one core
  ErrorUnit unit = ErrorUnit::Summed;      ///< that errors are stated in
};

/// A certified answer.
struct RecommendedDesign {
  std::shared_ptr<const Design> design;  ///< its bands and buffers fixed: what was found
  BatchingWay way;
  Text searched = {};      ///< how far its bands were searched; empty where they were not
  bool narrower = false;   ///< not the best of its kind: the fewest bands that are within kNarrowerLoss of it
  double error = 0;        ///< the one that the objective is about, in the unit asked for; NaN: no value there
  double stepSeconds = 0;  ///< making the noise of a step on one core of this machine; 0: not measured
};

/// A mechanism under a batching that no design is shown of.
struct LeftOutMechanism {
  const Mechanism* mechanism;
  BatchingWay way;
  Text why;              ///< for a person
  bool forTime = false;  ///< more time would show it
};

struct Recommendation {
  /// The recommended one first, then by the error that the objective is about. Beside the best: the best of each way,
  /// what keeps fewer noise rows than all better ones, and the next ones, as far as the time goes.
  std::vector<RecommendedDesign> designs;
  std::vector<LeftOutMechanism> leftOut;  ///< every other mechanism under every way
  ErrorUnit unit = ErrorUnit::Summed;
  std::vector<Text> sentences;  ///< what to run, first, and why: for a person
  double seconds = 0;           ///< of processor time
  bool stopped = false;         ///< before everything was tried
};

/// What a narrower design may lose to the best of its kind.
inline constexpr double kNarrowerLoss = 0.02;

/// Which mechanism, under which of the batchings that a job can do, has the least error at one (epsilon, delta), within
/// limits of memory and time: all of them are looked at by CurveSolver, the quick ones first, and those worth showing
/// are solved and certified; under balls-in-bins a mechanism optimised together with its noise is, too, where the time
/// allows. What cannot be better by its lower bound is not tried. Nothing is shown that does not fit, and nothing is
/// left out without a reason. When stopped, what is certified by then. Throws InvalidArgument for a job that has
/// problems of its own, seconds, step_seconds or error_unit.
Recommendation recommend(const RecommendRequest& request, const RunControl& control = {});

}  // namespace noiseloom
