#pragma once

#include <optional>

#include "core/balls_in_bins/nested/pair_levels.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The stddev at which the tree that stands for the bins is (epsilon, delta)-DP, the worse of both directions, without
/// a draw: an estimate of theirs, to about 1e-3 where they are nearly alike, below it where they are not (math: section
/// 10.3). Smooth in the Gram matrix. Nothing where it is out of the reach of the grid, or when stopped. epsilon >= 0,
/// 0 < delta < 1, not checked.
std::optional<double> nestedNoise(const PairLevels& levels, double epsilon, double delta,
                                  const RunControl& control = {});

/// The most unevenness with which bins are nearly alike.
inline constexpr double kMostUnevenness = 0.1;

}  // namespace noiseloom
