#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/base/text.h"

namespace noiseloom {

/// What an expression means: a finite value, or why it has none.
struct ExpressionResult {
  std::optional<double> value;
  Text error = {};  ///< completes "cannot read this: ..."; empty when there is a value, and where names leave it open
  std::size_t character = 0;  ///< that is not understood, from 1

  explicit operator bool() const { return value.has_value(); }
};

/// The value of a name such as "design.rmse"; nullopt while it is not known.
using ExpressionLookup = std::function<std::optional<double>(std::string_view name)>;

/// Reads a number as people type it: decimal and scientific notation, + - * / ^ (right-associative, binding tighter
/// than a sign) and brackets, and the suffixes k, M, G and T, and Ki, Mi, Gi and Ti for powers of 1024, behind a number
/// ("2^14", "50000*20/500", "1e-6", "100M", "16Gi"; "80 GB" as well). Spaces, and spaces or underscores between digits,
/// are ignored; "x" and the typographic signs for times, divide and minus are understood. Infinite and undefined
/// results are errors, never values. UTF-8 in, independent of the locale.
///
/// With `lookup` also names with a dot, abs, sqrt, log2, round, min and max, one comparison (< <= > >= ==) in each
/// bracket, and "and" between comparisons: 1 where it holds and 0 where it does not. Nothing is joined or replaced.
ExpressionResult evaluateExpression(std::string_view text, const ExpressionLookup& lookup = {});

}  // namespace noiseloom
