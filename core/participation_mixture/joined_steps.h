#pragma once

#include <optional>
#include <vector>

#include "core/base/run_control.h"
#include "core/participation_mixture/mixture.h"
#include "core/strategy/toeplitz_strategy.h"

namespace noiseloom {

/// A mixture of fewer steps that loses at least as much privacy when an example is removed (math: section 10.8):
/// `joined` steps are one, whose columns meet as their nearest ones do. With D that of the fewer steps,
/// E_Q (P/Q - e^epsilon)_+ <= e^shift D(epsilon - shift).
struct JoinedSteps {
  Index joined = 1;
  double shift = 0;  ///< logarithm of how much more likely a pattern may be, at most
  MixtureLaw law;
  std::vector<Index> begins = {};  ///< the first steps of the parts, and the one behind the last part
  /// At least the largest eigenvalue of the correlations of the strategy's own columns.
  double meeting = 0;
  MixtureColumns columns = {};  ///< empty where none were found: then nothing is joined
};

/// How many of the last coefficients of a strategy of a law's period have to be 0, so that its steps can be joined:
/// else an example's next column might meet its last one. 0: steps are not joined, since they are few.
Index joinedTail(Index steps, const MixtureLaw& law);

/// The steps that are left of so many.
Index partsOf(Index steps, const MixtureLaw& law);

/// True if steps can be joined: the last coefficients are 0, and little is given away.
bool canJoin(const ToeplitzStrategy& strategy, const MixtureLaw& law);
/// Requires canJoin(). Nothing when stopped.
std::optional<JoinedSteps> joinSteps(const ToeplitzStrategy& strategy, const MixtureLaw& law,
                                     const RunControl& control = {});

}  // namespace noiseloom
