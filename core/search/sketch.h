#pragma once

#include <memory>
#include <optional>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/search/moved_curve.h"
#include "core/search/solved_strategies.h"

namespace noiseloom {

/// A design for display within a few milliseconds.
struct Sketch {
  std::shared_ptr<const Design> design;  ///< estimated; nullptr when stopped
  std::optional<Solution> solution;      ///< if the strategy is the result of solveMechanism() for the scenario
};

constexpr double kSketchSeconds = 0.01;

/// The state that a sketch leaves to the next one during a drag, so that the next costs a fraction: the solved
/// strategies, and the ends of the searches for noise multipliers (those of independent noise count as one band). Valid
/// within one drag: it depends on the path.
struct SketchTrail {
  SolvedStrategies solved = {};
  CurveTrail curve = {};
};

/// The design that is shown while a slider is dragged: the scenario's mechanism with that many bands (if it has any),
/// solved for at most a few frames, as by solveQuickly(), with uncertified noise multipliers. They and the errors
/// are larger than the certified ones by a few millionths (in corners where participations are rare, off by up to about
/// 1e-3 to either side). Not for "best", nor for balls-in-bins batching, whose noise takes longer. The scenario of the
/// design is the given one. After `mostSeconds` an optimiser that has not converged returns its best so far. `known`:
/// the result of solveMechanism() from an earlier solve. `neighbour`: a certified design, whose baseline is used if it
/// holds as well (sameBaseline()), and whose errors are used if `known` is given, which must then be its solution.
/// `trail`: of the preceding sketches: a strategy that they have solved is reused, any other is solved only to visible
/// precision, and there is no `solution` then. Throws InvalidArgument for a scenario with problems().
Sketch sketchDesign(const Scenario& scenario, Index bands, const RunControl& control = {},
                    const Solution* known = nullptr, double mostSeconds = kSketchSeconds,
                    const Design* neighbour = nullptr, SketchTrail* trail = nullptr);

}  // namespace noiseloom
