#pragma once

#include <filesystem>
#include <string>

#include "core/base/secret_key.h"

namespace noiseloom {

/// The key of a training run from a file that nobody but its owner may read or write (mode 0600 or 0400): 32 bytes, or
/// 64 hexadecimal digits with at most a line end after them. Throws IoError where it cannot be opened and FormatError
/// where mode or content are others; no message holds anything of the content.
SecretKey readKeyFile(const std::filesystem::path& path);

/// 32 hexadecimal digits that are the same in two places that hold one key, and say nothing of it: BLAKE2b of the words
/// "noiseloom key identifier", keyed with the sub-key for records, 16 bytes long. For checkpoints and records.
std::string keyIdentifier(const SecretKey& runKey);

}  // namespace noiseloom
