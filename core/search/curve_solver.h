#pragma once

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "core/design/evaluator.h"
#include "core/error/error_summary.h"
#include "core/search/sweep.h"

namespace noiseloom {

/// Points of curves over one value of a scenario, with uncertified noise multipliers. Strategies are solved once and
/// shared between points; the next solve starts from a neighbour's. Scenarios of one solver may differ in epsilon,
/// delta, epochs, iterations, bands, noise rows, mechanism, batching, min-separation and workload only.
class CurveSolver {
 public:
  /// Refuses strategies that would take longer than `mostSeconds`. If Mechanism::curve stands in for another mechanism
  /// over bands, the point itself is that of the other one if `exact`. For a map, points have no lower bound, and a
  /// search omits the numbers of bands that would take longer instead of being refused.
  explicit CurveSolver(double mostSeconds, bool exact = false, bool ofMap = false)
      : m_mostSeconds(mostSeconds), m_exact(exact), m_ofMap(ofMap) {}

  /// The point, without position and value. Throws InvalidArgument for a scenario with problems, one that takes too
  /// long, and a strategy that the batching does not allow. Meaningless when stopped. `near`: as in bestBands().
  SweepPoint solve(const Scenario& scenario, const RunControl& control, std::optional<Index> near = {},
                   NoiseEstimate estimate = NoiseEstimate::Close);
  /// The solution behind the point of the last solve(), and its bands as in Mechanism::solve.
  const Solution& lastSolution() const { return *m_last; }
  Index lastBands() const { return m_lastBands; }
  /// True if its search omitted numbers of bands for their time.
  bool lastLeftOut() const { return m_leftOut; }

 private:
  /// What a strategy depends on in the participation.
  using Pattern = std::tuple<std::string_view /*batching*/, Index /*participations*/, Index /*separation*/>;
  /// The inputs of a strategy and its error.
  struct Key {
    std::string_view mechanism;
    std::size_t workload = 0;  ///< index among the known ones
    Index iterations = 0;
    Pattern pattern;  ///< if it matters
    Index bands = 0;  ///< last, so that the preceding entry of the same scenario has fewer

    auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr): of what is generated
    bool operator==(const Key&) const = default;
    bool sameScenario(const Key& other) const {
      return mechanism == other.mechanism && workload == other.workload && iterations == other.iterations &&
             pattern == other.pattern;
    }
  };
  struct Solved {
    Solution solution;
    ErrorSummary error;
  };

  const Solved& solved(const Scenario& scenario, Index bands, const RunControl& control);
  const Solved* sharedWith(const Scenario& scenario, Index bands, const RunControl& control);
  DesignFigures figuresOf(const Scenario& scenario, const Solved& known, const RunControl& control);
  /// Infinite errors if there are none.
  DesignFigures evaluate(const Scenario& scenario, Index bands, const RunControl& control);
  std::span<const double> startFor(const Scenario& scenario, const Key& key) const;
  Index searchedBands(const Scenario& scenario, const RunControl& control, std::optional<Index> near,
                      std::map<Index, DesignFigures>& tried);
  double leastError(const Scenario& scenario, Index bands, const RunControl& control);
  double lowerBound(const Scenario& scenario, const RunControl& control);
  static Pattern patternOf(const Scenario& scenario);
  Key keyOf(const Scenario& scenario, Index bands);
  std::size_t positionOf(const Workload& workload);

  double m_mostSeconds;
  bool m_exact;
  bool m_ofMap;
  bool m_leftOut = false;
  NoiseEstimate m_estimate = NoiseEstimate::Close;  // of the running solve()
  std::vector<Workload> m_workloads;
  std::map<Key, Solved> m_solved;
  std::map<Key, Solved> m_shared;  ///< strategies of other iterations
  /// The latest key of a mechanism and number of bands: the start for other iterations or another workload.
  std::map<std::pair<std::string_view, Index>, Key> m_latest;
  std::map<std::tuple<std::size_t /*workload*/, Index /*iterations*/, Pattern>, double> m_lowerBounds;
  const Solution* m_last = nullptr;
  Index m_lastBands = 1;
};

}  // namespace noiseloom
