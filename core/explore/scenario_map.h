#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/run_control.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// One of the two inputs that a map varies, and its values: rising, each once.
struct MapAxis {
  Field axis = Field::Epsilon;  ///< not isCategorical()
  std::vector<double> values;

  bool operator==(const MapAxis&) const = default;
};

/// What a map is asked for: a scenario at every pair of values of two of its inputs, everything else staying as it is.
struct MapRequest {
  Scenario scenario;  ///< of one mechanism; open bands are searched for in every cell
  MapAxis across;
  MapAxis up;
  /// Asks what this noise multiplier promises in every cell, instead of which one epsilon needs: the bands must then
  /// be given where the scenario searches for them, and neither axis be epsilon.
  std::optional<double> noiseMultiplier = {};
  /// What would take longer to solve (estimatedSeconds()) is left out, and where noise depends on the whole strategy
  /// (Batching::ofStrategy), whose cost grows with the square of the steps of an epoch, what has more of these.
  double mostSeconds = 2;
  Index mostStepsPerEpoch = kNoLimit;
  bool comparesUnamplified = false;  ///< fills MapCell::toUnamplified, at the cost of strategies of many bands

  bool operator==(const MapRequest&) const = default;
};

/// One cell. Its strategy is solved for the eye only (Mechanism::look), which moves no error by more than about 1e-6.
struct MapCell {
  bool known = false;          ///< false where it was stopped before, and where there is a problem
  Text problem = {};           ///< why it has no answer, for a person
  Index bands = 1;             ///< as Design::bands; of a search, as bestBands() finds them near a neighbour's
  double error = 0;            ///< of the scenario's objective, in clip norms on the summed gradient
  double noiseMultiplier = 0;  ///< for sensitivity 1
  double epsilon = 0;          ///< that is promised at the scenario's delta
  bool bandsLeftOut = false;   ///< of the search, for the time that they would take
  bool estimated = true;       ///< noise multiplier, or epsilon, that no certificate stands behind
  /// Error over that of independent noise under the same batching; NaN where a noise multiplier is given.
  double toDpSgd = std::numeric_limits<double>::quiet_NaN();
  /// Error over that of the most bands in a fixed epoch order: above 1, amplification does not pay. NaN where it is not
  /// asked for, nothing is amplified or no bands are searched for.
  double toUnamplified = std::numeric_limits<double>::quiet_NaN();

  bool settled() const { return known || !problem.empty(); }
};

/// Why there can be no such map, if so: InvalidArgument "over" (the same input twice, a list of names, values that do
/// not rise; epsilon beside a given noise multiplier), "noise_multiplier" (> 0), "bands", or "mechanism" for "best".
void checkMap(const MapRequest& request);

/// The cells, `across` running fastest. Every fourth of them comes first, then those between, each beginning where its
/// neighbours ended; `onCell` is called with the position of each as it is ready, from the working thread. What cannot
/// be solved is a cell with its problem. When stopped, what is there. As checkMap().
/// Best bands follow a rule of thumb under cyclic Poisson sampling: near epsilon sqrt(n) / k.
std::vector<MapCell> scenarioMap(const MapRequest& request, const RunControl& control = {},
                                 const std::function<void(std::size_t at, const MapCell&)>& onCell = {});

/// The scenario of a cell, its bands left open where they are searched for: what a person gets who chooses it. Throws
/// as atValue().
Scenario scenarioOfCell(const MapRequest& request, std::size_t at);

/// `count` values at most between two limits, which are among them: by ratio where the axis isLogarithmic(), else by
/// difference; counts are whole and each there once, others of two digits, and `own`, where it lies between, takes
/// the place of the value nearest to it unless that is a limit. Throws InvalidArgument "from" for limits that are not
/// finite, do not rise, or that no value of the axis may have.
std::vector<double> mapValues(Field axis, double from, double to, std::size_t count, std::optional<double> own = {});
/// Limits that are worth a look around a scenario: epsilon from 1/4 to 20, epochs from 1 to 128, delta over five powers
/// of ten, iterations from a quarter to fourfold, all bands and separations that the scenario allows, momentum to
/// 0.95 and weight decay from 0.95; wider where the scenario's own value lies outside.
std::pair<double, double> mapLimits(const Scenario& scenario, Field axis);
/// The axes that a map can have of a scenario: what it varies means something there.
std::vector<Field> mapAxes(const Scenario& scenario);

}  // namespace noiseloom
