#pragma once

#include <QString>
#include <stop_token>
#include <vector>

#include "core/strategy/matrix_picture.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct Design;

/// Whether two strategies are copies of one another (cheap: compares what they share, not their values).
bool shareData(const Strategy& left, const Strategy& right);

/// Whether a plot of the one is a plot of the other: the same strategy, workload and noise, as of designs whose
/// scenarios differ in the deployment or the data set size only.
bool sameOutcome(const Design& left, const Design& right);

/// One column of C or C^-1 downwards from its first entry that is not zero.
struct ColumnSeries {
  Index column = 0;            ///< 0 for Toeplitz strategies, a middle one for others
  Index row = 0;               ///< of the first value: the column, but for the tree
  std::vector<double> values;  ///< entry [row + lag, column] at lag; fewer than asked for when stopped
  Index available = 0;         ///< lags that the column has in all
};

/// Whether every column of C holds the same coefficients: all kinds but the general banded, the dense and the tree.
bool hasCoefficients(const Strategy& strategy);
/// The step whose column is shown: the first where all are alike, the first of the middle block of a stamped strategy,
/// the middle one otherwise. The tree's C^-1 is shown by the column of that step's leaf.
Index representativeColumn(const Strategy& strategy);

/// Up to mostLags entries of the representative column; entries of a banded C^-1 take O(lag b) each, so this is work
/// for a thread.
ColumnSeries columnSeries(const Strategy& strategy, MatrixOf which, Index mostLags, const std::stop_token& stop = {});

}  // namespace noiseloom
