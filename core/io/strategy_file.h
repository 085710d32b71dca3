#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/run_control.h"
#include "core/claim/claim.h"

namespace noiseloom {

/// What a strategy file holds once read and checked: see docs/formats.md.
struct StrategyFile {
  Scenario scenario;
  Strategy strategy;
  const Mechanism* mechanism =
      &baselineMechanism();         ///< the strategy's mechanism; the scenario may ask for the best one
  DesignFigures figures = {};       ///< as stated, to be compared with a recomputation
  PrivacyClaim claim = {};          ///< as stated; of versions 1 and 2 with the numbers that the file states elsewhere.
                                    ///< Its cautions are of what is stated
  OptimizerSummary optimizer = {};  ///< as stated, without its trace
  GaussianMethod gaussianMethod = kGaussianMethod;  ///< by which its noise is made, whoever makes it
  std::string softwareVersion = {};
  std::string metadataJson = {};                   ///< the metadata as text
  std::map<std::string, std::string> sha256 = {};  ///< of each array, as stated and checked
};

/// Writes a design to `path` (to a temporary file in the same folder, flushed, renamed). Throws IoError, and
/// InvalidArgument for a design that must not be exported (no valid sigma). Returns the SHA-256 of the whole file, hex.
std::string writeStrategyFile(const std::filesystem::path& path, const Design& design);

/// Strict reader: throws IoError, or FormatError naming what and where. Never allocates by a number the file merely
/// claims.
StrategyFile readStrategyFile(const std::filesystem::path& path);

/// The file's strategy with the figures that it states, as a design: nothing is solved or recomputed.
std::shared_ptr<const Design> designOf(const StrategyFile& file);

/// One recomputed figure of a strategy file.
struct VerificationItem {
  std::string name;  ///< "sensitivity", "noise_multiplier", "sha256 strategy_coef", ...
  Text stated;
  Text recomputed;
  bool passed = false;
};
struct Verification {
  std::vector<VerificationItem> items;
  /// Fields of the file that are taken as they stand, since nothing follows from them: "software_version",
  /// "workload: schedule", ...; an object stands for all that is in it.
  std::vector<std::string> notChecked;
  std::vector<Text> cautions;  ///< what the claim, though confirmed, does not count
  bool passed() const;
};
/// Reads the file and recomputes sensitivity, errors, sigma and hashes. A stated sigma that is too small never passes;
/// every field is refused by the reader, fails, is safe with a remark, or is named as not checked where it is changed.
Verification verifyStrategyFile(const std::filesystem::path& path, const RunControl& control = {});

}  // namespace noiseloom
