#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/design/design.h"

namespace noiseloom {

/// The files to write. An empty path is not written.
struct ExportRequest {
  std::shared_ptr<const Design> design;
  std::filesystem::path strategy;
  std::filesystem::path plan;
};

/// The path with the suffix appended unless it already ends with it.
std::filesystem::path withSuffix(const std::filesystem::path& path, const std::string& suffix);

/// Writes the strategy file, then the plan, which names it by its hash. For worker threads. Throws IoError or
/// InvalidArgument; a plan is never written without its strategy.
void runExport(const ExportRequest& request);

}  // namespace noiseloom
