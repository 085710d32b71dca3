#pragma once

#include <optional>

#include "core/design/scenario.h"
#include "ui/document/field.h"

namespace noiseloom {

/// The number in a numeric field; nullopt where the scenario leaves it open (best bands, no data set size, ...). Throws
/// InvalidArgument for a field that holds a choice.
std::optional<double> valueOf(const Scenario& scenario, Field field);

/// The scenario with another number in a numeric field; nullopt leaves it open where that is possible. Linked values
/// follow (k N = n B): a batch size sets n. Throws InvalidArgument, named after the field, for a number that cannot be
/// stored: not a whole number where one is needed, or beyond the range of integers. What can be stored but not used is
/// for Scenario::problems() to say.
Scenario withValue(Scenario scenario, Field field, std::optional<double> value);

}  // namespace noiseloom
