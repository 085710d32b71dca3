#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "core/design/cost.h"
#include "core/optimize/solution.h"
#include "core/recommend/recommendation.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// A mechanism under a way of forming batches, on its way from a first look to a design or to the reason against one.
struct Candidate {
  BatchingWay way;
  Scenario scenario;   ///< bands open, unless they were chosen
  double seconds = 0;  ///< of the look, about
  std::optional<SweepPoint> look = {};
  double error = std::numeric_limits<double>::infinity();  ///< by the look
  Index rows = 0;
  Index bands = 1;  ///< as Mechanism::solve has them
  std::optional<Solution> solution = {};
  bool narrower = false;
  Index chosenBands = 0;  ///< those of Mechanism::curve, where they are known
  Index shorter = 1;      ///< how many times the job is that is to be looked at
  Index model = 1;        ///< how many times shorter the job was that was looked at
  std::shared_ptr<const Design> design = {};
  Text leftOut = {};
  bool forTime = false;

  const Mechanism* mechanism() const { return scenario.mechanism; }
};

/// Worth a certificate beside the best, and where no other keeps as few rows: of its error.
inline constexpr double kShownMargin = 1.3;
inline constexpr double kFrontMargin = 2;

/// An evaluation where the noise depends on the whole strategy, and a certificate: seconds, about.
double noiseSeconds(const Scenario& scenario);
double certificateSeconds(const Scenario& scenario);
/// Where it takes many draws, as with few participations or a tiny delta.
double slowCertificateSeconds(const Scenario& scenario);
/// The scenario that is looked at first: its own, or a model, the same job Candidate::shorter times shorter. Bands
/// scale with it (as do sampling and compositions, so that the noise multiplier is the same), and errors by a factor
/// that an evaluation at full size tells.
Scenario modelOf(const Candidate& each);
/// "about 12.3 % more error", "4.5 times the error".
Text worseBy(double ratio);

/// What a job has room and time for.
class JobLimits {
 public:
  /// One solve may take that much of the time, all first looks, and a look beyond its estimate.
  static constexpr double kSolveShare = 0.1;
  static constexpr double kLookShare = 0.6;
  /// What one certificate may be estimated to take of the time.
  static constexpr double kMostCertificateShare = 0.7;
  static constexpr double kOneLookShare = 0.15;
  /// Solves that a search for the best bands takes, most of them narrower than the widest.
  static constexpr double kSearchSolves = 5;

  /// `rates`: of making noise; none: not known, and nothing is limited by it.
  JobLimits(RecommendRequest request, std::optional<NoiseRates> rates);

  const RecommendRequest& request() const { return m_request; }
  const std::optional<NoiseRates>& rates() const { return m_rates; }
  double solveSeconds() const { return kSolveShare * m_request.seconds; }
  /// Of one core for the noise of a step of a machine; 0 where no rates are known.
  double stepSeconds(const Scenario& scenario, const NoiseShape& shape) const;
  /// Left out already where nothing of it fits, or the mechanism has a problem there.
  Candidate candidate(const BatchingWay& way, const Mechanism* mechanism) const;
  /// Why a strategy of that shape does not fit a machine or a step; empty where it does.
  Text misfit(const Scenario& scenario, const NoiseShape& shape) const;
  /// About how long a first look takes.
  double lookSeconds(const Scenario& scenario) const;
  /// Keeps a search to the bands whose solve takes no longer than its share; false where even one band would.
  bool fitIn(Scenario& scenario) const;

 private:
  std::optional<Index> mostSize(const Scenario& scenario) const;
  Index shorterFor(const Scenario& scenario) const;

  RecommendRequest m_request;
  std::optional<NoiseRates> m_rates;
};

}  // namespace noiseloom
