#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/run_control.h"
#include "core/verify/verification.h"

namespace noiseloom {

/// Reads the file and recomputes sensitivity, errors, sigma and hashes. A stated sigma that is too small never passes.
/// A change of any field is refused by the reader, fails, passes with a remark because it is safe, or is named as not
/// checked.
Verification verifyStrategyFile(const std::filesystem::path& path, const RunControl& control = {});
/// The same of what a file holds; errors call it `name`.
Verification verifyStrategyBytes(std::string_view bytes, const std::filesystem::path& name,
                                 const RunControl& control = {});

}  // namespace noiseloom
