#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/base/processor_time.h"
#include "core/search/two_speed_solve.h"

namespace noiseloom {

using DesignPointer = std::shared_ptr<const Design>;

/// `found` under the requested scenario ("best" instead of the best number).
DesignPointer asAskedFor(const DesignPointer& found, const Scenario& scenario, bool stopped);

/// Decides what a stopped solve delivers. Until the stop, designs are passed on as they come; later ones are held back,
/// and the best certified one is delivered at the end, once. What was shown is never replaced by anything worse: an
/// estimate that cannot be certified in time stays, and is not final.
class StoppedSolve {
 public:
  /// All three must outlive it.
  StoppedSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink)
      : m_request(request), m_control(control), m_sink(sink) {}

  /// The sink for the work; it must not outlive this object.
  SolveSink sink();
  /// To be called when the work has ended.
  void settle();

 private:
  void take(DesignPointer found, bool final);
  void consider(const DesignPointer& found, bool asItIs);

  const SolveRequest& m_request;
  const RunControl& m_control;
  const SolveSink& m_sink;
  DesignPointer m_shown;
  bool m_final = false;                                // of the shown design
  DesignPointer m_certified;                           // the best shown one
  std::vector<std::pair<DesignPointer, bool>> m_late;  // designs after the stop, with their finality
  DesignPointer m_best;
  bool m_asItIs = false;  // the design states itself how it ended
  FailureOfAll m_failure;
};

}  // namespace noiseloom
