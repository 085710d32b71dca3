#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "core/base/index.h"
#include "core/base/text.h"

namespace noiseloom {

/// The shortest text that reads back as the same double ("0.1", "1e-6", "nan").
std::string shortest(double value);

/// Named precondition checks: each throws InvalidArgument with the argument's name, its value and what is allowed.
/// `why` is added to the allowed range in brackets, e.g. "n/k under cyclic Poisson".
void checkInteger(std::string_view argument, Index value, Index least, Index most, const Text& why = {});
void checkFinite(std::string_view argument, double value);
void checkPositive(std::string_view argument, double value);
void checkNonNegative(std::string_view argument, double value);
void checkOpenInterval(std::string_view argument, double value, double least, double most);
void checkClosedInterval(std::string_view argument, double value, double least, double most);
/// Throws unless every value is finite, naming the first that is not as argument[i].
void checkAllFinite(std::string_view argument, std::span<const double> values);
/// Throws unless the sizes of two arguments agree.
void checkSize(std::string_view argument, Index size, Index expected);

constexpr Index kNoLimit = std::numeric_limits<Index>::max();

}  // namespace noiseloom
