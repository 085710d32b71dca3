#include "core/participation/epoch_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/multiversion.h"
#include "core/participation/gram_rows.h"
#include "core/participation/min_separation.h"
#include "core/participation/reported_rows.h"

namespace noiseloom {
namespace {

// The maximum of `most` and all from_j + 2 |x_j|.
NOISELOOM_MULTIVERSION double mostWith(const double* from, const double* x, Index count, double most) {
#pragma omp simd reduction(max : most)
  for (Index j = 0; j < count; ++j) {
    const double sum = from[j] + 2 * std::abs(x[j]);
    most = sum > most ? sum : most;
  }
  return most;
}

}  // namespace

Sensitivity epochSensitivity(const Strategy& strategy, Index hits, Index steps, const RunControl& control) {
  const Index n = strategy.iterations(), b = strategy.bands();
  const double work =
      GramRows::work(strategy, GramRows::separated(1)) + static_cast<double>(n) * static_cast<double>(b);
  if (b > steps + 1 || work > kMostSensitivityWork) {
    Sensitivity bound = minSeparationSensitivity(strategy, hits, 1, control);
    bound.kind = BoundKind::UpperBound;
    return bound;
  }
  GramRows rows(strategy, GramRows::separated(1));
  double diagonal = 0;
  std::vector<double> row(rows.count());
  // from[i]: the best sum of hits of which i is the first; later: the best that begins in a later epoch.
  std::vector<double> from(n, 0.0);
  double later = 0, ofEpoch = 0;
  for (Index i = n - 1; i >= 0; --i) {
    if (control.stopRequested()) return {std::numeric_limits<double>::infinity(), BoundKind::UpperBound};
    if (i % kReportedRows == 0)
      control.report(1 - static_cast<double>(i) / static_cast<double>(n), Core::tr("finding the sensitivity"));
    const Index nextEpoch = (i / steps + 1) * steps;
    if (i == nextEpoch - 1) {
      later = std::max(later, ofEpoch);
      ofEpoch = 0;
    }
    rows.next(diagonal, row);
    double rest = later;
    if (const Index end = std::min({n, i + b, nextEpoch + steps}); end > nextEpoch)
      rest = mostWith(from.data() + nextEpoch, row.data() + (nextEpoch - i - 1), end - nextEpoch, later);
    from[i] = diagonal + rest;
    ofEpoch = std::max(ofEpoch, diagonal + rest);
  }
  return {std::sqrt(std::max(later, ofEpoch)), BoundKind::Exact};
}

}  // namespace noiseloom
