#pragma once

#include <memory>

#include "core/base/run_control.h"
#include "core/design/design.h"

namespace noiseloom {

/// An estimated design where noise depends on the whole strategy (Batching::ofStrategy), to be shown while the real one
/// is solved and certified: the strategy that is best for asSolved() (a banded Toeplitz one for mechanisms that take
/// long), of `bands` bands if that applies, with an uncertified noise multiplier (isCertified() is false) to about a
/// percent, and no baseline (dpSgdRmse is 0), whose noise takes longer than all the rest. A few frames for everyday
/// sizes. nullptr when stopped, and if the strategy has a negative entry.
std::shared_ptr<const Design> quickSampledDesign(const Scenario& scenario, Index bands, const RunControl& control);

}  // namespace noiseloom
