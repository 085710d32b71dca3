#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/recommend/recommendation.h"

namespace noiseloom {

/// A design that stays as it is best without amplification.
struct LeftApart {
  const Mechanism* mechanism;
  BatchingWay way;
  double seconds;  ///< approximate processor time to optimise it together with its noise
};

/// The facts for the sentences beside the designs: estimates for other jobs, gains relative to the recommended error.
struct RecommendationFacts {
  std::optional<BatchingWay> bestBaseline = {};  ///< where independent noise has the least error
  double bestBaselineError = 0;
  std::vector<std::pair<BatchingWay, double>> otherWays = {};  ///< that the job cannot use, the best first
  std::vector<LeftApart> apart = {};
  std::optional<double> twiceTheMemory = {};
  std::optional<double> twiceTheBatch = {};
  Index halfTheSteps = 0;
  bool untried = false;  ///< there was no time to estimate some of those other jobs
};

/// Sentences on what to run, how near the others come, the assumptions on the data loader, the gain by one more
/// freedom, and what was left out for time. `result` has a design.
std::vector<Text> recommendationSentences(const Recommendation& result, const Scenario& job,
                                          const RecommendationFacts& facts);

/// "12.3" for 0.123: three digits, and at most one after the point.
Text percent(double fraction);
/// Two significant digits.
Text twoDigits(double value);

}  // namespace noiseloom
