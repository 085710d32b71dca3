#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/design/recommendation.h"

namespace noiseloom {

/// What the sentences need beside the designs: first looks at other jobs, gains as fractions of the recommended error.
struct RecommendationFacts {
  std::optional<BatchingWay> bestBaseline = {};  ///< under which independent noise has the least error
  double bestBaselineError = 0;
  std::vector<std::pair<BatchingWay, double>> otherWays = {};  ///< that the job cannot do, the best first
  /// Left as they are best without amplification, and about how long it takes to optimise them together with their
  /// noise.
  std::vector<std::pair<const Mechanism*, double>> apart = {};
  std::optional<double> twiceTheMemory = {};
  std::optional<double> twiceTheBatch = {};
  Index halfTheSteps = 0;
};

/// What to run, how near the others come, what it assumes of the data loader, what one more freedom would gain, and
/// what was left out for time. `result` has a design.
std::vector<Text> recommendationSentences(const Recommendation& result, const Scenario& job,
                                          const RecommendationFacts& facts);

/// "12.3" for 0.123: three digits, and no more than one behind the point.
Text percent(double fraction);
/// Two significant digits.
Text twoDigits(double value);

}  // namespace noiseloom
