#pragma once

#include "core/design/scenario.h"

namespace noiseloom {

/// Whether a curve of rmse against bands belongs to the scenario: to families with bands, and to DP-SGD as what bands
/// would gain. Not to dense strategies, whose bands are only a limit.
bool hasBandCurve(const Scenario& scenario);
/// Whether two scenarios have the same design: equal in everything but what only the noise plan and the claim read (the
/// deployment, the data set size, the job's batches, the unit of privacy), and the settings of families and batchings
/// other than their own.
bool sameDesign(const Scenario& left, const Scenario& right);
/// The scenario whose curve of rmse against bands is shown beside this one: any number of bands, and for DP-SGD, which
/// has no bands to choose, what banded Toeplitz strategies would give.
Scenario sweepScenario(Scenario scenario);
/// Whether two scenarios have the same curve of rmse against bands.
bool sameSweep(const Scenario& left, const Scenario& right);
/// Equal in everything.
bool sameScenario(const Scenario& left, const Scenario& right);

}  // namespace noiseloom
