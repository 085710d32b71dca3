#pragma once

#include <optional>

#include "core/scenario/batch_size.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// True if a field holds a number, or none while it is open.
bool holdsNumber(Field field);
/// The number in a numeric field; nullopt if the scenario leaves it open (best bands, no data set size, ...). Throws
/// InvalidArgument for a field that holds a choice.
std::optional<double> valueOf(const Scenario& scenario, Field field);

/// True if a field is one of k N = n B.
bool isLinked(Field field);
/// The linked field that is adjusted if `follower` should be: the batch size in place of idle epochs (k = 1).
Field followerIn(const Scenario& scenario, Field follower);
/// The scenario with another number in a numeric field; nullopt leaves it open if possible. Of the linked values (k N =
/// n B) `follower` is adjusted; if that is not the batch size, the batch size is kept exactly: where n or N follows,
/// which are whole numbers, the epochs differ a little from k (iterationsForBatchSize()). If the field itself is the
/// one that would follow, the epochs do, or the iterations from epochs. Learning rates of a formula are made anew for
/// another n. Throws InvalidArgument, named after the field, for a number that cannot be stored: not an integer where
/// one is needed, or beyond the range of integers. Scenario::problems() reports unusable values.
Scenario withValue(Scenario scenario, Field field, std::optional<double> value, Field follower = Field::BatchSize);

/// The scenario with learning rates of another kind: Constant, or made by a formula. Rates exclude weight decay, and
/// switch it off. Throws InvalidArgument for inconsistent fractions, for invalid iterations and for more than
/// kMostScheduled.
Scenario withSchedule(Scenario scenario, const LearningRateSchedule& schedule);
/// The scenario with the rates of a file.
Scenario withRates(Scenario scenario, std::vector<double> rates, const std::string& file);
/// Most iterations for which learning rates are made: one is stored for each.
inline constexpr Index kMostScheduled = Index{1} << 20;

}  // namespace noiseloom
