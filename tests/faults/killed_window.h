#pragma once

#include <filesystem>
#include <string>

namespace noiseloom {

/// Called with this, the number of a call, the name of a writer and a file, the program of the window's faults writes
/// the file's newer version and is killed at that call.
inline constexpr const char* kKilledAt = "--killed-at";

/// What a program is given for its exit; 0 where the writer came to its end, 2 where it threw.
int writeKilledAt(int at, const std::string& writer, const std::filesystem::path& file);

}  // namespace noiseloom
