#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/claim/claim.h"
#include "core/io/json_reader.h"

namespace noiseloom {

/// A privacy claim as data: `privacy_claim` of strategy files and of the command line (docs/formats.md). What means
/// nothing for the claim's accountant is null. Throws InvalidArgument for a figure that is not finite.
nlohmann::ordered_json claimJson(const PrivacyClaim& claim);

/// Reads it back, strictly. `version` is that of the strategy file: 1 and 2 state words only, which become unitText,
/// adjacencyText, accountant.method and assumptions ToBeEnsured without a name. Throws FormatError.
PrivacyClaim readClaim(JsonObject json, Index version);

}  // namespace noiseloom
