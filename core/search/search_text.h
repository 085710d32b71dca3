#pragma once

#include "core/base/text.h"

namespace noiseloom {

/// "12.3" for 0.123: three digits, and at most one after the point.
Text percent(double fraction);
/// Two significant digits.
Text twoDigits(double value);
/// "about 12.3 % more error", "about 4.5 times the error".
Text worseBy(double ratio);

}  // namespace noiseloom
