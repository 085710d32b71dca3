#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/claim/claim.h"

namespace noiseloom {

/// The warning on standard error for a claim that is not made: what is violated and what to do. Empty for any other.
std::string criticalNote(const PrivacyClaim& claim);

/// The cautions of a claim, a paragraph each after an empty line, and as a list of texts.
std::string cautionsText(const std::vector<Text>& cautions);
nlohmann::ordered_json cautionsJson(const std::vector<Text>& cautions);

}  // namespace noiseloom
