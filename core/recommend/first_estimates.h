#pragma once

#include <vector>

#include "core/base/processor_time.h"
#include "core/base/run_control.h"
#include "core/recommend/candidate.h"
#include "core/search/curve_solver.h"

namespace noiseloom {

/// Estimates of the candidates of a job, by uncertified accountants and shared strategies, the quick ones first, as far
/// as the time allows. The budget and the limits must outlive it.
class FirstEstimates {
 public:
  /// `control`: the person's; if it stops, candidates without an estimate say so.
  FirstEstimates(const JobLimits& limits, RunControl control, const ProcessorBudget& budget);

  void add(const BatchingWay& way, const Mechanism* mechanism) {
    m_candidates.push_back(m_limits.candidate(way, mechanism));
  }
  /// Estimates all candidates. `reserve`: seconds reserved for certificates; `slow`: those from the time when models
  /// have shown what is worth a certificate, and only finer numbers of bands remain.
  void run(double reserve, double slow);

  /// Their addresses are stable from run() on.
  std::vector<Candidate>& candidates() { return m_candidates; }
  /// Those with an error, the best first.
  std::vector<Candidate*> estimated();
  /// The least error of all, or of those under one way; infinite if none is known.
  double leastError(const BatchingWay* under = nullptr) const;
  /// Estimates a candidate of its own with that many bands, whatever the scenario's, in at most `most` seconds.
  void estimateInFull(Candidate& each, Index bands, double most);

 private:
  double left() const { return m_budget.left() - m_reserve; }
  void estimateAll();
  void estimateAgain();
  /// A mechanism under a candidate's way that searches its bands, if it has been estimated; otherwise nullptr.
  const Candidate* estimatedOf(const Mechanism* mechanism, const Candidate& beside) const;
  void takeBandsOfCurve(Candidate& each) const;
  void estimate(Candidate& each);
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
