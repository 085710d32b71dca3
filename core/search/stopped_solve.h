#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/base/processor_time.h"
#include "core/search/two_speed_solve.h"

namespace noiseloom {

using DesignPointer = std::shared_ptr<const Design>;

/// `found` under the scenario that was asked for ("best" instead of the number that turned out best).
DesignPointer asAskedFor(const DesignPointer& found, const Scenario& scenario, bool stopped);

/// What a stop leaves of a solve. Until the stop designs pass on as they come; those after it are held back, and of all
/// that is certified the best is handed over at the end, once. What was shown is never replaced by anything worse: an
/// estimate that nothing certifies in time stays, and is not final.
class StoppedSolve {
 public:
  /// All three must outlive it.
  StoppedSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink)
      : m_request(request), m_control(control), m_sink(sink) {}

  /// For the work; it must not outlive this.
  SolveSink sink();
  /// Once the work has ended.
  void settle();

 private:
  void take(DesignPointer found, bool final);
  void consider(const DesignPointer& found, bool asItIs);

  const SolveRequest& m_request;
  const RunControl& m_control;
  const SolveSink& m_sink;
  DesignPointer m_shown;
  bool m_final = false;                                // what is shown
  DesignPointer m_certified;                           // the best that was shown
  std::vector<std::pair<DesignPointer, bool>> m_late;  // what came after the stop, and whether as final
  DesignPointer m_best;
  bool m_asItIs = false;  // it says itself how it ended
  double m_failures = 0;
};

}  // namespace noiseloom
