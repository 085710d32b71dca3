#pragma once

#include <string>

#include "core/claim/claim.h"
#include "core/recommend/recommendation.h"

namespace noiseloom::cli {

/// One JSON object (docs/formats.md): what is recommended and the alternatives as `design --json` prints them, what was
/// left out, and the sentences. claim: of the recommended design.
std::string recommendationJson(const Recommendation& found, const PrivacyClaim& claim);
/// The same for a person: sentences, a table, what was left out, and the command that makes the files.
std::string recommendationText(const Recommendation& found);

}  // namespace noiseloom::cli
