#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// The result of one mechanism in a comparison at equal privacy.
struct RankedMechanism {
  const Mechanism* mechanism = &baselineMechanism();
  std::shared_ptr<const Design> design;  ///< nullptr if it was left out
  Text searched;                         ///< searchedNote() of its bands
  Text leftOut;                          ///< the reason
  bool forTime = false;                  ///< Scenario::mostSeconds is the reason
  /// The error in the measure of the scenario's objective; infinite if left out.
  double error() const;
};

/// Every mechanism under the scenario's batching, participation, workload, noise rows and time limit (its own mechanism
/// is ignored), as recommend() compares them for one way of forming batches: the best for the objective first, then
/// what else was certified, then what was left out, each with the reason, as that it cannot be the best. The first
/// one's time includes the search. `onDesign` is called from the working thread as each design is ready. Without
/// Scenario::mostSeconds no clock has a say.
std::vector<RankedMechanism> rankMechanisms(const Scenario& scenario, const RunControl& control = {},
                                            const std::function<void(const RankedMechanism&)>& onDesign = {});

/// The design of &bestMechanism(): the first of the ranking as an answer to that scenario, with the time that all of
/// them took. nullptr if it was stopped before the first. Throws InvalidArgument if no mechanism fits or the time was
/// over before.
std::shared_ptr<const Design> bestOf(const Scenario& scenario, const std::vector<RankedMechanism>& ranking);

}  // namespace noiseloom
