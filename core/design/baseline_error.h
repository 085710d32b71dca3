#pragma once

#include <optional>

#include "core/design/design.h"

namespace noiseloom {

/// The error of independent noise for the same scenario, in the measure of the objective: Design::dpSgdRmse times what
/// that error is to the rmse, which no sigma changes. 0 where the baseline is not known. O(n) for each curvature the
/// first time, which design() sees to, then at once.
double baselineError(const Design& design);
/// The same of a scenario whose baseline has that rmse.
double baselineError(const Scenario& scenario, double dpSgdRmse);
/// By which share the design's error, of the kind that its objective is about, is below that of independent noise:
/// below 0 where it is above; 0 where the baseline is not known.
double gainOverBaseline(const Design& design);
/// By which share the same error is above `baseline`'s, or above that of independent noise where it is null: -0.2 is a
/// fifth less; nothing where either is not known.
std::optional<double> aboveBaseline(const Design& design, const Design* baseline);

}  // namespace noiseloom
