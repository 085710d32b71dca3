#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/base/text.h"

namespace noiseloom {

/// The value of an expression: finite, or the reason why there is none.
struct ExpressionResult {
  std::optional<double> value;
  Text error = {};            ///< completes "cannot read this: ..."; empty if valid, or if a name is not known yet
  std::size_t character = 0;  ///< position of the error, from 1

  explicit operator bool() const { return value.has_value(); }
};

/// The value of a name such as "design.rmse"; nullopt while it is not known.
using ExpressionLookup = std::function<std::optional<double>(std::string_view name)>;

/// Reads a number as people type it: decimal and scientific notation, + - * / ^ (right-associative, binding tighter
/// than a sign), brackets, and after a number the suffixes k, M, G and T, or Ki, Mi, Gi and Ti for powers of 1024
/// ("2^14", "50000*20/500", "1e-6", "100M", "16Gi", "80 GB"). Spaces, and spaces or underscores between digits, are
/// ignored; "x" and the typographic signs for times, divide and minus are understood. Infinite and undefined results
/// are errors. The text is UTF-8; the locale has no influence.
///
/// With `lookup`, also reads names with a dot, abs, sqrt, log2, round, min and max, one comparison (< <= > >= ==) in
/// each bracket, and "and" between comparisons: 1 if it holds, 0 if not.
ExpressionResult evaluateExpression(std::string_view text, const ExpressionLookup& lookup = {});

}  // namespace noiseloom
