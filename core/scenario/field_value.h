#pragma once

#include <optional>

#include "core/scenario/batch_size.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// Whether a field holds a number, or none while it is open.
bool holdsNumber(Field field);
/// The number in a numeric field; nullopt where the scenario leaves it open (best bands, no data set size, ...). Throws
/// InvalidArgument for a field that holds a choice.
std::optional<double> valueOf(const Scenario& scenario, Field field);

/// Whether a field is one of k N = n B.
bool isLinked(Field field);
/// Which of them gives way where `follower` is to: the batch size in place of epochs that do not count, k being 1.
Field followerIn(const Scenario& scenario, Field follower);
/// Whether the scenario is what comes of asking for batches of `asked` examples, whichever of n, k and N followed from
/// it: a whole number, so that its own batch size may be a little different. Also while n or k is no number of a job
/// yet. `asked` must be above 0 and at most N.
bool answersBatchSize(const Scenario& scenario, double asked);

/// The scenario with another number in a numeric field; nullopt leaves it open where that is possible. Of the linked
/// values (k N = n B) `follower` gives way; where it is not the batch size, that one is kept: `asked`, or that of the
/// scenario, which whole n and k have moved a little from what was asked for. Learning rates of a formula are made anew
/// for another n. Throws InvalidArgument, named after the field, for a number that cannot be stored: not a whole number
/// where one is needed, or beyond the range of integers. What can be stored but not used is for Scenario::problems() to
/// say.
Scenario withValue(Scenario scenario, Field field, std::optional<double> value, Field follower = Field::BatchSize,
                   std::optional<double> asked = std::nullopt);

/// The scenario with learning rates of another kind: Constant, or made by a formula. Rates leave no room for a weight
/// decay, which they switch off. Throws InvalidArgument for fractions that do not go together and for iterations that
/// are none, or more than kMostScheduled.
Scenario withSchedule(Scenario scenario, const LearningRateSchedule& schedule);
/// The scenario with the rates of a file.
Scenario withRates(Scenario scenario, std::vector<double> rates, const std::string& file);
/// Most iterations for which learning rates are made: one is kept for each.
inline constexpr Index kMostScheduled = Index{1} << 20;

}  // namespace noiseloom
