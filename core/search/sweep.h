#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/noise/noise_shape.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The fields that a sweep or a map may change, everything else staying as it is, in the order in which they are
/// offered. Values of a categorical one are positions in allMechanisms() or allBatchings(); those of a count are at
/// least 1.
std::span<const Field> sweptFields();
/// Whether ratios of its values mean something, and it is shown on a logarithmic axis: not momentum and weight decay.
bool isLogarithmic(Field axis);

/// The scenario with a value of the axis. Counts are rounded to whole numbers; a mechanism is a position in
/// allMechanisms(), and what only its own mechanism knows (bands, blocks) is then left for it to choose; a batching is
/// a position in allBatchings(). A min-separation comes with the batching that it means something to. Throws
/// InvalidArgument for iterations that no learning rates can be made for, for a batching in which nobody takes part
/// k times (it would be another training, with an error that looks better for it), for momentum and weight decay that
/// no workload has, and for momentum or weight decay of the identity.
Scenario atValue(Scenario scenario, Field axis, double value);
/// Where the scenario itself stands on the axis; nothing for bands that are "best" or that its mechanism does not have,
/// for the mechanism "best", and for the separation of a batching that has none of its own.
std::optional<double> placeOn(const Scenario& scenario, Field axis);
/// Values to sweep over, rising: powers of two of bands as far as the scenario allows, of epsilon from 1/4 to 16, of
/// epochs to 64 and of iterations from 256 to 65536, of separations to ceil(n / k) with that, every mechanism,
/// every batching in which an example may take part k times, powers of ten of delta from 1e-10 to 0.001, momentum in
/// tenths to 0.9, and weight decays of 0.9 to 1. `perDoubling` > 1 adds values between those of powers of two.
std::vector<double> automaticValues(const Scenario& scenario, Field axis, Index perDoubling = 1);

/// 0 .. count - 1 in an order in which a curve is recognisable early: both ends, the middle, then the middles of what
/// is left between.
std::vector<std::size_t> coarseFirst(std::size_t count);

enum class SweepAccuracy {
  Curve,     ///< approximate noise multipliers, about 1e-6 off; solves are shared between points, and stand for
             ///< others as in BandSweep. Under balls-in-bins noise to about a percent, of unamplified optima
  Certified  ///< each point is design() of its scenario
};

/// One value of a sweep: its design in numbers, or why there is none. Of the figures a curve has the noise multiplier,
/// the errors and the bound.
struct SweepPoint : DesignFigures {
  std::size_t at = 0;  ///< position in the list of values
  double value = 0;
  const Mechanism* mechanism = &baselineMechanism();  ///< never bestMechanism() once solved
  Index bands = 1;                                    ///< as Design::bands
  std::shared_ptr<const Design> design;               ///< SweepAccuracy::Certified
  NoiseShape noise = {};                              ///< how its noise would be made
  Text problem;                                       ///< why it could not be solved, for a person; empty otherwise

  bool solved() const { return problem.empty(); }
};

struct SweepRequest {
  Scenario scenario;
  Field axis = Field::Epsilon;
  std::vector<double> values;  ///< empty: automaticValues()
  SweepAccuracy accuracy = SweepAccuracy::Curve;
  /// SweepAccuracy::Curve: a strategy that would take longer to solve (estimatedSeconds()) is left out.
  double mostSeconds = 5;
};

/// Solves the scenario at each value, in the order of coarseFirst(), mechanisms by the time they take. Calls onPoint
/// as each is ready, from the working thread; returns them in the order of the values. A value that cannot be solved is
/// a point with a problem. Without fixed bands the best number is searched for at each value. When stopped, the points
/// that are ready; one that was stopped midway is none.
std::vector<SweepPoint> sweep(const SweepRequest& request, const RunControl& control = {},
                              const std::function<void(const SweepPoint&)>& onPoint = {});

/// What takes the place of the batching's own accounting along a curve (Batching::standIn), and at how many of its
/// points: a clause; empty where nothing does.
Text standInAlong(const Scenario& scenario, Field axis, std::span<const SweepPoint> points);

/// Certified designs of a list of scenarios in the same way; `value` of the points is their position.
std::vector<SweepPoint> designEach(std::span<const Scenario> scenarios, const RunControl& control = {},
                                   const std::function<void(const SweepPoint&)>& onPoint = {});

/// The strategy of one design in each of a list of scenarios, certified but not solved anew (evaluatedIn()); `value` of
/// the points is their position. What it cannot be evaluated in is a point with a problem.
std::vector<SweepPoint> evaluateEach(const Design& design, std::span<const Scenario> scenarios,
                                     const RunControl& control = {},
                                     const std::function<void(const SweepPoint&)>& onPoint = {});

}  // namespace noiseloom
