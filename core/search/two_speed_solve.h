#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"

namespace noiseloom {

struct SketchTrail;
class SolvedStrategies;

/// A request of the window, to be solved in full or in part.
struct SolveRequest {
  Scenario scenario;
  Index likelyBands = 0;  ///< the first number to try when bands are "best" (the last optimum); 0 for a rule of thumb
  /// Points of rmse against bands that are already known for this scenario; a complete curve needs no sweep.
  std::vector<BandPoint> knownSweep;
  bool sweepComplete = false;
  bool designKnown = false;  ///< the final design of this very scenario exists: only the curve is missing
  std::shared_ptr<const Design> neighbour = {};  ///< the last certified design, for results in common
  /// While a slider moves: the state of the preceding requests, of which no two run at once; otherwise nullptr.
  std::shared_ptr<SketchTrail> trail = {};
  /// The solutions of the last curve, for later trails; written when a curve is solved. May be nullptr.
  std::shared_ptr<SolvedStrategies> swept = {};
  /// Beside a trail: the last solved curve and its scenario, which moves with the sketch.
  std::vector<BandPoint> lastSweep = {};
  std::optional<Scenario> lastSwept = {};
  /// Blocks the work after the sketch: it returns when a moving slider rests, or the token stops. Until then the next
  /// request is a frame away, and work that it would stop should not begin. May be empty.
  std::function<void(const std::stop_token&)> waitForRest = {};
  /// A newer request has replaced this one: it ends at once, and nothing of it is kept.
  std::stop_token abandon = {};
  /// Limit on processor time after a stop to certify what was shown. >= 0
  double secondsAfterStop = kSecondsAfterStop;
};

/// Receives results while the work runs; called from the working thread. The first two must be set.
struct SolveSink {
  std::function<void(std::shared_ptr<const Design>, bool final)> onDesign;
  std::function<void(const BandPoint&)> onPoint;
  /// A curve of the scenario that was not solved for (movedCurve()), right before its sketch. May be empty.
  std::function<void(std::vector<BandPoint>)> onMovedCurve = {};
};

enum class SolvePhase { Quick, Refining };

/// The two speeds of the window. First a sketch within a frame, whose noise is an estimate (Design::estimated): of the
/// scenario with fixed bands, or the likely number if the best is requested (beside a moved curve its best); for a
/// mechanism that takes longer, of a quicker one in its place (column-normalised Toeplitz for a general banded, dense
/// or stamped strategy). Then the final design, certified, and, if there is one, the curve of rmse against bands. "Best
/// mechanism" shows each mechanism that is better than the previous ones. onPhase is called with each phase as it
/// begins, perhaps more than once. When stopped, the best certified design so far is delivered as final, marked
/// Termination::Stopped, unless a shown estimate is better and cannot be certified in time: then that stays. Returns
/// true if nothing is left to do. Throws InvalidArgument for a scenario with problems, or if no mechanism can be solved
/// within the limits of "best".
bool runSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
              const std::function<void(SolvePhase)>& onPhase = {});

}  // namespace noiseloom
