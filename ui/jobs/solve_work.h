#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/design/designer.h"

namespace noiseloom {

/// What the window wants solved, in full or in part.
struct SolveRequest {
  Scenario scenario;
  Index likelyBands = 0;  ///< where to look first when bands are "best" (the last optimum); 0 for a rule of thumb
  /// Points of rmse against bands that are already known for this scenario; a complete curve needs no sweep.
  std::vector<BandPoint> knownSweep;
  bool sweepComplete = false;
};

/// Where results go while the work runs; called from the working thread. Both must be set.
struct SolveSink {
  std::function<void(std::shared_ptr<const Design>, bool final)> onDesign;
  std::function<void(const BandPoint&)> onPoint;
};

enum class SolvePhase { Quick, Refining };

/// The two speeds of the window. First an answer within a frame or two: the scenario with fixed bands, or the likely
/// number when the best is asked for; of a family that takes longer, a quicker one in its place (column-normalised
/// Toeplitz for a general banded, dense or stamped strategy); under balls-in-bins one whose noise is an estimate. Then
/// the final design and, where there is one, the curve of rmse against bands. "Best mechanism" shows each family that
/// is better than those before it. onPhase hears when the quick part is over. When stopped, the best design so far is
/// handed over as final, marked Termination::Stopped. Returns whether nothing is left to do. Throws InvalidArgument for
/// a scenario with problems, or when no family can be solved within the limits of "best".
bool runSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
              const std::function<void(SolvePhase)>& onPhase = {});

/// The rule of thumb for a first look at the best number of bands: eps sqrt(n) / k under cyclic Poisson, otherwise as
/// many as allowed, up to 64.
Index thumbBands(const Scenario& scenario);

}  // namespace noiseloom
