#pragma once

#include <QString>

#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// For menus ("Undo epsilon") and messages: "iterations", "data set size", ...
QString fieldLabel(Field field);
/// FieldInfo::symbol.
QString fieldSymbol(Field field);
/// Beside an input: what is refused and what to use, where `typed` is the field that the user changed.
QString refusalText(const InvalidArgument& problem, std::optional<Field> typed = std::nullopt);

/// The value of a field in a few words: "open" or "best" if it is left open, empty for a field that holds neither a
/// number nor a choice.
QString fieldText(const Scenario& scenario, Field field);

/// The differences between two scenarios in words: "epsilon 8 to 5, 2 more"; empty if nothing does.
QString changeText(const Scenario& before, const Scenario& after);

}  // namespace noiseloom
