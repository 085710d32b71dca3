#pragma once

#include <functional>
#include <optional>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// What one solve of a search may take by estimatedSeconds().
inline constexpr double kMostSearchSeconds = 20;

/// The most bands with which a solve is estimated to take so long at most; 0 where one band takes longer.
Index mostBandsWithin(const Scenario& scenario, double seconds);
/// The most bands that a search tries: all that the scenario allows, as far as a solve without amplification takes
/// kMostSearchSeconds at most; at least 1.
Index mostSearchedBands(const Scenario& scenario);

/// How far the search for the bands of a design went, to be said beside them: "the best of 1 to 50000", or, where time
/// ended it, that it is the best of those tried; empty where no bands were searched.
Text searchedBandsNote(const Design& design);
/// The same of a search that was held to solves of so many seconds, and maybe stopped.
Text searchedBandsNote(const Scenario& scenario, double seconds, bool stopped);

/// The rule of thumb for a first look at the best number of bands: eps sqrt(n) / k under cyclic Poisson;
/// 3.4 eps sqrt(bins), at most 0.85 bins, under balls-in-bins, as measured for bsr at 50 to 2048 bins and eps 0.1 to
/// 20; otherwise as many as allowed, up to 64.
Index thumbBands(const Scenario& scenario);

/// The number of bands from 1 to mostSearchedBands() with the least error, the one search that everything asks. All of
/// them up to 32 (8 under balls-in-bins); else downhill on a ladder of powers of 2^(1/4) from the best of thumbBands(),
/// both ends and every fourth doubling, and then by parabolas between its rungs until nothing above 1e-7 is to be
/// gained. Where sampling leaves participations ceil(n / b) apiece, errors jump with that number, and the ends of the
/// best stretch and its neighbours are tried too. Under balls-in-bins, whose errors are known to a percent and take
/// long, downhill from thumbBands() alone (bands of the inverse: as elsewhere), on every second rung where there are
/// over 512 bins. It takes the error for a function that falls and then rises, jumps aside; each number is asked for
/// once. When stopped, the best so far. `near`: the answer of a neighbouring scenario, from which and from the most it
/// goes downhill alone and takes half the time, within about 1e-3 of the error, 5e-3 where participations are few; not
/// under balls-in-bins.
Index bestBands(const Scenario& scenario, const std::function<double(Index bands)>& error,
                const RunControl& control = {}, std::optional<Index> near = {});

}  // namespace noiseloom
