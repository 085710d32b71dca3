#pragma once

#include <span>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// How far the rows of noise are from being independent (math: section 10.13).
struct Whiteness {
  double bound = 1;  ///< on the probability of correlations as large as the largest
  Index first = 0;   ///< the two rows that correlate most, or, if they are `lagged`, two of those that do
  Index second = 0;
  bool lagged = false;     ///< all rows at that distance do
  double correlation = 0;  ///< of them
};

/// rows: count x size, row-major, count >= 2: symmetric about zero and independent where nothing is wrong. Takes
/// count^2 size / 2 products.
Whiteness whitenessOf(std::span<const double> rows, Index size, const RunControl& control = {});

}  // namespace noiseloom
