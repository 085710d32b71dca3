#pragma once

#include <string>

#include "core/design/design.h"

namespace noiseloom {

/// The warning for noise that a machine has no room for: how much it takes, and what would fit. Empty where it fits, or
/// where nobody has said how much memory there is.
std::string memoryNote(const Design& design);

}  // namespace noiseloom
