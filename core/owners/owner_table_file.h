#pragma once

#include <filesystem>
#include <optional>

#include "core/owners/owner_table.h"

namespace noiseloom {

/// Reads whose examples are whose (docs/formats.md): a line an example with its owners apart by commas, semicolons or
/// tabs, an empty one where nobody owns it; or, below the line "example,owner", a line for each pair of an example
/// (from 0 on) and an owner. examples: their number, which pairs need and lists must have. Throws IoError, FormatError
/// naming the line, and InvalidArgument naming dataset_size where pairs come without it.
OwnerTable readOwnerTable(const std::filesystem::path& path, std::optional<Index> examples = {});

}  // namespace noiseloom
