#pragma once

#include <map>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/search/candidate.h"
#include "core/search/curve_solver.h"

namespace noiseloom {

/// A candidate whose bound is so near the best error is looked at as well.
inline constexpr double kRunnerUp = 1.01;
/// Why candidates are left out that were not tried when the control was stopped.
inline constexpr Phrase kStopped = Core::tr("stopped");
/// What can gain less than this share of the error is not tried.
inline constexpr double kSettled = 1e-3;

/// The search for the least estimated error among the candidates of a job, the best bound first: of those that may be
/// better than the best so far, the one of the least lower bound is looked at more closely. What cannot be better is
/// dropped by its bound. No clock has a say: the same candidates have the same answer everywhere.
class JobSearch {
 public:
  /// `limits` must outlive it. `control`: the user's. `outOfTime`: ends the search, too; what was not tried says so.
  JobSearch(const JobLimits& limits, RunControl control, std::stop_token outOfTime);

  void add(const BatchingWay& way, const Mechanism* mechanism) {
    m_candidates.push_back(m_limits.candidate(way, mechanism));
  }
  /// Continues the search until no candidate may be better than the best one, by its certificate if it has one.
  void run();
  /// Leaves the other candidates out, with the reasons why they were not tried.
  void dropRest();

  /// Their addresses are stable from run() on.
  std::vector<Candidate>& candidates() { return m_candidates; }
  const std::vector<Candidate>& candidates() const { return m_candidates; }
  /// Those with an error, the best first.
  std::vector<Candidate*> estimated();
  /// The least error of all; infinite if none is known.
  double leastError() const;
  /// The least objective error of the designs that are certified; +infinity: none is.
  double leastCertified() const;
  /// The least error that another candidate has to beat: certified errors count instead of estimates.
  double toBeat() const;
  /// Estimates a separate candidate with that many bands, whatever the scenario's, refined as the search would.
  void estimateAt(Candidate& each, Index bands);
  /// The least error of all before any is refined, to compare jobs with each other; infinite if none.
  double look();

 private:
  bool ended() const { return m_outOfTime.stop_requested(); }
  RunControl quiet() const { return {m_outOfTime, {}}; }
  double leastNoise(const Candidate& each) const;
  void bound(Candidate& each);
  double unitBoundOf(const Candidate& each);
  Candidate* candidateOf(const Mechanism* mechanism, const BatchingWay& way);
  const Candidate* wider(const Candidate& each);
  void raiseBound(Candidate& each);
  void raiseByCurve(Candidate& each);
  void raiseByStandIn(Candidate& each);
  void raiseByMechanism(Candidate& each);
  bool mayWin(const Candidate& each) const;
  void advance(Candidate& each);
  void look(Candidate& each);
  bool hasLooked(Candidate& each, const Scenario& own) const;
  void dropIfUnfit(Candidate& each) const;
  double leastBeforeRefinement(const Candidate& of);
  void estimate(Candidate& each);
  void refine(Candidate& each);
  /// Gives the candidate what the solver finds in the scenario; false if that is nothing, or when time is over.
  bool solve(Candidate& each, const Scenario& scenario, NoiseEstimate estimate);

  const JobLimits& m_limits;
  RunControl m_control;
  std::stop_token m_outOfTime;
  CurveSolver m_solver;
  std::vector<Candidate> m_candidates;
  std::map<std::string_view, double> m_unitBounds;  // of each way, at noise multiplier 1
};

}  // namespace noiseloom
