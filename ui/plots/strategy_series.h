#pragma once

#include <QString>
#include <stop_token>
#include <vector>

#include "core/strategy/matrix_picture.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Whether two strategies are copies of one another (cheap: compares what they share, not their values).
bool shareData(const Strategy& left, const Strategy& right);

/// One column of C or C^-1 downwards from the diagonal.
struct ColumnSeries {
  Index column = 0;            ///< 0 for Toeplitz strategies, the middle one for others
  std::vector<double> values;  ///< entry [column + lag, column] at lag; fewer than asked for when stopped
  Index available = 0;         ///< lags that the column has in all
};

/// The column of which coefficients are shown: the first for Toeplitz and identity, the middle one otherwise.
Index representativeColumn(const Strategy& strategy);

/// Up to mostLags entries of the representative column; entries of C^-1 take O(lag b) each, so this is work for a
/// thread.
ColumnSeries columnSeries(const Strategy& strategy, MatrixOf which, Index mostLags, const std::stop_token& stop = {});

}  // namespace noiseloom
