#pragma once

#include <vector>

#include "core/search/comparable.h"
#include "core/search/designer.h"

namespace noiseloom {

/// True if the scenario has a curve of rmse against bands: for mechanisms with bands, and for DP-SGD, to show the gain
/// by bands. Not for dense strategies, whose bands are only a limit.
bool hasBandCurve(const Scenario& scenario);
/// The scenario whose curve of rmse against bands is shown beside this one: any number of bands, and for DP-SGD, which
/// has no bands to choose, that of banded Toeplitz strategies.
Scenario sweepScenario(Scenario scenario);
/// True if two scenarios have the same curve of rmse against bands.
bool sameSweep(const Scenario& left, const Scenario& right);

/// The point of least error for the objective, or nullptr without points.
const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective);

}  // namespace noiseloom
