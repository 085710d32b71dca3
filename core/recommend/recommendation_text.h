#pragma once

#include <vector>

#include "core/recommend/recommendation.h"

namespace noiseloom {

/// Sentences on what to run, how near the others come, the assumptions on the data loader, the gain by one more
/// freedom, and what was left out for time. `result` has a design and its facts.
std::vector<Text> recommendationSentences(const Recommendation& result, const Scenario& job);

}  // namespace noiseloom
