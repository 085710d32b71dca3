#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// ||sum_j T[:, j separation]||^2 over j < hits for the n x n Toeplitz matrix T of b >= 1 coefficients, in O(b) for any
/// n: the sum repeats from step to step once b of them have passed. The first start of such a comb is the worst one: a
/// later start only drops rows. For non-negative, non-increasing coefficients it is also the worst pattern under
/// min-separation (bisr-bandinvmf, section 3).
double combNormSquared(std::span<const double> coefficients, Index iterations, Index hits, Index separation);

/// The least non-increasing sequence that no |C[j + lag, j]| exceeds: lag = 0 .. b-1. The Toeplitz matrix with these
/// coefficients dominates C entry by entry, so its sensitivity is an upper bound under every schema. For the Toeplitz,
/// banded and dense kinds; O(n b) at most. Too small when stopped.
std::vector<double> nonIncreasingMajorant(const Strategy& strategy, const RunControl& control);

/// An upper bound on the part of the sensitivity of a normalised Toeplitz strategy due to the rescaling of its last b -
/// 1 columns: ||C u|| <= ||T u'|| + ||C u''|| with u'' in those columns, of which a pattern holds a few; 0 without.
double tailNorm(const ToeplitzStrategy& toeplitz, Index hits, Index separation);

}  // namespace noiseloom
