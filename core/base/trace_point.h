#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// One improvement found by an optimiser, for convergence plots.
struct TracePoint {
  Index iteration = 0;          ///< improvements so far
  Index evaluations = 0;        ///< objective-and-gradient evaluations so far
  double objective = 0;         ///< in the caller's units
  double relativeGradient = 0;  ///< ||g|| ||x|| / |f|, scale-free; 0 if the solver has no gradient
  double seconds = 0;           ///< since the start

  bool operator==(const TracePoint&) const = default;
};

}  // namespace noiseloom
