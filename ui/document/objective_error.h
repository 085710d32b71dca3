#pragma once

#include <vector>

#include "core/design/designer.h"

namespace noiseloom {

/// The point of least error for the objective, or nullptr: without points, and for ErrorObjective::Last, which points
/// of a curve do not hold.
const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective);
/// What makes a point the best; not for ErrorObjective::Last.
double errorOf(const BandPoint& point, ErrorObjective objective);

}  // namespace noiseloom
