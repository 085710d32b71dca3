#pragma once

#include <memory>
#include <optional>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/search/moved_curve.h"
#include "core/search/solved_strategies.h"

namespace noiseloom {

/// A design to look at within a few milliseconds.
struct Sketch {
  std::shared_ptr<const Design> design;  ///< estimated; nullptr when stopped
  std::optional<Solution> solution;      ///< where the strategy is what solveMechanism() makes of the scenario
};

constexpr double kSketchSeconds = 0.01;

/// What a sketch leaves to the next while a slider moves, so that the next costs a fraction: the strategies that were
/// solved, and where the searches for noise multipliers ended (those of independent noise are of one band). Of one
/// drag: it depends on the way that was taken.
struct SketchTrail {
  SolvedStrategies solved = {};
  CurveTrail curve = {};
};

/// What a slider shows while it is dragged: the scenario's mechanism with that many bands (where it has any), solved
/// for at most a few frames, as lookAtMechanism() does, and noise multipliers that nothing certifies. They and the
/// errors are larger than the certified ones by a few millionths (in corners where participations are rare off by up to
/// about 1e-3 to either side). No "best", and no balls-in-bins batching, whose noise takes longer. The scenario of the
/// design is the one given. After `mostSeconds` an optimiser that has not converged shows what it has found. `known`:
/// what solveMechanism() makes of it, from an earlier solve. `neighbour`: a certified design, whose baseline is taken
/// where it holds as well (sameBaseline()), and whose errors are where `known` is given, which then must be its
/// solution. `trail`: of the sketches before, which this one goes on with: a strategy that they have solved is taken
/// over, any other is solved to no more than the eye can tell, and there is no `solution` then. Throws InvalidArgument
/// for a scenario with problems().
Sketch sketchDesign(const Scenario& scenario, Index bands, const RunControl& control = {},
                    const Solution* known = nullptr, double mostSeconds = kSketchSeconds,
                    const Design* neighbour = nullptr, SketchTrail* trail = nullptr);

}  // namespace noiseloom
