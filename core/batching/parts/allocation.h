#pragma once

#include <optional>

#include "core/base/errors.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// Shared by random allocation and cyclic allocation: epochs of stepsPerEpoch() steps, in each of which an example
/// takes part in exactly one of those that it may take part in, `groups` of them apart. A last epoch that ends early
/// counts whole: what is not released tells nothing.
namespace allocation {

/// Epochs that are too many to be composed.
std::optional<InvalidArgument> problem(const Scenario& scenario);
std::optional<InvalidArgument> tooManyEpochs(const Scenario& scenario, Index epochs);
/// The epochs that begin in the n steps.
Index epochsOf(const Scenario& scenario);
/// The largest divisor of the steps of an epoch, up to `most`.
Index divisorAtMost(const Scenario& scenario, Index most);
/// True where each example takes part k times, k whole, and n is a multiple of it: as many blocks of as many steps.
bool isBalanced(const Scenario& scenario);
/// As Batching has them, of a strategy of as many bands as there are groups.
std::unique_ptr<Accounting> accounting(const Scenario& scenario, const Strategy& strategy,
                                       const Sensitivity& sensitivity, const RunControl& control);
Accountant accountant(const Accounted& figures);
Sampling sampling(const Scenario& scenario, Index groups);
/// How the accounting of draws from `groups` covers a job that draws otherwise, `remedy` where only its draws have to
/// change.
JobCoverage drawnOtherwise(const Scenario& scenario, const JobBatching& job, Index groups, Phrase remedy);
/// The law of the n steps, in each of which a member of its group is with the probability of one of the group's steps.
BatchLaw batchLaw(const Scenario& scenario, Index groups);

inline constexpr Phrase kIndependence = Core::tr(
    "The number of steps, the strategy and the other settings do not depend on the data, the exact number of "
    "%1s included.");

}  // namespace allocation
}  // namespace noiseloom
