#pragma once

#include <memory>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// A design under balls-in-bins to look at while the real one is being solved and certified: the strategy that is best
/// without amplification (a banded Toeplitz one for mechanisms that take long), of `bands` bands where that means
/// something, with a noise multiplier to about a percent that nothing certifies (isCertified() is false), and no
/// baseline (dpSgdRmse is 0), whose noise takes longer than all the rest. A few frames for everyday sizes. nullptr when
/// stopped, and where the strategy has a negative entry.
std::shared_ptr<const Design> quickBinnedDesign(const Scenario& scenario, Index bands, const RunControl& control);

}  // namespace noiseloom
