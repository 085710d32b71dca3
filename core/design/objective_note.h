#pragma once

#include <optional>

#include "core/design/design.h"

namespace noiseloom {

/// A sentence on the part of the objective that a design leaves out; nullopt if it is minimised as named.
std::optional<Text> objectiveNote(const Design& design);

}  // namespace noiseloom
