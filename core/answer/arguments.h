#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// Reads a count exactly, also beyond what a double holds: "2000", "1e6", "1.5e3" or "2^14". `argument` is the
/// snake_case name used in the message. Throws InvalidArgument for anything that is not an integer or does not fit one.
Index parseCount(std::string_view argument, std::string_view text);

/// Reads a finite real number as the window does (evaluateExpression()): "8", "1e-6", "1/3". Throws InvalidArgument for
/// other text, infinities, NaN, and for numbers too large or too small for a double.
double parseReal(std::string_view argument, std::string_view text);

/// Reads a number of bytes, 1 to 2^53, rounded, in the same way: "80G", "16GiB", "1.5T". Throws InvalidArgument for
/// anything else.
Index parseBytes(std::string_view argument, std::string_view text);

/// "on" or "off".
bool parseSwitch(std::string_view argument, std::string_view text);

/// "1,2,4" apart at the commas. Throws InvalidArgument for an empty part.
std::vector<std::string> listedValues(std::string_view argument, const std::string& text);

/// "dp-sgd, banded-toeplitz or banded".
std::string listOf(const std::vector<std::string_view>& names);

/// Refuses `text`, listing what is allowed.
[[noreturn]] void refuseName(std::string_view argument, std::string_view text,
                             const std::vector<std::string_view>& allowed);
/// Refuses `text` unless it is one of the names.
void checkName(std::string_view argument, std::string_view text, const std::vector<std::string_view>& allowed);

/// The value of an enum that `text` names. Throws InvalidArgument with the names of all.
template <Named Enum>
Enum parseName(std::string_view argument, std::string_view text) {
  const auto value = fromName<Enum>(text);
  if (!value) refuseName(argument, text, {kNamesOf<Enum>.begin(), kNamesOf<Enum>.end()});
  return *value;
}

/// Options by their names in snake_case, with what was typed for them.
using TypedOptions = std::initializer_list<std::pair<const char*, const std::optional<std::string>&>>;
/// Refuses the first of these options that was typed; `allowed`: when it means something.
void refuseTyped(TypedOptions options, const std::string& allowed);

/// Sets a field that is one of several names. Throws InvalidArgument with the names.
void setChoice(Scenario& scenario, const FieldInfo& field, std::string_view text);

}  // namespace noiseloom
