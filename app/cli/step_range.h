#pragma once

#include <optional>
#include <string>

#include "core/base/index.h"

namespace noiseloom::cli {

/// The steps of a run from `from` (0-based) up to, not including, `to`.
struct StepRange {
  Index from = 0;
  Index to = 0;
};

/// Reads "FROM:TO", where either may be left out ("100:", ":50"), of `iterations` steps; all of them where nothing was
/// typed. Throws InvalidArgument naming steps for anything else, for no step and for steps beyond the design's.
StepRange parseSteps(const std::optional<std::string>& text, Index iterations);

}  // namespace noiseloom::cli
