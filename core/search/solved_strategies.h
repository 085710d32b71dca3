#pragma once

#include <map>
#include <optional>
#include <span>

#include "core/design/design.h"
#include "core/error/error_summary.h"
#include "core/optimize/solution.h"

namespace noiseloom {

/// A strategy and its error, before any noise.
struct SolvedStrategy {
  Solution solution;
  ErrorSummary error = {};
  bool settled = true;  ///< false if the optimiser ran out of time
};

/// Strategies by numbers of bands that a curve or the sketches of a drag have solved, all for one scenario apart from
/// its guarantee, on which none depends (sketches have no batching whose noise depends on the strategy). So they are
/// not solved again for another epsilon and delta, and are starting points for others.
class SolvedStrategies {
 public:
  /// Limit on the numbers of bands; those farthest from the last one are forgotten.
  static constexpr std::size_t kMost = 64;

  bool empty() const { return m_solved.empty(); }
  /// nullptr if nothing is kept, or for another scenario: one that differs in anything, apart from epsilon, delta,
  /// adjacency and bands, on which a strategy or its error depends. Valid until the next keep().
  const SolvedStrategy* find(const Scenario& scenario, Index bands) const;
  /// Coefficients for the mechanism's nearest number of bands, of this scenario or of the one before; empty if its
  /// solves do not start from others.
  std::span<const double> start(const Scenario& scenario, Index bands) const;
  /// Forgets those of another scenario.
  void keep(const Scenario& scenario, Index bands, SolvedStrategy solved);

 private:
  bool isOf(const Scenario& scenario) const;

  std::optional<Scenario> m_of;
  std::map<Index, SolvedStrategy> m_solved;
};

}  // namespace noiseloom
