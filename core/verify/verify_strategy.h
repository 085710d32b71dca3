#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/run_control.h"
#include "core/verify/verification.h"

namespace noiseloom {

/// Reads the file and recomputes sensitivity, errors, noise multiplier and hashes. A stated noise multiplier that is
/// too small never passes. If any field was changed, the reader refuses the file, or the field fails, passes with a
/// remark because it is safe, or is named as not checked.
Verification verifyStrategyFile(const std::filesystem::path& path, const RunControl& control = {});
/// The same for the contents of a file; errors call it `name`.
Verification verifyStrategyBytes(std::string_view bytes, const std::filesystem::path& name,
                                 const RunControl& control = {});

}  // namespace noiseloom
