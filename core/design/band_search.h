#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The rule of thumb for a first look at the best number of bands: eps sqrt(n) / k under cyclic Poisson, otherwise as
/// many as allowed, up to 64.
Index thumbBands(const Scenario& scenario);

/// The number of bands from 1 to `most` with the least error: downhill on a ladder of quarter doublings from `guess`,
/// in strides of a doubling, then ever shorter ones; the end of the ladder, all bands without amplification, counts as
/// an end of its own. `flat` >= 0 goes on between the rungs, until the neighbours of the best are as good within that
/// part. Each number is asked for once. When stopped, the best so far.
Index bestBands(Index most, double guess, std::optional<double> flat, const std::function<double(Index bands)>& error,
                const RunControl& control = {});

}  // namespace noiseloom
