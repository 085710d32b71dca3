#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Arithmetic of power series by fast Fourier transforms, O(m log m). Errors are about 1e-15 of the largest
/// coefficient, not of each.

/// The first `count` coefficients of a(x) b(x).
std::vector<double> seriesProduct(std::span<const double> a, std::span<const double> b, Index count);

/// sum_j a[j + lag] b[j] for lag = 0 .. count - 1; terms beyond the end of a are 0.
std::vector<double> seriesCorrelation(std::span<const double> a, std::span<const double> b, Index count);

/// The first `count` coefficients of 1 / a(x), a_0 != 0, by Newton's iteration g <- g (2 - a g), which continues from
/// the first few if they are given. Empty when stopped.
std::vector<double> seriesInverse(std::span<const double> a, Index count, const RunControl& control = {},
                                  std::vector<double> first = {});

}  // namespace noiseloom
