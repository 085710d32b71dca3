#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/run_control.h"
#include "core/claim/claim.h"

namespace noiseloom {

/// The content of a strategy file, read and checked: see docs/formats.md.
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

/// The file's bytes, in memory; the profile of some accountings takes seconds. Throws InvalidArgument as
/// writeStrategyFile() does, and Error when stopped.
std::string strategyFileBytes(const Design& design, const RunControl& control = {});

/// Strict reader: throws IoError, or FormatError naming what and where. Never allocates by a number the file merely
/// claims.
StrategyFile readStrategyFile(const std::filesystem::path& path);
/// The same of what a file holds; errors call it `name`.
StrategyFile readStrategyBytes(std::string_view bytes, const std::filesystem::path& name);

/// The file's strategy with the figures that it states, as a design: nothing is solved or recomputed.
std::shared_ptr<const Design> designOf(const StrategyFile& file);

}  // namespace noiseloom
