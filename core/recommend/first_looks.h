#pragma once

#include <vector>

#include "core/base/processor_time.h"
#include "core/base/run_control.h"
#include "core/recommend/candidate.h"
#include "core/search/curve_solver.h"

namespace noiseloom {

/// First looks at the candidates of a job, by uncertified accountants and strategies that are shared, the quick ones
/// first, as far as the time goes. The budget and the limits must outlive it.
class FirstLooks {
 public:
  /// `control`: the person's; its stop says so beside what was not looked at.
  FirstLooks(const JobLimits& limits, RunControl control, const ProcessorBudget& budget);

  void add(const BatchingWay& way, const Mechanism* mechanism) {
    m_candidates.push_back(m_limits.candidate(way, mechanism));
  }
  /// Looks at all. So much time is kept for certificates; `slow`: from where models have told what is worth it, and
  /// only finer numbers of bands remain.
  void run(double reserve, double slow);

  /// Stay where they are from run() on.
  std::vector<Candidate>& candidates() { return m_candidates; }
  /// Those with an error, the best first.
  std::vector<Candidate*> looked();
  /// Of all, or of those under one way; infinite: none is known.
  double leastError(const BatchingWay* under = nullptr) const;
  /// Looks at a candidate of its own with so many bands, whatever the scenario's, in at most so many seconds.
  void lookInFull(Candidate& each, Index bands, double most);

 private:
  double left() const { return m_budget.left() - m_reserve; }
  void lookAtAll();
  void lookAgain();
  /// A mechanism under the same way as a candidate that searches its bands, where it has been looked at; or nothing.
  const Candidate* lookedAt(const Mechanism* mechanism, const Candidate& beside) const;
  void takeBandsOfCurve(Candidate& each) const;
  void look(Candidate& each);
  void settleModel(const BatchingWay& way);
  void searchInFull(Candidate& each);
  void take(Candidate& each, const SweepPoint& point, Index model);
  double boundOf(const BatchingWay& way) const;

  const JobLimits& m_limits;
  RunControl m_control;
  const ProcessorBudget& m_budget;
  double m_reserve = 0;
  double m_slowReserve = 0;
  CurveSolver m_solver;
  std::vector<Candidate> m_candidates;
};

}  // namespace noiseloom
