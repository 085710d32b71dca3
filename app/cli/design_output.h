#pragma once

#include <string>

#include "core/answer/design_answer.h"

namespace noiseloom::cli {

/// A design for a person: the claim, then an aligned table with units, then the ranking; errors in the unit of the
/// answer's scale.
std::string designText(const DesignAnswer& answer, const WrittenFiles& files = {});

}  // namespace noiseloom::cli
