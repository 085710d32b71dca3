#pragma once

#include <memory>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// True where the examples of a user are accounted for as a group, one example after another (math: section 10.11):
/// where batches are sampled and no pair of distributions for all of them is known.
bool accountsAsGroup(const Scenario& scenario);

/// The scenario of one example of a group: with (epsilon / G, delta (e^(epsilon / G) - 1)/(e^epsilon - 1)) each, G
/// examples one after another have (epsilon, delta). Any other scenario as it is.
Scenario ofOneExample(const Scenario& scenario);

/// The accounting of G examples by that of one for ofOneExample(); G is 1 or more.
std::unique_ptr<Accounting> groupAccounting(std::unique_ptr<Accounting> ofOne, Index examples);

/// The accountant of ofOneExample() with words on the group.
Accountant groupAccountant(Accountant ofOne, const Scenario& scenario);

}  // namespace noiseloom
