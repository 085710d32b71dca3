#pragma once

#include <vector>

#include "core/search/comparable.h"
#include "core/search/designer.h"

namespace noiseloom {

/// Whether a curve of rmse against bands belongs to the scenario: to mechanisms with bands, and to DP-SGD as what bands
/// would gain. Not to dense strategies, whose bands are only a limit.
bool hasBandCurve(const Scenario& scenario);
/// The scenario whose curve of rmse against bands is shown beside this one: any number of bands, and for DP-SGD, which
/// has no bands to choose, what banded Toeplitz strategies would give.
Scenario sweepScenario(Scenario scenario);
/// Whether two scenarios have the same curve of rmse against bands.
bool sameSweep(const Scenario& left, const Scenario& right);

/// The point of least error for the objective, or nullptr without points.
const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective);

}  // namespace noiseloom
