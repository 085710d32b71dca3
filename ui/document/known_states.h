#pragma once

#include <list>
#include <utility>
#include <vector>

#include "core/design/design.h"

namespace noiseloom {

/// The figures of a scenario that was solved before, for lists: never computed for them.
struct KnownState {
  double error = 0;  ///< of the objective, on the summed gradient
  /// |C[lag, 0]| over the largest of them, at kLags lags from 0 to n - 1, whose distances grow.
  std::vector<double> lags = {};
};

/// The certified designs of the scenarios that were seen last, in numbers.
class KnownStates {
 public:
  void learn(const Design& design);
  /// nullptr for a scenario that was not solved, or long ago.
  const KnownState* find(const Scenario& scenario) const;

  static constexpr std::size_t kMost = 200;
  static constexpr Index kLags = 16;

 private:
  std::list<std::pair<Scenario, KnownState>> m_known;  // newest first
};

}  // namespace noiseloom
