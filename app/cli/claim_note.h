#pragma once

#include <string>

#include "core/design/claim.h"

namespace noiseloom::cli {

/// The warning on standard error for a claim that is not made: what is violated and what to do. Empty for any other.
std::string criticalNote(const PrivacyClaim& claim);

}  // namespace noiseloom::cli
