#pragma once

#include "core/answer/answer.h"
#include "core/claim/claim.h"
#include "core/recommend/recommendation.h"

namespace noiseloom {

/// One object (docs/formats.md): what is recommended and the alternatives as designJson() has them, what was left out,
/// and the sentences. claim: of the recommended design.
Json recommendationJson(const Recommendation& found, const PrivacyClaim& claim);
/// Bytes that the noise of the design takes on each machine of its scenario's deployment.
double memoryPerMachine(const RecommendedDesign& each);

}  // namespace noiseloom
