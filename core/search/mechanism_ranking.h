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
  Text leftOut;                          ///< the reason
  /// The error in the measure of the scenario's objective; infinite if left out.
  double error() const;
};

/// Designs of every mechanism that can run under the scenario's batching, participation, workload, noise rows and time
/// limit (its own mechanism is ignored), the best for the objective first, those left out last. `onDesign` is called
/// from the working thread as each is ready. When stopped, the rest are left out.
std::vector<RankedMechanism> rankMechanisms(const Scenario& scenario, const RunControl& control = {},
                                            const std::function<void(const RankedMechanism&)>& onDesign = {});

/// The design of &bestMechanism(): the first of the ranking as an answer to that scenario, with the time that all of
/// them took. nullptr if the ranking has none.
std::shared_ptr<const Design> bestOf(const Scenario& scenario, const std::vector<RankedMechanism>& ranking);

/// The time limit of a mechanism if the scenario names none, in seconds of processor time.
constexpr double kDefaultMostSeconds = 5;

}  // namespace noiseloom
