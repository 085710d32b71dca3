#pragma once

#include <cstdint>

namespace noiseloom {

/// Counts and 0-based positions of iterations, bands, rows and columns.
using Index = std::int64_t;

}  // namespace noiseloom
