#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/run_control.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// One of the two inputs that a map varies, and its values, increasing and distinct.
struct MapAxis {
  Field axis = Field::Epsilon;  ///< not isCategorical()
  std::vector<double> values;

  bool operator==(const MapAxis&) const = default;
};

/// A request for a map: a scenario at every pair of values of two of its inputs, with all others fixed.
struct MapRequest {
  Scenario scenario;  ///< of one mechanism; open bands are searched for in every cell
  MapAxis across;
  MapAxis up;
  /// Asks for the epsilon that this noise multiplier gives in every cell, instead of the multiplier that an epsilon
  /// needs: the bands must then be given if the scenario searches for them, and neither axis may be epsilon.
  std::optional<double> noiseMultiplier = {};
  /// Cells that would take longer to solve (estimatedSeconds()) are left out; if noise depends on the whole strategy
  /// (Batching::ofStrategy), whose cost grows with the square of the steps of an epoch, cells with more of these.
  double mostSeconds = 2;
  Index mostStepsPerEpoch = kNoLimit;
  bool comparesUnamplified = false;  ///< fills MapCell::toUnamplified, at the cost of strategies of many bands

  bool operator==(const MapRequest&) const = default;
};

/// One cell. Its strategy is the result of a quick solve (Mechanism::quickSolve), which changes errors by about 1e-6 at
/// most.
struct MapCell {
  bool known = false;          ///< false if the map was stopped first, or if there is a problem
  Text problem = {};           ///< the reason why it has no answer
  Index bands = 1;             ///< as Design::bands; from a search, as bestBands() finds them near a neighbour's
  double error = 0;            ///< of the scenario's objective, in clip norms on the summed gradient
  double noiseMultiplier = 0;  ///< for sensitivity 1
  double epsilon = 0;          ///< at the scenario's delta
  bool bandsLeftOut = false;   ///< by the search, for the time that they would take
  bool estimated = true;       ///< the noise multiplier, or epsilon, is not certified
  /// Error over that of independent noise under the same batching; NaN if a noise multiplier is given.
  double toDpSgd = std::numeric_limits<double>::quiet_NaN();
  /// Error over that of the most bands in a fixed epoch order: above 1, amplification does not pay. NaN if it is not
  /// requested, nothing is amplified or no bands are searched for.
  double toUnamplified = std::numeric_limits<double>::quiet_NaN();

  bool settled() const { return known || !problem.empty(); }
};

/// Throws if there can be no such map: InvalidArgument "over" (the same input twice, a list of names, values that do
/// not increase; epsilon with a noise multiplier), "noise_multiplier" (> 0), "bands", or "mechanism" for "best".
void checkMap(const MapRequest& request);

/// The cells, `across` running fastest. Every fourth of them comes first, then those between, each starting from its
/// neighbours; `onCell` is called with the position of each as it is ready, from the working thread. A scenario that
/// cannot be solved is a cell with its problem. When stopped, the cells so far. Throws like checkMap(). Best bands
/// follow a rule of thumb under cyclic Poisson sampling: near epsilon sqrt(n) / k.
std::vector<MapCell> scenarioMap(const MapRequest& request, const RunControl& control = {},
                                 const std::function<void(std::size_t at, const MapCell&)>& onCell = {});

/// The scenario of a cell, as it is set when a person chooses the cell: its bands are left open if they are searched
/// for. Throws like atValue().
Scenario scenarioOfCell(const MapRequest& request, std::size_t at);

/// `count` values at most between two limits, including these: by ratio if the axis isLogarithmic(), otherwise by
/// difference; counts are distinct integers, others have two digits, and `own`, if it lies between, replaces the value
/// nearest to it unless that is a limit. Throws InvalidArgument "from" for limits that are not finite, do not increase,
/// or that no value of the axis may have.
std::vector<double> mapValues(Field axis, double from, double to, std::size_t count, std::optional<double> own = {});
/// Sensible limits around a scenario: epsilon from 1/4 to 20, epochs from 1 to 128, delta over five powers of ten,
/// iterations from a quarter to fourfold, all bands and separations that the scenario allows, momentum to 0.95,
/// averaging to 0.99 and weight decay from 0.95; wider if the scenario's own value lies outside.
std::pair<double, double> mapLimits(const Scenario& scenario, Field axis);
/// The axes that a map of a scenario can have: fields that apply there.
std::vector<Field> mapAxes(const Scenario& scenario);

}  // namespace noiseloom
