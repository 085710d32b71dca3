#pragma once

#include <functional>

#include "core/base/index.h"
#include "core/explore/solve_for.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// One unknown as a line of positions, along which the target becomes harder to meet.
struct SolveLine {
  Index first = 0;  ///< easiest
  Index last = 0;   ///< hardest: the desired end
  Index start = 0;  ///< the scenario's own position
  std::function<Scenario(Index)> scenario;
  std::function<double(Index)> value;
};

/// Epsilons of four digits from 100 down to 0.01.
SolveLine epsilonLine(const Scenario& scenario);
/// An epsilon clamped to that range; 1 if it is not positive.
double withinSearchedEpsilons(double epsilon);
/// Epochs from 1 to the iterations.
SolveLine epochsLine(const Scenario& scenario);
/// Iterations from the fewest that epochs and bands allow to 10^6: every integer to 10^4, then those of four digits.
SolveLine iterationsLine(const Scenario& scenario, const SolveTarget& target);

}  // namespace noiseloom
