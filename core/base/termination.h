#pragma once

#include <string_view>

#include "core/base/names.h"

namespace noiseloom {

/// Why a numerical solve ended. In every case but InvalidInput the result beside it is the best valid point seen.
enum class Termination { NotRun, Converged, IterationLimit, Stopped, LineSearchFailed, InvalidInput };
template <>
inline constexpr std::array<std::string_view, 6> kNamesOf<Termination>{
    "not-run", "converged", "iteration-limit", "stopped", "line-search-failed", "invalid-input"};

}  // namespace noiseloom
