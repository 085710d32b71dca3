#pragma once

#include <string>
#include <vector>

#include "core/base/text.h"

namespace noiseloom {

/// One recomputed figure of a strategy file.
struct VerificationItem {
  std::string name;  ///< "sensitivity", "noise_multiplier", "sha256 strategy_coef", ...
  Text stated;
  Text recomputed;
  bool passed = false;
};
struct Verification {
  std::vector<VerificationItem> items;
  /// Fields of the file that are accepted as stated, since nothing follows from them: "software_version", "workload:
  /// schedule", ...; an object stands for all that is in it.
  std::vector<std::string> notChecked;
  std::vector<Text> cautions;  ///< what the claim, though confirmed, does not include
  bool passed() const;         ///< true if there are items and all have passed
};
}  // namespace noiseloom
