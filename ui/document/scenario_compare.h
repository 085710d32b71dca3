#pragma once

#include "core/design/scenario.h"

namespace noiseloom {

/// Whether two scenarios have the same design: equal in everything but the deployment and the data set size, which only
/// the noise plan and the claim read.
bool sameDesign(const Scenario& left, const Scenario& right);
/// The scenario whose curve of rmse against bands is shown beside this one: any number of bands, and for DP-SGD, which
/// has no bands to choose, what banded Toeplitz strategies would give.
Scenario sweepScenario(Scenario scenario);
/// Whether two scenarios have the same curve of rmse against bands.
bool sameSweep(const Scenario& left, const Scenario& right);
/// Equal in everything.
bool sameScenario(const Scenario& left, const Scenario& right);

}  // namespace noiseloom
