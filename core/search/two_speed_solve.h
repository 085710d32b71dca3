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

/// What the window wants solved, in full or in part.
struct SolveRequest {
  Scenario scenario;
  Index likelyBands = 0;  ///< where to look first when bands are "best" (the last optimum); 0 for a rule of thumb
  /// Points of rmse against bands that are already known for this scenario; a complete curve needs no sweep.
  std::vector<BandPoint> knownSweep;
  bool sweepComplete = false;
  bool designKnown = false;  ///< the final design of this very scenario is there: only the curve is missing
  std::shared_ptr<const Design> neighbour = {};  ///< the last certified design; what it has in common is taken over
  /// While a slider moves: of the requests before this one, of which no two run at once; nullptr else.
  std::shared_ptr<SketchTrail> trail = {};
  /// What the last curve was made of, for the trails that come after it; written when a curve is solved. May be
  /// nullptr.
  std::shared_ptr<SolvedStrategies> swept = {};
  /// Beside a trail: the last curve that was solved and the scenario that it is of, which moves with the sketch.
  std::vector<BandPoint> lastSweep = {};
  std::optional<Scenario> lastSwept = {};
  /// Work stands still in it once a first look is there: it returns when a slider that moves rests, or the token stops.
  /// Until then the next request is a frame away, and what it would stop should not have begun. May be empty.
  std::function<void(const std::stop_token&)> waitForRest = {};
  /// A newer request has taken this one's place: it ends at once, and nothing of it is kept.
  std::stop_token abandon = {};
  /// How much processor time it may take after a stop to certify what was shown. >= 0
  double secondsAfterStop = kSecondsAfterStop;
};

/// Where results go while the work runs; called from the working thread. Both must be set.
struct SolveSink {
  std::function<void(std::shared_ptr<const Design>, bool final)> onDesign;
  std::function<void(const BandPoint&)> onPoint;
  /// A curve of the scenario that is not solved for (movedCurve()), right before the sketch that belongs to it. May be
  /// empty.
  std::function<void(std::vector<BandPoint>)> onMovedCurve = {};
};

enum class SolvePhase { Quick, Refining };

/// The two speeds of the window. First a sketch within a frame, whose noise is an estimate (Design::estimated): of the
/// scenario with fixed bands, or the likely number when the best is asked for (beside a moved curve its best); of a
/// mechanism that takes longer, a quicker one in its place (column-normalised Toeplitz for a general banded, dense or
/// stamped strategy). Then the final design, certified, and, where there is one, the curve of rmse against bands. "Best
/// mechanism" shows each mechanism that is better than those before it. onPhase hears when the quick part is over. When
/// stopped, the best certified design so far is handed over as final, marked Termination::Stopped, unless an estimate
/// that was shown is better and cannot be certified in time: then that stays. Returns whether nothing
/// is left to do. Throws InvalidArgument for a scenario with problems, or when no mechanism can be solved
/// within the limits of "best".
bool runSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
              const std::function<void(SolvePhase)>& onPhase = {});

}  // namespace noiseloom
