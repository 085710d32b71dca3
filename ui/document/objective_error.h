#pragma once

#include <vector>

#include "core/design/design.h"
#include "core/design/designer.h"

namespace noiseloom {

/// The error that the scenario's objective is about: what makes one design better than another.
double errorOf(const Design& design);
/// The point of least error for the objective, or nullptr: without points, and for ErrorObjective::Last, which points
/// of a curve do not hold.
const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective);
/// The same of one point; not for ErrorObjective::Last.
double errorOf(const BandPoint& point, ErrorObjective objective);

}  // namespace noiseloom
