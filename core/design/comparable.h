#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// What two designs must share so that their noise and their errors answer the same question.
enum class ClaimPart {
  Epsilon,
  Delta,
  Unit,
  Adjacency,
  Batching,       ///< the accounting, with how the job forms its batches: another guarantee, or another job
  MinSeparation,  ///< s of Batching::MinSeparation
  Tau,            ///< tau and failure probability of balls-in-bins
  Iterations,
  Participations,
  ClipNorm,  ///< stddev is in its units
  Workload,
  Objective  ///< which error the strategies were optimised for
};

/// Whether two workloads are the same matrix, at every n that both have. Copies are told apart from others at once.
bool sameWorkload(const Workload& left, const Workload& right);

/// "epsilon", "unit", "min_separation", ...: the scenario's own field names.
std::string_view toString(ClaimPart part);

/// Why two designs cannot be compared as they stand, in the order above; empty when they can. Mechanism, bands and the
/// like are what is being compared, and data set size and deployment change neither the claim nor its error: none of
/// them counts.
std::vector<ClaimPart> claimDifferences(const Scenario& left, const Scenario& right);

/// `scenario` under the claim of another: everything that claimDifferences() looks at, and the data set, from `claim`;
/// the mechanism with its settings and the deployment stay.
Scenario underClaimOf(const Scenario& claim, Scenario scenario);

/// Whether a design's strategy is still its family's answer under another claim, so that only noise and error must be
/// taken anew: the same training, workload and objective, with noise that the strategy was not optimised against.
bool strategySurvives(const Design& design, const Scenario& claim);

/// The design's family, with as many bands, buffers and blocks as it has, under the claim of `claim`: evaluated where
/// strategySurvives(), otherwise solved. Throws InvalidArgument where the family cannot serve there (more bands than
/// n / k, no banded strategy under cyclic Poisson sampling); nullptr when stopped.
std::shared_ptr<const Design> recalibrated(const Design& design, const Scenario& claim, const RunControl& control = {});

}  // namespace noiseloom
