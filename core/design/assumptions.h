#pragma once

#include <vector>

#include "core/design/claim.h"

namespace noiseloom {

/// What must be true for a design's claim to hold, most technical last, each with how it stands.
std::vector<Assumption> assumptionsOf(const Design& design);

}  // namespace noiseloom
