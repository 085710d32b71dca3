#pragma once

#include <algorithm>

namespace noiseloom {

/// Where a value stands among those that a list offers, for its current index; their number where it is none of them.
template <class Values, class Value>
int placeOf(const Values& values, const Value& value) {
  return static_cast<int>(std::ranges::find(values, value) - values.begin());
}

}  // namespace noiseloom
