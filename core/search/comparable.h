#pragma once

#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The reasons why two designs cannot be compared: the fields of the question (Concerns::question), except those of the
/// job, in which they differ: another guarantee, or another error. Empty if they can.
std::vector<Field> claimDifferences(const Scenario& left, const Scenario& right);
/// The differences between the training jobs of two designs (Concerns::job): they are comparable, as answers for
/// different jobs, if claimDifferences() is empty. The way in which the job forms its batches counts as the batching.
std::vector<Field> jobDifferences(const Scenario& left, const Scenario& right);

/// `scenario` under the claim of another: all fields that these two compare, and the data set, from `claim`; the
/// mechanism with its settings and the deployment stay.
Scenario underClaimOf(const Scenario& claim, const Scenario& scenario);

/// True if two scenarios have the same design: equal in everything except the fields that only the noise plan and the
/// claim use, and the settings of mechanisms and batchings that they do not have.
bool sameDesign(const Scenario& left, const Scenario& right);

/// True if a design's strategy is still its mechanism's answer under another claim, so that only noise and error need
/// to be recomputed: the same training, workload and objective, with noise that the strategy was not optimised for.
bool strategySurvives(const Design& design, const Scenario& claim);

/// True if the best mechanism, bands or buffers are requested.
bool leavesOpen(const Scenario& scenario);

enum class Recalibration {
  Same,  ///< the design's mechanism, with as many bands, buffers and blocks as it has
  Anew   ///< searches again for what the design's scenario leavesOpen()
};
/// The design under the claim of `claim`: evaluated if strategySurvives() and nothing is searched for, otherwise
/// solved. Throws InvalidArgument if the mechanism cannot be used there (more bands than n / k, no banded strategy
/// under cyclic Poisson sampling); nullptr when stopped.
std::shared_ptr<const Design> recalibrated(const Design& design, const Scenario& claim, const RunControl& control = {},
                                           Recalibration how = Recalibration::Same);

/// The design's strategy itself in another scenario, whose mechanism and bands are ignored: nothing is solved. For
/// other iterations it is Strategy::withIterations(). Throws InvalidArgument for a strategy that is not defined there,
/// and for a batching that does not allow it; nullptr when stopped.
std::shared_ptr<const Design> evaluatedIn(const Design& design, const Scenario& scenario,
                                          const RunControl& control = {});

}  // namespace noiseloom
