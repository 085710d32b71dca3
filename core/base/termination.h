#pragma once

#include <string_view>

namespace noiseloom {

/// Why a numerical solve ended. In every case but InvalidInput the result beside it is the best valid point seen.
enum class Termination { NotRun, Converged, IterationLimit, Stopped, LineSearchFailed, InvalidInput };

/// Stable name for files and command-line output, e.g. "converged".
std::string_view toString(Termination termination);

}  // namespace noiseloom
