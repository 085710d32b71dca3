#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/design/cost.h"
#include "core/optimize/solution.h"
#include "core/recommend/recommendation.h"
#include "core/search/band_climb.h"

namespace noiseloom {

/// What is known of a candidate; each takes longer than the one before.
enum class Knowledge {
  Bounded,    ///< no more than a lower bound of its error, which may be 0
  Looked,     ///< the error of a quicker strategy in its place, or with optimistic noise
  Estimated,  ///< that of its own strategy, by uncertified noise
  Refined     ///< optimised together with its noise, where it can be
};

/// A mechanism under a way of forming batches, from a bound to a design or to the reason against one.
struct Candidate {
  BatchingWay way;
  Scenario scenario;  ///< bands open, unless they were chosen
  Knowledge knowledge = Knowledge::Bounded;
  const Mechanism* standIn = nullptr;  ///< whose error a look gave, if not its own
  double bound = 0;     ///< its error is at least that, by a proof or by what was measured of such mechanisms
  bool proven = false;  ///< the bound is
  double looked = std::numeric_limits<double>::infinity();  ///< the error before any refinement
  double error = std::numeric_limits<double>::infinity();   ///< the look's, and from Estimated on its own
  Index rows = 0;
  Index bands = 1;  ///< as in Mechanism::solve
  std::optional<Solution> solution = {};
  std::vector<ClimbedBands> climbed = {};  ///< climbBands(), if that refined it
  double apartSeconds = 0;                 ///< that optimising it together with its noise would take: too long; or 0
  bool narrower = false;
  std::shared_ptr<const Design> design = {};
  Text leftOut = {};
  bool forTime = false;

  const Mechanism* mechanism() const { return scenario.mechanism; }
};

/// True if its strategies are optimised together with their noise.
bool isRefined(const Scenario& scenario);
/// "about 12.3 % more error", "4.5 times the error".
Text worseBy(double ratio);

/// The limits of a job on memory and on time a step.
class JobLimits {
 public:
  /// `rates`: of making noise; nullopt: unknown, and no limit applies.
  JobLimits(RecommendRequest request, std::optional<NoiseRates> rates);

  const RecommendRequest& request() const { return m_request; }
  const std::optional<NoiseRates>& rates() const { return m_rates; }
  /// Seconds of one core for the noise of a step of a machine; 0 if no rates are known.
  double stepSeconds(const Scenario& scenario, const NoiseShape& shape) const;
  /// Left out already if nothing of it fits, or the mechanism has a problem there.
  Candidate candidate(const BatchingWay& way, const Mechanism* mechanism) const;
  /// The reason why a strategy of that shape does not fit a machine or a step; empty if it does.
  Text misfit(const Scenario& scenario, const NoiseShape& shape) const;

 private:
  std::optional<Index> mostSize(const Scenario& scenario) const;

  RecommendRequest m_request;
  std::optional<NoiseRates> m_rates;
};

}  // namespace noiseloom
