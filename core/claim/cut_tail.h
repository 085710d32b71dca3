#pragma once

#include "core/base/text.h"
#include "core/design/design.h"

namespace noiseloom {

/// The part of delta due to the truncation of the normals: an upper bound on the probability of outputs that only one
/// of two neighbours can release, which the claim does not include. With shifts s of all coordinates together: Phi(s -
/// c), c the largest normal of the design's generator, per participation if these are sampled (math: section 11.1).
double cutTail(const Design& design);

/// The caution about it: empty below a thousandth of delta.
Text cutTailCaution(const Design& design);

}  // namespace noiseloom
