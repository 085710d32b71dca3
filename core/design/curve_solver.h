#pragma once

#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "core/design/sweep.h"
#include "core/error/error_summary.h"

namespace noiseloom {

/// Points of curves over one value of a scenario: uncertified noise multipliers, and strategies that are solved once
/// and shared by all points that have the same one. All scenarios that one solver is asked about must differ in
/// epsilon, epochs, iterations, bands and mechanism only.
class CurveSolver {
 public:
  /// A strategy that would take longer than `mostSeconds` is refused. Where Mechanism::curve stands for another one
  /// over bands, the point itself is that of the other one when `exact`.
  explicit CurveSolver(double mostSeconds, bool exact = false) : m_mostSeconds(mostSeconds), m_exact(exact) {}

  /// The point, without position and value. Throws InvalidArgument for a scenario with problems, one that takes too
  /// long, and a strategy that the batching does not allow. When stopped the result means nothing.
  SweepPoint solve(const Scenario& scenario, const RunControl& control);

 private:
  /// What a strategy and its error depend on.
  using Key = std::tuple<std::string_view /*mechanism*/, Index /*iterations*/, Index /*epochs, where they matter*/,
                         Index /*bands*/>;
  struct Solved {
    Solution solution;
    ErrorSummary error;
  };

  const Solved& solved(const Scenario& scenario, Index bands, const RunControl& control);
  /// Infinite errors where there are none.
  DesignFigures evaluate(const Scenario& scenario, Index bands, const RunControl& control);
  Index searchedBands(const Scenario& scenario, const RunControl& control);
  double lowerBound(const Scenario& scenario, const RunControl& control);
  Key keyOf(const Scenario& scenario, Index bands) const;

  double m_mostSeconds;
  bool m_exact;
  std::map<Key, Solved> m_solved;
  std::map<std::pair<Index, Index>, double> m_lowerBounds;  // by iterations and epochs
};

}  // namespace noiseloom
