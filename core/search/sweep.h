#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/run_control.h"
#include "core/design/design.h"
#include "core/noise/noise_shape.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// The fields that a sweep or a map may change, with all others fixed, in the order in which they are offered. Values
/// of a categorical one are positions in allMechanisms() or allBatchings(); those of a count are at least 1.
std::span<const Field> sweptFields();
/// True if ratios of its values are meaningful, and it is shown on a logarithmic axis: not those of a workload.
bool isLogarithmic(Field axis);
/// True if its usual values are whole numbers: of counts, and of epochs.
bool isWhole(Field axis);

/// The scenario with a value of the axis. Counts are rounded to integers; a mechanism is a position in allMechanisms(),
/// and settings of its own mechanism (bands, blocks) are then left open; a batching is a position in allBatchings(). A
/// min-separation is set together with the batching to which it applies. Throws InvalidArgument for iterations for
/// which no learning rates can be made, for a batching in which nobody takes part k times (it would be another
/// training, with a misleadingly small error), for momentum, weight decay, averaging and windows that no workload has,
/// and for those of a workload that is not SGD's.
Scenario atValue(Scenario scenario, Field axis, double value);
/// The scenario's own position on the axis; nullopt for bands that are "best" or that its mechanism does not have, for
/// the mechanism "best", and for the separation of a batching that has none of its own.
std::optional<double> placeOn(const Scenario& scenario, Field axis);
/// Values to sweep over, increasing: powers of two of bands as far as the scenario allows, of epsilon from 1/4 to 16,
/// of epochs to 64 and of iterations from 256 to 65536, of separations to and including ceil(n / k), every mechanism,
/// every batching in which an example may take part k times, powers of ten of delta from 1e-10 to 0.001, momentum in
/// tenths to 0.9, averagings to 0.999, windows to the iterations, and weight decays of 0.9 to 1. `perDoubling` > 1 adds
/// values between those of powers of two.
std::vector<double> automaticValues(const Scenario& scenario, Field axis, Index perDoubling = 1);

/// 0 .. count - 1 in an order that shows the shape of a curve early: both ends, the middle, then the middles of the
/// remaining gaps.
std::vector<std::size_t> coarseFirst(std::size_t count);

enum class SweepAccuracy {
  Curve,  ///< for drawing: noise multipliers about 1e-6 off, and one solve may serve several points, as in BandSweep.
          ///< Under balls-in-bins: unamplified optima, with their noise to about a percent
  Certified  ///< each point is design() of its scenario
};

/// One value of a sweep: its design in numbers, or the reason why there is none. A curve has the noise multiplier, the
/// errors and the bound.
struct SweepPoint : DesignFigures {
  std::size_t at = 0;  ///< position in the list of values
  double value = 0;
  const Mechanism* mechanism = &baselineMechanism();  ///< never bestMechanism() once solved
  Index bands = 1;                                    ///< as Design::bands
  std::shared_ptr<const Design> design;               ///< SweepAccuracy::Certified
  NoiseShape noise = {};                              ///< the way in which its noise would be made
  Text problem;                                       ///< the reason why it could not be solved; otherwise empty

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

/// Solves the scenario at each value, in the order of coarseFirst(), mechanisms by the time they take. Calls onPoint as
/// each is ready, from the working thread; returns them in the order of the values. An unsolvable value is a point with
/// a problem. Without fixed bands the best number is searched for at each value. When stopped, those complete.
std::vector<SweepPoint> sweep(const SweepRequest& request, const RunControl& control = {},
                              const std::function<void(const SweepPoint&)>& onPoint = {});

/// A clause that says what stands in for the batching's own accounting along a curve (Batching::standIn), and at how
/// many of its points; empty if nothing does.
Text standInAlong(const Scenario& scenario, Field axis, std::span<const SweepPoint> points);

/// Certified designs of a list of scenarios, as by sweep(); `value` of the points is their position.
std::vector<SweepPoint> designEach(std::span<const Scenario> scenarios, const RunControl& control = {},
                                   const std::function<void(const SweepPoint&)>& onPoint = {});

/// The strategy of one design in each of a list of scenarios, certified but not solved anew (evaluatedIn()); `value` of
/// the points is their position. A scenario in which it cannot be evaluated is a point with a problem.
std::vector<SweepPoint> evaluateEach(const Design& design, std::span<const Scenario> scenarios,
                                     const RunControl& control = {},
                                     const std::function<void(const SweepPoint&)>& onPoint = {});

}  // namespace noiseloom
