#pragma once

#include <optional>

#include "core/design/design.h"

namespace noiseloom {

/// A relative difference that is smaller, either way, is not stated as a percentage, which would read as 0 %.
inline constexpr double kHardlyDiffers = 0.0005;

/// The error of independent noise for the same scenario, in the measure of the objective: Design::dpSgdRmse times the
/// ratio of that error to the rmse, which does not depend on sigma. 0 if the baseline is unknown. O(n) for each
/// curvature the first time, which design() takes care of, then O(1).
double baselineError(const Design& design);
/// baselineError() for a scenario whose baseline has that rmse.
double baselineError(const Scenario& scenario, double dpSgdRmse);
/// The relative reduction of the design's error, in the measure of its objective, against independent noise: below 0 if
/// it is larger; 0 if the baseline is unknown.
double gainOverBaseline(const Design& design);
/// The relative excess of that error over `baseline`'s, or over that of independent noise if it is null: -0.2 is a
/// fifth less; nullopt if either is unknown.
std::optional<double> aboveBaseline(const Design& design, const Design* baseline);

}  // namespace noiseloom
