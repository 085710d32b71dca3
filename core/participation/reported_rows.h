#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// The number of rows between two reports of progress and polls of the stop token.
inline constexpr Index kReportedRows = 4096;

}  // namespace noiseloom
