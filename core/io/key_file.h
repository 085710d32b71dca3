#pragma once

#include <filesystem>

#include "core/base/secret_key.h"

namespace noiseloom {

/// The key of a training run from a file that nobody but its owner may read or write (mode 0600 or 0400): 32 bytes, or
/// 64 hexadecimal digits with at most a line end after them. Throws IoError where it cannot be opened and FormatError
/// where mode or content are others; no message holds anything of the content.
SecretKey readKeyFile(const std::filesystem::path& path);

}  // namespace noiseloom
