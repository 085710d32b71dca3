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
  bool settled = true;  ///< else the optimiser had no time left
};

/// Strategies by numbers of bands that a curve or the sketches of a drag have solved, all of one scenario but for its
/// guarantee: none depends on that (sketches have no batching whose noise is of the strategy). So under whatever
/// epsilon and delta they are not solved again, and for others they are points to set out from.
class SolvedStrategies {
 public:
  /// Of more numbers of bands those farthest from the last one are forgotten.
  static constexpr std::size_t kMost = 64;

  bool empty() const { return m_solved.empty(); }
  /// nullptr where nothing is kept, or of another scenario: in anything but epsilon, delta, adjacency and bands that a
  /// strategy or its error depends on. Until the next keep().
  const SolvedStrategy* find(const Scenario& scenario, Index bands) const;
  /// Coefficients of the mechanism's nearest number of bands, be they of this scenario or of the one before; empty
  /// where its solves do not set out from those of others.
  std::span<const double> start(const Scenario& scenario, Index bands) const;
  /// Forgets those of another scenario.
  void keep(const Scenario& scenario, Index bands, SolvedStrategy solved);

 private:
  bool isOf(const Scenario& scenario) const;

  std::optional<Scenario> m_of;
  std::map<Index, SolvedStrategy> m_solved;
};

}  // namespace noiseloom
