#pragma once

#include <functional>
#include <stop_token>

#include "core/base/text.h"
#include "core/base/trace_point.h"

namespace noiseloom {

/// The progress of a long computation.
struct Progress {
  double fraction = 0;  ///< 0 to 1, never decreasing within one run
  Text stage;           ///< for a status bar: "optimising 32 bands"
};

/// A caller's means to stop and to watch work that may take over 50 ms. Work polls the token at least every 50 ms and
/// then returns its best result so far with Termination::Stopped. All members may be left empty.
struct RunControl {
  std::stop_token stop;
  std::function<void(const Progress&)> onProgress = {};  ///< called from the working thread
  /// Called from the working thread with each improvement of the optimiser. Evaluations grow within one solve: a point
  /// with no more of them than the one before begins another solve. Objectives are in the units of the finished trace.
  std::function<void(const TracePoint&)> onTrace = {};

  bool stopRequested() const { return stop.stop_requested(); }
  /// The same token without callbacks.
  RunControl quiet() const { return {stop}; }
  void report(double fraction, const Text& stage) const {
    if (onProgress) onProgress({fraction, stage});
  }
  /// The control of a part of the work: its progress from 0 to 1 appears as `from` to `to`, and its trace is passed on.
  RunControl part(double from, double to) const;
  void trace(const TracePoint& point) const {
    if (onTrace) onTrace(point);
  }
  /// The same control, with every point of the trace passed through `change` first: for a solver that works on another
  /// scale, or that continues an earlier solve.
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
