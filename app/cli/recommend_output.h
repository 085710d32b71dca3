#pragma once

#include <string>

#include "core/recommend/recommendation.h"

namespace noiseloom::cli {

/// A recommendation for a person: sentences, a table, what was left out, and the command that makes the files.
std::string recommendationText(const Recommendation& found);

}  // namespace noiseloom::cli
