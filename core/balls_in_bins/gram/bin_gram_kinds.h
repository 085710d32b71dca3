#pragma once

#include <span>

#include "core/balls_in_bins/bin_gram.h"

namespace noiseloom {

// The routes of binGram(), one a file. Each adds into the lower triangle (j <= i) of bins x bins values by row.

/// Rows 0 .. rows - 1 of the n x n Toeplitz matrix of b = coefficients.size() entries >= 0, rows <= n: O(bins (b +
/// bins)) whatever n is, or by transforms. Entries are then off by about 1e-16 of the greatest; none is below 0. False
/// when stopped.
bool addToeplitzBins(std::span<const double> coefficients, Index rows, Index bins, std::span<double> lower,
                     const RunControl& control);

/// Rows firstRow .. n - 1 of any kind whose rows are those of steps, from its rows: O(n min(b, bins)^2). Throws where
/// an entry is negative. False when stopped.
bool addFoldedBins(const Strategy& strategy, Index firstRow, Index bins, std::span<double> lower,
                   const RunControl& control);

/// All rows of the binary tree over n leaves: O(n + bins^2).
void addTreeBins(Index iterations, Index bins, std::span<double> lower);

/// All rows of a recursive BLT: O(n bins (d + bins)). Throws where an entry is negative. False when stopped.
bool addRecursiveBltBins(const RecursiveBltStrategy& strategy, Index bins, std::span<double> lower,
                         const RunControl& control);

/// Throws InvalidArgument naming the strategy: entry (row, column) is `value` < 0.
[[noreturn]] void refuseNegativeEntry(Index row, Index column, double value);

}  // namespace noiseloom
