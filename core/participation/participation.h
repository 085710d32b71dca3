#pragma once

#include <string_view>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// How often, and how close together, one example may take part in training (math: section 2).
struct Participation {
  enum class Schema {
    Single,           ///< at most one participation
    FixedEpochOrder,  ///< every `separation` steps exactly, at most `participations` times, any start
    MinSeparation     ///< at most `participations` times, consecutive ones at least `separation` steps apart
  };
  Schema schema = Schema::Single;
  Index participations = 1;  ///< k >= 1
  Index separation = 1;      ///< s >= 1

  static Participation single() { return {}; }
  static Participation fixedEpochOrder(Index participations, Index separation) {
    return {Schema::FixedEpochOrder, participations, separation};
  }
  static Participation minSeparation(Index participations, Index separation) {
    return {Schema::MinSeparation, participations, separation};
  }
};

std::string_view toString(Participation::Schema schema);

/// Whether a sensitivity is the supremum itself or a proven upper bound on it. Never a lower bound.
enum class BoundKind { Exact, UpperBound };
std::string_view toString(BoundKind kind);

struct Sensitivity {
  double value =
      0;  ///< sup ||C u|| over unit-norm contributions in the pattern: >= the true one, in units of the clip norm
  BoundKind kind = BoundKind::Exact;
};

/// L2 sensitivity of x -> C x under a participation schema. Exact for single participation, for banded strategies with
/// b <= s (orthogonal columns), for non-negative non-increasing Toeplitz strategies without column scaling, and for
/// non-negative strategies in fixed epoch order; otherwise the tighter of the known upper bounds
/// (amplified-bandmf, section 3 and theorem 2; bisr-bandinvmf for the Toeplitz pattern).
///
/// When stopped the value is +infinity: no bound is known.
Sensitivity sensitivityOf(const Strategy& strategy, const Participation& participation, const RunControl& control = {});

}  // namespace noiseloom
