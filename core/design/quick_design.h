#pragma once

#include <memory>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/design/evaluator.h"

namespace noiseloom {

/// An estimated design where noise depends on the whole strategy (Batching::ofStrategy), to be shown while the real one
/// is solved and certified: the strategy that is best for asSolved() (a banded Toeplitz one for mechanisms that take
/// long), of `bands` bands if that applies, with an uncertified noise multiplier (isCertified() is false) that is the
/// estimate, and no baseline (dpSgdRmse is 0), whose noise takes longer than all the rest. A frame for everyday sizes
/// with that at once; the close one may take half a second. nullptr when stopped, and if the strategy has a negative
/// entry.
std::shared_ptr<const Design> quickSampledDesign(const Scenario& scenario, Index bands, const RunControl& control,
                                                 NoiseEstimate estimate = NoiseEstimate::Close);
/// The same with the close noise multiplier; nullptr also if that is the design's already.
std::shared_ptr<const Design> withCloseNoise(const Design& quick, const RunControl& control);

}  // namespace noiseloom
