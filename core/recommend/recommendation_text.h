#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/recommend/recommendation.h"

namespace noiseloom {

/// Left as it is best without amplification.
struct LeftApart {
  const Mechanism* mechanism;
  BatchingWay way;
  double seconds;  ///< of processor time, about, to optimise it together with its noise
};

/// What the sentences need beside the designs: first looks at other jobs, gains as fractions of the recommended error.
struct RecommendationFacts {
  std::optional<BatchingWay> bestBaseline = {};  ///< under which independent noise has the least error
  double bestBaselineError = 0;
  std::vector<std::pair<BatchingWay, double>> otherWays = {};  ///< that the job cannot do, the best first
  std::vector<LeftApart> apart = {};
  std::optional<double> twiceTheMemory = {};
  std::optional<double> twiceTheBatch = {};
  Index halfTheSteps = 0;
  bool untried = false;  ///< some of those other jobs: there was no time for a look
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
