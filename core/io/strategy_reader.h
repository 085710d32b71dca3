#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/io/strategy_file.h"
#include "core/io/strategy_metadata.h"

namespace noiseloom {

/// A strategy file whose form is sound, but whose arrays need not have the hashes that it states.
struct StrategyFileContents {
  StrategyFile file;
  StrategyMetadata metadata;
  std::map<std::string, std::string> recomputedSha256;  ///< by array
};

/// What readStrategyFile and verifyStrategyFile share. Throws IoError and FormatError.
StrategyFileContents readStrategyContents(const std::filesystem::path& path);

}  // namespace noiseloom
