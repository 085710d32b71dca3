#pragma once

#include "core/base/text.h"
#include "core/design/design.h"

namespace noiseloom {

/// The part of delta due to the truncation of normals, which the claim leaves out: an upper bound on the probability of
/// outputs that only one of two neighbours can release. For neighbours whose sums are s standard deviations apart:
/// Phi(s - c), c the largest normal, times the participations if batches are sampled (math: section 11.1).
double cutTail(const Design& design);

/// The caution about cutTail(); empty if that is at most a thousandth of delta.
Text cutTailCaution(const Design& design);

}  // namespace noiseloom
