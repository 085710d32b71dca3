#pragma once

#include <vector>

#include "core/claim/claim.h"

namespace noiseloom {

/// The subject of what a batching assumes, such as "Every user".
Phrase everyMember(PrivacyUnit unit);
/// The assumptions of a design's claim with their status, the most technical last.
std::vector<Assumption> assumptionsOf(const Design& design);

}  // namespace noiseloom
