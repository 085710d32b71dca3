#pragma once

#include <algorithm>

namespace noiseloom {

/// The index of a value among those offered by a list; their number if it is not among them.
template <class Values, class Value>
int placeOf(const Values& values, const Value& value) {
  return static_cast<int>(std::ranges::find(values, value) - values.begin());
}

}  // namespace noiseloom
