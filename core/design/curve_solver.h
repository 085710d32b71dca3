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
/// epsilon, delta, epochs, iterations, bands, noise rows, mechanism, batching and min-separation only.
class CurveSolver {
 public:
  /// A strategy that would take longer than `mostSeconds` is refused. Where Mechanism::curve stands for another one
  /// over bands, the point itself is that of the other one when `exact`.
  explicit CurveSolver(double mostSeconds, bool exact = false) : m_mostSeconds(mostSeconds), m_exact(exact) {}

  /// The point, without position and value. Throws InvalidArgument for a scenario with problems, one that takes too
  /// long, and a strategy that the batching does not allow. When stopped the result means nothing.
  SweepPoint solve(const Scenario& scenario, const RunControl& control);
  /// What the strategy of such a point was made of, its numbers of bands being as Mechanism::solve has them: the last
  /// one that solve() was asked about.
  const Solution& lastSolution() const { return *m_last; }
  Index lastBands() const { return m_lastBands; }

 private:
  /// Who takes part when.
  using Pattern = std::tuple<std::string_view /*batching*/, Index /*participations*/, Index /*separation*/>;
  /// What a strategy and its error depend on.
  struct Key {
    std::string_view mechanism;
    Index iterations = 0;
    Pattern pattern;  ///< where it matters
    Index bands = 0;  ///< last: the entry before one of the same scenario has fewer

    auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr): of what is generated
    bool operator==(const Key&) const = default;
    bool sameScenario(const Key& other) const {
      return mechanism == other.mechanism && iterations == other.iterations && pattern == other.pattern;
    }
  };
  struct Solved {
    Solution solution;
    ErrorSummary error;
  };

  const Solved& solved(const Scenario& scenario, Index bands, const RunControl& control);
  /// Infinite errors where there are none.
  DesignFigures evaluate(const Scenario& scenario, Index bands, const RunControl& control);
  Index searchedBands(const Scenario& scenario, const RunControl& control);
  double lowerBound(const Scenario& scenario, const RunControl& control);
  static Pattern patternOf(const Scenario& scenario);
  static Key keyOf(const Scenario& scenario, Index bands);

  double m_mostSeconds;
  bool m_exact;
  std::map<Key, Solved> m_solved;
  std::map<std::pair<Index /*iterations*/, Pattern>, double> m_lowerBounds;
  const Solution* m_last = nullptr;
  Index m_lastBands = 1;
};

}  // namespace noiseloom
