#pragma once

#include "core/base/names.h"

namespace noiseloom {

/// Which pairs of data sets a guarantee compares (math: section 10). A contribution has at most norm 1 here; the noise
/// multiplier sigma is the standard deviation of the noise in that unit, whatever the adjacency.
enum class Adjacency {
  AddRemove,  ///< one example more or less; both directions
  ZeroOut,    ///< one example's contributions become zero: the same pairs of distributions
  ReplaceOne  ///< one example becomes another: contributions may change sign, by up to 2
};
template <>
inline constexpr std::array<std::string_view, 3> kNamesOf<Adjacency>{"add-remove", "zero-out", "replace-one"};

/// How far contributions may be from each other: 2 when one is replaced.
inline double distance(Adjacency adjacency) {
  return adjacency == Adjacency::ReplaceOne ? 2 : 1;
}

/// Which of two neighbours has the example: P of delta = sup of P(S) - e^epsilon Q(S) to remove it, Q to add it (math:
/// section 10.2). Replace-one is its own mirror image, so that both directions have the same delta.
enum class Direction { Remove, Add };

}  // namespace noiseloom
