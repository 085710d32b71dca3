#pragma once

#include "core/base/text.h"
#include "core/design/design.h"

namespace noiseloom {

/// The normals of the noise end where those of the claim do not: at most so much of delta is what one of two neighbours
/// can release and the other cannot, which the claim does not count. With shifts s of all coordinates together that is
/// Phi(s - c), c the largest normal of the design's generator, for each participation where these are sampled (math:
/// section 11.1).
double cutTail(const Design& design);

/// What there is to say of it: nothing below a thousandth of delta.
Text cutTailCaution(const Design& design);

}  // namespace noiseloom
