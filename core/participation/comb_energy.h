#pragma once

#include <span>

#include "core/participation/participation.h"

namespace noiseloom {

/// The comb energy of C = T(c): ||sum_(j < k) C[:, j s]||^2 = sum_i t_i^2, t_i = sum_(j < k) c_(i - j s), over the n
/// rows (math: section 2), and its gradient in c when `gradient` is not empty. c: m <= n finite coefficients, zero from
/// there on; k, s >= 1, hits beyond n do not count. O(m + s) at most: epochs in which all of c has entered repeat.
double combEnergy(std::span<const double> c, Index iterations, Index participations, Index separation,
                  std::span<double> gradient = {});

/// A sensitivity of C = T(c) that is never too small, from the comb energy of |c|:
/// - exact for c >= 0 in fixed epoch order, and for any c at single participation or with m <= s;
/// - under min-separation the comb 0, s, 2s, .. is the worst pattern of |c| if no autocorrelation of |c| at a lag of e
///   s or more exceeds that at e s, for every e >= 1 and every number of rows that the comb leaves (always for
///   non-increasing c): exact for c >= 0. If some exceed it, the result is the smaller of the comb energy with the
///   excess added for every pair of hits, and the comb energy of the non-increasing majorant of |c|.
/// An upper bound in all other cases. O(m log m) for each epoch that c extends over, up to about a second; a longer or
/// stopped computation yields the majorant's bound.
Sensitivity combSensitivity(std::span<const double> c, Index iterations, const Participation& participation,
                            const RunControl& control = {});

}  // namespace noiseloom
