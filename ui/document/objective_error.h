#pragma once

#include <QString>
#include <vector>

#include "core/design/designer.h"

namespace noiseloom {

/// The point of least error for the objective, or nullptr without points.
const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective);
/// The error of a point or a design that an objective is about.
double errorOf(const BandPoint& point, ErrorObjective objective);
double errorOf(const Design& design, ErrorObjective objective);
/// "rmse", "largest error", "last error".
QString errorName(ErrorObjective objective);
/// The same as a title: "RMSE", "Largest error", "Last error".
QString errorTitle(ErrorObjective objective);

}  // namespace noiseloom
