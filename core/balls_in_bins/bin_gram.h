#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The inner products G_ij = <m_i, m_j> of the bins' mean outputs under balls-in-bins batching: b_e bins,
/// m_i = sum over j of column j b_e + i of C, as far as there are such columns. All that the privacy of the batching
/// depends on; n never appears again. Source: near-exact-amplification, Lemma 3.2; math: section 10.3.
struct BinGram {
  Index bins = 0;              ///< b_e
  std::vector<double> values;  ///< bins x bins, symmetric, row by row; entries >= 0

  double operator()(Index i, Index j) const { return values[i * bins + j]; }
  /// The largest ||m_i||: the sensitivity without amplification.
  double greatestNorm() const;
};

/// Largest number of bins that is accounted for: time grows with its square, memory too.
constexpr Index kMostBins = 4096;

/// Coefficients of C that follow from a recurrence may be off by rounding, to either side, by this share of the largest
/// one. A negative value of that size, taken for 0, is no further from the C that runs than C's own rounding.
inline constexpr double kEntryRounding = 1e-13;

/// Throws InvalidArgument naming bins (not 1 to n, or more than kMostBins), iterations (a BLT of more than 2^26) or
/// strategy (an entry of C is negative: the dominating pair holds for non-negative C only; which entry, is in the
/// message). Coefficients of the inverse Toeplitz and BLT kinds that are negative by rounding count as 0. Toeplitz and
/// BLT strategies take a time that hardly depends on n. No bins when stopped.
BinGram gramOfBins(const Strategy& strategy, Index bins, const RunControl& control = {});
/// For whole epochs: ceil(n / k) bins. Throws InvalidArgument naming epochs besides.
BinGram binGram(const Strategy& strategy, Index epochs, const RunControl& control = {});

}  // namespace noiseloom
