#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/design/design.h"

namespace noiseloom {

/// Everything that an auditor needs to know about what a design promises, as text (math: section 10).
struct PrivacyClaim {
  std::string setting;       ///< central DP, one trusted curator ...
  std::string dataAccesses;  ///< which uses of the data the claim covers
  std::string outputs;       ///< which outputs it covers
  std::string unit;          ///< unit of privacy: one example
  std::string adjacency;
  std::string accountant;
  std::vector<std::string> assumptions;            ///< each must hold in the training job
  std::string statement;                           ///< the formal sentence
  std::vector<std::pair<double, double>> profile;  ///< (epsilon, delta), certified
  std::string howToVerify;
};

PrivacyClaim claimOf(const Design& design);
/// The claim bar's sentence: mechanism, bands, eps, delta, unit, adjacency, batching, accountant.
std::string claimSentence(const Design& design);

}  // namespace noiseloom
