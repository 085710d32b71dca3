#pragma once

#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// Why two designs cannot be compared as they stand: the fields of the question (Concerns::question), but for those of
/// the job, in which they differ: another guarantee, or another error. Empty when they can.
std::vector<Field> claimDifferences(const Scenario& left, const Scenario& right);
/// In what the training jobs of two designs differ (Concerns::job): comparable all the same, as answers for different
/// jobs, where claimDifferences() are none. How the job forms its batches is told as the batching.
std::vector<Field> jobDifferences(const Scenario& left, const Scenario& right);

/// `scenario` under the claim of another: everything that these two look at, and the data set, from `claim`; the
/// mechanism with its settings and the deployment stay.
Scenario underClaimOf(const Scenario& claim, const Scenario& scenario);

/// Whether two scenarios have the same design: equal in everything but what only the noise plan and the claim read, and
/// the settings of other mechanisms and batchings than their own.
bool sameDesign(const Scenario& left, const Scenario& right);

/// Whether a design's strategy is still its mechanism's answer under another claim, so that only noise and error must
/// be taken anew: the same training, workload and objective, with noise that the strategy was not optimised against.
bool strategySurvives(const Design& design, const Scenario& claim);

/// Whether it was left open what is best: the mechanism, its bands or its buffers.
bool leavesOpen(const Scenario& scenario);

enum class Recalibration {
  Same,  ///< the design's mechanism, with as many bands, buffers and blocks as it has
  Anew   ///< what the design's scenario leavesOpen() is searched for again
};
/// The design under the claim of `claim`: evaluated where strategySurvives() and nothing is searched for, otherwise
/// solved. Throws InvalidArgument where the mechanism cannot serve there (more bands than n / k, no banded strategy
/// under cyclic Poisson sampling); nullptr when stopped.
std::shared_ptr<const Design> recalibrated(const Design& design, const Scenario& claim, const RunControl& control = {},
                                           Recalibration how = Recalibration::Same);

/// The design's strategy itself in another scenario, whose mechanism and bands mean nothing: nothing is solved. At
/// other iterations it is Strategy::withIterations(). Throws InvalidArgument for a strategy that is not defined there,
/// and for a batching that does not allow it; nullptr when stopped.
std::shared_ptr<const Design> evaluatedIn(const Design& design, const Scenario& scenario,
                                          const RunControl& control = {});

}  // namespace noiseloom
