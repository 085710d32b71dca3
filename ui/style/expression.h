#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noiseloom {

/// What an entry means: a finite value, or why it has none.
struct ExpressionResult {
  std::optional<double> value;
  std::string error;  ///< completes "cannot read this: ..."; empty when there is a value

  explicit operator bool() const { return value.has_value(); }
};

/// Reads a number as people type it: decimal and scientific notation, + - * / ^ (right-associative, binding tighter
/// than a sign) and brackets, and the suffixes k, M, G and T, and Ki, Mi, Gi and Ti for powers of 1024, behind a number
/// ("2^14", "50000*20/500", "1e-6", "100M", "16Gi"; "80 GB" as well). Spaces, and spaces or underscores between digits,
/// are ignored; "x" and the typographic signs for times, divide and minus are understood. Infinite and undefined
/// results are errors, never values. UTF-8 in, independent of the locale.
ExpressionResult evaluateExpression(std::string_view text);

}  // namespace noiseloom
