#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// Progress is reported, and a stop looked for, once in so many rows.
inline constexpr Index kReportedRows = 4096;

}  // namespace noiseloom
