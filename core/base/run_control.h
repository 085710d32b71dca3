#pragma once

#include <functional>
#include <stop_token>

#include "core/base/text.h"
#include "core/base/trace_point.h"

namespace noiseloom {

/// How far a long computation is.
struct Progress {
  double fraction = 0;  ///< 0 to 1, never decreasing within one run
  Text stage;           ///< what is being done, for a status bar: "optimising 32 bands"
};

/// What a caller hands to work that may take over 50 ms: a way to stop it and to watch it. Work polls the token at
/// least every 50 ms and then returns its best result so far with Termination::Stopped. All members may be left empty.
struct RunControl {
  std::stop_token stop;
  std::function<void(const Progress&)> onProgress;  ///< called from the working thread
  /// The optimiser's improvements as they are made, from the working thread. Evaluations grow within one solve: a point
  /// that has no more of them than the one before opens another. Objectives are in the units of the finished trace.
  std::function<void(const TracePoint&)> onTrace = {};

  bool stopRequested() const { return stop.stop_requested(); }
  void report(double fraction, const Text& stage) const {
    if (onProgress) onProgress({fraction, stage});
  }
  /// The control of one part of the work: its progress 0 to 1 appears as `from` to `to` of the whole; its trace passes.
  RunControl part(double from, double to) const;
  void trace(const TracePoint& point) const {
    if (onTrace) onTrace(point);
  }
  /// The same control, but every point of the trace passes through `change` first: a solver that works on another
  /// scale, or goes on where an earlier one ended, corrects what its parts say.
  template <class Change>
  RunControl withTrace(Change change) const {
    RunControl inner{stop, onProgress, {}};
    if (onTrace) {
      inner.onTrace = [outer = onTrace, change](TracePoint point) {
        change(point);
        outer(point);
      };
    }
    return inner;
  }
};

}  // namespace noiseloom
