#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "core/design/cost.h"
#include "core/optimize/solution.h"
#include "core/recommend/recommendation.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// A mechanism under a way of forming batches, from an estimate to a design or to the reason against one.
struct Candidate {
  BatchingWay way;
  Scenario scenario;   ///< bands open, unless they were chosen
  double seconds = 0;  ///< of the estimate, approximately
  std::optional<SweepPoint> estimate = {};
  double error = std::numeric_limits<double>::infinity();  ///< by the estimate
  Index rows = 0;
  Index bands = 1;  ///< as in Mechanism::solve
  std::optional<Solution> solution = {};
  bool narrower = false;
  Index chosenBands = 0;  ///< those of Mechanism::curve, if they are known
  Index shorter = 1;      ///< factor by which the job is to be shortened for the estimate
  Index model = 1;        ///< factor by which the estimated job was shortened
  std::shared_ptr<const Design> design = {};
  Text leftOut = {};
  bool forTime = false;

  const Mechanism* mechanism() const { return scenario.mechanism; }
};

/// Factors to the best error within which a candidate is certified: in general, and if no other keeps as few rows.
inline constexpr double kShownMargin = 1.3;
inline constexpr double kFrontMargin = 2;

/// Approximate seconds of an evaluation if the noise depends on the whole strategy, and of a certificate.
double noiseSeconds(const Scenario& scenario);
double certificateSeconds(const Scenario& scenario);
/// If it needs many draws, as with few participations or a tiny delta.
double slowCertificateSeconds(const Scenario& scenario);
/// The scenario that is estimated first: the candidate's own, or a model, the same job shortened by Candidate::shorter.
/// Bands scale with it (as do sampling and compositions, so that the noise multiplier is the same), and errors by a
/// factor that an evaluation at full size gives.
Scenario modelOf(const Candidate& each);
/// "about 12.3 % more error", "4.5 times the error".
Text worseBy(double ratio);

/// The limits of a job on memory and time.
class JobLimits {
 public:
  /// Shares of the time: of one solve, of all estimates, and of an estimate beyond its expected time.
  static constexpr double kSolveShare = 0.1;
  static constexpr double kEstimateShare = 0.6;
  /// Limit on the estimated share of one certificate.
  static constexpr double kMostCertificateShare = 0.7;
  static constexpr double kOneEstimateShare = 0.15;
  /// Solves of a search for the best bands, most of them narrower than the widest.
  static constexpr double kSearchSolves = 5;

  /// `rates`: of making noise; nullopt: unknown, and no limit applies.
  JobLimits(RecommendRequest request, std::optional<NoiseRates> rates);

  const RecommendRequest& request() const { return m_request; }
  const std::optional<NoiseRates>& rates() const { return m_rates; }
  double solveSeconds() const { return kSolveShare * m_request.seconds; }
  /// Seconds of one core for the noise of a step of a machine; 0 if no rates are known.
  double stepSeconds(const Scenario& scenario, const NoiseShape& shape) const;
  /// Left out already if nothing of it fits, or the mechanism has a problem there.
  Candidate candidate(const BatchingWay& way, const Mechanism* mechanism) const;
  /// The reason why a strategy of that shape does not fit a machine or a step; empty if it does.
  Text misfit(const Scenario& scenario, const NoiseShape& shape) const;
  /// Approximate seconds of an estimate.
  double quickSeconds(const Scenario& scenario) const;
  /// Limits a search to the bands whose solve takes no longer than its share; returns false if even one band would.
  bool fitIn(Scenario& scenario) const;

 private:
  std::optional<Index> mostSize(const Scenario& scenario) const;
  Index shorterFor(const Scenario& scenario) const;

  RecommendRequest m_request;
  std::optional<NoiseRates> m_rates;
};

}  // namespace noiseloom
