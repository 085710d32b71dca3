#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/design/design.h"

namespace noiseloom {

/// What to write. An empty path is not written.
struct ExportRequest {
  std::shared_ptr<const Design> design;
  std::filesystem::path strategy;
  std::filesystem::path plan;
};

/// The path with a suffix unless it ends with it already.
std::filesystem::path withSuffix(const std::filesystem::path& path, const std::string& suffix);

/// Writes the strategy file, then the plan that names it by its hash. For worker threads. Throws IoError or
/// InvalidArgument; a plan is never written without its strategy.
void runExport(const ExportRequest& request);

}  // namespace noiseloom
