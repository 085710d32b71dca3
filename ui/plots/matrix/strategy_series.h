#pragma once

#include <QString>
#include <stop_token>
#include <vector>

#include "core/strategy/matrix_picture.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Design;

/// True if two designs have the same plots: the same strategy, workload and noise, as when their scenarios differ only
/// in the deployment or the data set size.
bool sameOutcome(const Design& left, const Design& right);

/// One column of C or C^-1, downwards from its first nonzero entry.
struct ColumnSeries {
  Index column = 0;            ///< 0 for Toeplitz strategies, a middle one for others
  Index row = 0;               ///< row of the first value: equals `column` except for the tree
  std::vector<double> values;  ///< entry [row + lag, column] at lag; fewer than requested if stopped
  Index available = 0;         ///< number of lags in the column
};

/// True if every column of C holds the same coefficients: all kinds except general banded, dense and tree.
bool hasCoefficients(const Strategy& strategy);
/// The step whose column is shown: the first if all are alike, the first of the middle block of a stamped strategy,
/// otherwise the middle one. For the tree's C^-1 it is the column of that step's leaf.
Index representativeColumn(const Strategy& strategy);

/// Up to mostLags entries of the representative column. Entries of a banded C^-1 take O(lag b) each, so run it in a
/// worker thread.
ColumnSeries columnSeries(const Strategy& strategy, MatrixOf which, Index mostLags, const std::stop_token& stop = {});

}  // namespace noiseloom
