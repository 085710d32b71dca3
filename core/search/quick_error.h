#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "core/base/run_control.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The error of a scenario's design by the uncertified accountants, for searches over its inputs. Strategies are kept
/// from one call to the next, since most changes of a search do not affect them. Mechanism::curve stands in for
/// mechanisms that take long, and unamplified optima for those that do not depend on the participation but are
/// optimised for amplification, whose own optimum design() finds.
class QuickError {
 public:
  struct Point {
    double objective = 0;    ///< in the measure of the scenario's objective, in clip norms
    double improvement = 0;  ///< 1 - objective / that of independent noise under the same batching
    Index bands = 1;         ///< the chosen ones, if the scenario leaves them open
    Index noiseRows = 0;     ///< Strategy::noiseRows()
  };

  explicit QuickError(RunControl control) : m_control(std::move(control)) {}

  /// nullopt when stopped, or if the scenario has problems() or no valid error. Open bands: bestBands(). Not for "best"
  /// (InvalidArgument "mechanism").
  std::optional<Point> at(const Scenario& scenario);
  /// at() with that many bands, whatever the scenario's.
  std::optional<Point> at(const Scenario& scenario, Index bands);

 private:
  struct Solved {
    Strategy strategy;
    ErrorSummary error;
    std::vector<double> coefficients;
  };
  const Solved& solved(const Scenario& scenario, Index bands);
  std::optional<Point> best(const Scenario& scenario);

  RunControl m_control;
  std::map<std::tuple<std::string_view, Index, double, Index>, Solved> m_solved;  ///< by mechanism, n, k and bands
};

}  // namespace noiseloom
