#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/batching/batching_way.h"
#include "core/design/cost.h"
#include "core/design/design.h"
#include "core/optimize/solution.h"
#include "core/search/band_climb.h"

namespace noiseloom {

/// A job whose mechanism, and the batching among those that it can do, are to be chosen.
struct JobRequest {
  /// Its steps, epochs, guarantee, workload, objective, deployment and limits; settings that apply to whichever
  /// mechanism is tried are kept. deployment.memoryPerMachine limits the noise rows.
  Scenario job;
  std::vector<BatchingWay> ways = {};  ///< in which the job can form its batches
  /// > 0: limit on processor time for everything; absent: nothing is left out for time, and no clock has a say.
  std::optional<double> seconds = {};
  std::optional<double> stepSeconds = {};  ///< > 0: limit on a machine's time for the noise of a step, on one core
};

/// How much is known of a candidate; each level takes longer to reach than the one before.
enum class Knowledge {
  Bounded,    ///< only a lower bound of its error, which may be 0
  Looked,     ///< an error from a quicker strategy in its place, or from optimistic noise
  Estimated,  ///< the error of its own strategy with uncertified noise
  Refined     ///< the strategy is optimised together with its noise, if it can be
};

/// A mechanism under a way of forming batches, with what is known of it: from a bound to a design, or the reason why it
/// is left out.
struct Candidate {
  BatchingWay way;
  Scenario scenario;  ///< bands open, unless they were chosen
  Knowledge knowledge = Knowledge::Bounded;
  const Mechanism* standIn = nullptr;  ///< the mechanism whose error a look found in its place
  double bound = 0;                    ///< a lower bound of its error, proven or as measured for such mechanisms
  bool proven = false;                 ///< true if the bound is
  double looked = std::numeric_limits<double>::infinity();  ///< the error before any refinement
  double error = std::numeric_limits<double>::infinity();   ///< the look's; from Estimated on its own
  Index rows = 0;                                           ///< noise rows of that strategy
  Index bands = 1;                                          ///< as in Mechanism::solve
  std::optional<Solution> solution = {};
  std::vector<ClimbedBands> climbed = {};  ///< climbBands(), if that refined it
  double apartSeconds = 0;  ///< > 0: the time for optimising it with its noise, which was too long; 0: none
  bool narrower = false;    ///< not the best of its kind: the fewest bands within kNarrowerLoss of it
  std::shared_ptr<const Design> design = {};
  Text leftOut = {};
  bool forTime = false;  ///< more time would show it

  const Mechanism* mechanism() const { return scenario.mechanism; }
};

/// True if its strategies are optimised together with their noise.
bool isRefined(const Scenario& scenario);

/// The limits of a job on memory and on time a step.
class JobLimits {
 public:
  /// `rates`: how fast noise is made; nullopt: unknown, and no limit on time applies.
  JobLimits(JobRequest request, std::optional<NoiseRates> rates);

  const JobRequest& request() const { return m_request; }
  const std::optional<NoiseRates>& rates() const { return m_rates; }
  /// Seconds of one core for the noise of a step of a machine; 0 if no rates are known.
  double stepSeconds(const Scenario& scenario, const NoiseShape& shape) const;
  /// A candidate; it is left out already if no size of it fits, or the mechanism has a problem there.
  Candidate candidate(const BatchingWay& way, const Mechanism* mechanism) const;
  /// The reason why a strategy of that shape does not fit a machine or a step; empty if it does.
  Text misfit(const Scenario& scenario, const NoiseShape& shape) const;

 private:
  std::optional<Index> mostSize(const Scenario& scenario) const;

  JobRequest m_request;
  std::optional<NoiseRates> m_rates;
};

}  // namespace noiseloom
