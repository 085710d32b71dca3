#include "core/search/search_text.h"

#include <cmath>

#include "core/base/safe_digits.h"

namespace noiseloom {

Text percent(double fraction) {
  return std::round(1000 * fraction) / 10;
}

Text twoDigits(double value) {
  return rounded(value, 2);
}

Text worseBy(double ratio) {
  if (ratio < 2) return {Core::tr("about %1 % more error"), percent(ratio - 1)};
  return {Core::tr("about %1 times the error"), twoDigits(ratio)};
}

}  // namespace noiseloom
