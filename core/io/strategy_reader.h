#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/strategy_file.h"
#include "core/io/strategy_metadata.h"

namespace noiseloom {

/// A strategy file whose form is sound, but whose arrays need neither have the hashes that it states nor fit together.
struct StrategyFileContents {
  StrategyFile file;
  StrategyMetadata metadata;
  std::map<std::string, std::string> recomputedSha256;  ///< by array
  /// Repeated arrays and fields that are not what they should be, to rounding, each with what it should follow from.
  std::vector<std::pair<std::string, Text>> contradictions;
};

/// The part that readStrategyFile and verifyStrategyFile share. Throws IoError and FormatError.
StrategyFileContents readStrategyContents(const std::filesystem::path& path);
StrategyFileContents readStrategyContents(std::string_view bytes, const std::filesystem::path& name);

}  // namespace noiseloom
