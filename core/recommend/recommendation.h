#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/run_control.h"
#include "core/batching/batching_way.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "core/recommend/best_baseline.h"
#include "core/search/candidate.h"

namespace noiseloom {

/// The question of a person who has a job to run. The mechanism with its settings, the batching and the way in which
/// the job forms its batches, as `job` has them, are ignored. No ways: allWays().
struct RecommendRequest : JobRequest {
  ErrorUnit unit = ErrorUnit::Summed;  ///< for errors
};

/// A certified answer.
struct RecommendedDesign {
  std::shared_ptr<const Design> design;  ///< with its bands and buffers fixed
  BatchingWay way;
  Text searched = {};      ///< the extent of the search for its bands; empty if there was none
  bool narrower = false;   ///< not the best of its kind: the fewest bands within kNarrowerLoss of it
  double error = 0;        ///< in the measure of the objective, in the requested unit; NaN: no value
  double stepSeconds = 0;  ///< to make the noise of a step on one core of this machine; 0: not measured
};

/// A mechanism under a batching without a shown design.
struct LeftOutMechanism {
  const Mechanism* mechanism;
  BatchingWay way;
  Text why;              ///< for a person
  bool forTime = false;  ///< more time would show it
};

/// A design that stays as it is best without amplification.
struct LeftApart {
  const Mechanism* mechanism;
  BatchingWay way;
  double seconds;  ///< approximate processor time to optimise it together with its noise
};

/// Beside the designs: estimates for other jobs, gains relative to the recommended error.
struct RecommendationFacts {
  std::optional<BestBaseline> bestBaseline = {};  ///< the yardstick; nullopt: stopped, or nothing to compare with
  std::vector<std::pair<BatchingWay, double>> otherWays = {};  ///< that the job cannot use, the best first
  std::vector<LeftApart> apart = {};
  std::optional<double> twiceTheMemory = {};
  std::optional<double> twiceTheBatch = {};
  Index halfTheSteps = 0;  ///< of batches twice as large
  bool untried = false;    ///< there was no time to estimate some of those other jobs
};

/// A gain that deserves a sentence.
inline constexpr double kWorthwhileGain = 0.01;

struct Recommendation {
  /// The recommended one first, then by the error in the measure of the objective. Beside the best: the best of each
  /// way, those that keep fewer noise rows than all better ones, and the next ones; of those whose certificates take
  /// seconds only what might have been the best, and a narrower one.
  std::vector<RecommendedDesign> designs;
  std::vector<LeftOutMechanism> leftOut;  ///< every other mechanism under every way
  ErrorUnit unit = ErrorUnit::Summed;
  std::vector<Text> sentences;  ///< what to run, first, and why
  RecommendationFacts facts;    ///< where there are designs
  double seconds = 0;           ///< of processor time
  bool stopped = false;         ///< before everything was tried
};

/// Finds the mechanism, and the batching that a job can do, with the least error at one (epsilon, delta), within limits
/// of memory and time a step. Every mechanism under every way has a lower bound of its error, proven or measured; the
/// least bound is looked at more closely until nothing that is left can be better (docs/choosing.md). The best is
/// certified, and so is what its certificate does not rule out. Without `seconds` the answer is the same on every
/// machine and under every load. Nothing is shown that does not fit, and nothing is left out without a reason. When
/// stopped, the designs certified by then. Throws InvalidArgument for a job that has problems of its own, seconds,
/// step_seconds or error_unit.
Recommendation recommend(const RecommendRequest& request, const RunControl& control = {});

}  // namespace noiseloom
