#pragma once

#include <optional>

#include "core/design/design.h"

namespace noiseloom {

/// What the objective of a design leaves out, a sentence; empty where it is minimised as it is named.
std::optional<Text> objectiveNote(const Design& design);

}  // namespace noiseloom
