#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// Limit on estimatedSeconds() of one solve of a search.
inline constexpr double kMostSearchSeconds = 20;

/// The most bands whose solve is estimated to take at most that long; 0 if one band takes longer.
Index mostBandsWithin(const Scenario& scenario, double seconds);
/// The most bands that a search tries: all that the scenario allows for which a solve without amplification takes
/// kMostSearchSeconds at most; at least 1.
Index mostSearchedBands(const Scenario& scenario);

/// A note on the extent of the search for a design's bands: "the best of 1 to 50000", or, if time ended it, that it is
/// the best of those tried; empty if no bands were searched.
Text searchedBandsNote(const Design& design);
/// The note for a search that may have been stopped.
Text searchedBandsNote(const Scenario& scenario, bool stopped);

/// The rule of thumb for the best number of bands: eps sqrt(n) / k under cyclic Poisson; 3.4 eps sqrt(bins), at most
/// 0.85 bins, under balls-in-bins, as measured for bsr at 50 to 2048 bins and eps 0.1 to 20; otherwise as many as
/// allowed, up to 64.
Index thumbBands(const Scenario& scenario);

/// The number of bands from 1 to mostSearchedBands() with the least error; all searches for bands use it. Tries all up
/// to 32 (8 under balls-in-bins); otherwise descends on a ladder of powers of 2^(1/4) from the best of thumbBands(),
/// both ends and every fourth doubling, and then by parabolas between its rungs until no more than 1e-7 can be gained.
/// If sampling leaves ceil(n / b) participations, errors jump with that number, and the ends of the best range and its
/// neighbours are tried too. Under balls-in-bins, where an error takes long and is known to a percent, it descends from
/// thumbBands() alone (bands of the inverse: as elsewhere), on every second rung with over 512 bins. It assumes that
/// the error falls and then rises, apart from jumps; each number is evaluated once. When stopped, the best so far.
/// `near`: the answer for a neighbouring scenario; the search descends only from it and from the largest number, which
/// takes half the time, to about 1e-3 of the error, 5e-3 with few participations; not under balls-in-bins.
Index bestBands(const Scenario& scenario, const std::function<double(Index bands)>& error,
                const RunControl& control = {}, std::optional<Index> near = {});

}  // namespace noiseloom
