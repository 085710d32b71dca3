#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace noiseloom {

/// A file of tests/reference, parsed: stored numbers with their provenance. Throws what the parser throws.
nlohmann::json referenceFile(const std::string& name);
/// A file of the project, such as docs/formats.md; empty where it cannot be read.
std::string projectText(const std::string& name);

}  // namespace noiseloom
