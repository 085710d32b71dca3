#pragma once

#include <string_view>

#include "core/base/index.h"
#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// How often, and how close together, one example may take part in training (math: section 2).
struct Participation {
  enum class Schema {
    Single,           ///< at most one participation
    FixedEpochOrder,  ///< exactly every `separation` steps, at most `participations` times, from any start
    OnceEachEpoch,    ///< at most once in each of `participations` epochs of `separation` steps, at any step
    MinSeparation     ///< at most `participations` times, consecutive ones at least `separation` steps apart
  };
  Schema schema = Schema::Single;
  Index participations = 1;  ///< k >= 1
  Index separation = 1;      ///< s >= 1

  static Participation single() { return {}; }
  static Participation fixedEpochOrder(Index participations, Index separation) {
    return {Schema::FixedEpochOrder, participations, separation};
  }
  static Participation onceEachEpoch(Index epochs, Index steps) { return {Schema::OnceEachEpoch, epochs, steps}; }
  static Participation minSeparation(Index participations, Index separation) {
    return {Schema::MinSeparation, participations, separation};
  }
};

template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<Participation::Schema>{"single", "fixed-epoch",
                                                                                 "once-each-epoch", "min-sep"};

/// States that a sensitivity is the supremum itself, or a proven upper bound on it. It is never a lower bound.
enum class BoundKind { Exact, UpperBound };
Phrase displayName(BoundKind kind);
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<BoundKind>{"exact", "upper-bound"};

struct Sensitivity {
  /// sup ||C u|| over contributions u of the pattern whose entries are vectors of at most unit norm, in units of the
  /// clip norm: never below the true one.
  double value = 0;
  BoundKind kind = BoundKind::Exact;
};

/// The number of participations possible in n iterations: min(k, ceil(n/s)), or 1 under Single.
Index mostHits(const Participation& participation, Index iterations);

/// L2 sensitivity of x -> C x under a schema (math: section 2). Exact for contributions of any dimension:
/// - single participation;
/// - banded strategies of any kind with b <= s (amplified-bandmf, theorem 2);
/// - fixed epoch order if signs exist that make every X_ij of the worst comb positive, X = C^T C: always if X >= 0;
/// - once each epoch with b <= s + 1;
/// - min-separation with b <= 2 s; with small n if such signs exist; and if a comb attains the bound, as for
///   non-negative non-increasing Toeplitz coefficients (bisr-bandinvmf, section 3).
/// Otherwise the smallest of several upper bounds. A problem that would take more than some seconds gets a cheaper
/// bound. Toeplitz kinds take a time independent of n if b <= s or the coefficients are monotone.
///
/// When stopped the value is +infinity: no bound is known. Throws InvalidArgument for k < 1 or s < 1 and for a
/// sensitivity beyond the range of a double.
Sensitivity sensitivityOf(const Strategy& strategy, const Participation& participation, const RunControl& control = {});

}  // namespace noiseloom
