#pragma once

#include <QString>

#include "core/base/expression.h"

namespace noiseloom {

/// Reads an expression as the user types it: evaluateExpression(), and where numbers are written with a comma
/// (decimalSign()), a comma before decimals and signs between groups of three digits as well: "1,5", "2.000.000",
/// "1.234,5". A point before decimals is understood everywhere, as in papers and on the command line.
///
/// With `counts`, for numbers that are mostly whole, what may be a decimal or a group is refused there, with both
/// readings: "50.000" and "4,096".
ExpressionResult readNumber(const QString& typed, bool counts = false);

/// A number's text, with one more zero where readNumber(text, true) would refuse it: "1,1250".
QString unambiguous(const QString& text);

}  // namespace noiseloom
