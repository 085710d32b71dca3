#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The power series c = 1/g, truncated where it has decayed.
struct ReciprocalSeries {
  /// c_0, c_1, ..: the first `count` terms, or fewer if the sum of |c| over all later terms is proven to be below 1e-18
  /// of that over these.
  std::vector<double> terms;
  /// False if c neither decays nor ends within `most` terms, overflows, or was stopped: do not use the terms.
  bool valid = false;
};

/// g: p >= 1 finite coefficients, the first > 0; count >= 1; most >= 1. m terms take O(m p) for short g and O(m log^2
/// m) by FFT for long g; in both cases an error stays small against the neighbouring terms, so that signs are right
/// deep into a decay.
ReciprocalSeries reciprocalSeries(std::span<const double> g, Index count, Index most, const RunControl& control = {});

}  // namespace noiseloom
