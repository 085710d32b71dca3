#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/base/processor_time.h"
#include "core/base/run_control.h"
#include "core/search/candidate.h"
#include "core/search/job_search.h"

namespace noiseloom {

/// The certified designs of a job: every mechanism under every way of forming its batches is searched (JobSearch), and
/// what may be the best is certified. Without JobRequest::seconds no clock has a say.
class JobDesigner {
 public:
  /// `rates`: how fast noise is made, for a limit on the time a step; nullopt: unknown. `onDesign`: called from the
  /// working thread with each candidate as it is certified. The control's stop ends everything.
  JobDesigner(JobRequest request, std::optional<NoiseRates> rates, const RunControl& control,
              std::function<void(const Candidate&)> onDesign = {});

  /// Searches and certifies. Afterwards each of candidates() has a design or says why it is left out. `alsoNarrower`:
  /// beside them a design of few bands that loses at most kNarrowerLoss against the best of its mechanism, where there
  /// is one.
  void run(bool alsoNarrower = false);

  /// Those with a design, the best first.
  std::vector<const Candidate*> certified() const;
  const std::vector<Candidate>& candidates() const { return m_search.candidates(); }
  const JobLimits& limits() const { return m_limits; }
  /// Ends what is left to do when the time is over, or the control is stopped.
  std::stop_token outOfTime() const { return m_all.token(); }

 private:
  RunControl quiet() const { return {m_all.token(), {}}; }
  bool ended() const { return m_all.token().stop_requested(); }
  bool certifyRound();
  void addNarrower();
  std::vector<Candidate*> worthShowing(std::vector<Candidate*> order);
  bool certify(Candidate& each, bool evenIfOverBudget, const RunControl& control);
  double marginFor(const Candidate& each) const;
  std::shared_ptr<const Design> neighbourOf(const BatchingWay& way) const;
  void stateFailure();
  void explainRest();
  Text notInTime() const;

  RunControl m_control;
  ProcessorBudget m_all;
  ProcessorBudget m_searching;
  JobLimits m_limits;
  JobSearch m_search;
  std::function<void(const Candidate&)> m_onDesign;
  std::optional<Candidate> m_narrower;
  FailureOfAll m_failure;
};

/// The extent of the search for its bands; empty if there was none, or no design came out.
Text searchedNote(const Candidate& each);

/// The relative loss that a narrower design may have against the best of its kind.
inline constexpr double kNarrowerLoss = 0.02;

}  // namespace noiseloom
