#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/base/run_control.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The rule of thumb for a first look at the best number of bands: eps sqrt(n) / k under cyclic Poisson, otherwise as
/// many as allowed, up to 64.
Index thumbBands(const Scenario& scenario);

/// Numbers of bands in powers of 2^(1/4), ended by `most`.
std::vector<Index> bandLadder(Index most);

/// Downhill on a ladder of rising numbers of bands from `guess`, in strides of a doubling, then ever shorter ones down
/// to `finest` >= 1 rungs; the end of the ladder, all bands without amplification, counts as an end of its own. Adds
/// what it asks for to `errors`, each number once. When stopped, the best so far.
Index bestOnLadder(const std::vector<Index>& ladder, double guess, std::size_t finest, std::map<Index, double>& errors,
                   const std::function<double(Index bands)>& error, const RunControl& control);

/// An untried number beside the best one, in the wider of its gaps to neighbours that are not as good within `flat`,
/// relative; 0 when there is none.
Index betweenBands(const std::map<Index, double>& errors, Index best, double flat);

/// The number of bands from 1 to `most` with the least error: on the ladder, and where `flat` is given then between its
/// rungs until the neighbours of the best are as good within that part. Each number is asked for once. When stopped,
/// the best so far.
Index bestBands(Index most, double guess, std::optional<double> flat, const std::function<double(Index bands)>& error,
                const RunControl& control = {});

}  // namespace noiseloom
