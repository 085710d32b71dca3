#pragma once

#include <vector>

#include "core/claim/claim.h"

namespace noiseloom {

/// "Every user": the subject of what a batching assumes.
Phrase everyMember(PrivacyUnit unit);
/// What must be true for a design's claim to hold, most technical last, each with how it stands.
std::vector<Assumption> assumptionsOf(const Design& design);

}  // namespace noiseloom
