#include "core/participation/neighbour_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/multiversion.h"
#include "core/participation/gram_rows.h"
#include "core/participation/reported_rows.h"

namespace noiseloom {
namespace {

// The number of distinct hit counts: one if only the end of the steps limits them.
Index countsOf(const Strategy& strategy, Index hits, Index separation) {
  return hits > (strategy.iterations() - 1) / separation ? 1 : hits;
}

NOISELOOM_MULTIVERSION double largestSum(const double* a, const double* b, Index count) {
  double most = 0;
#pragma omp simd reduction(max : most)
  for (Index g = 0; g < count; ++g) most = std::max(most, a[g] + b[g]);
  return most;
}

}  // namespace

double neighbourSum(const Strategy& strategy, Index hits, Index separation, const RunControl& control) {
  const Index n = strategy.iterations();
  const Index b = strategy.bands();
  const Index counts = countsOf(strategy, hits, separation);
  GramRows rows(strategy, GramRows::separated(separation));
  double diagonal = 0;
  std::vector<double> row(rows.count());
  std::vector<double> partner = row;
  // from[m][i]: the best of m + 1 hits of which i is the first; later[m][i]: the same for i or any later step. With a
  // single count there is no m, and from[0] refers to itself.
  const std::size_t size = n + b;
  std::vector<std::vector<double>> from(counts, std::vector<double>(size, 0.0));
  std::vector<std::vector<double>> later = from;
  for (Index i = n - 1; i >= 0; --i) {
    if (control.stopRequested()) return std::numeric_limits<double>::infinity();
    if (i % kReportedRows == 0)
      control.report(1 - static_cast<double>(i) / static_cast<double>(n), Core::tr("finding the sensitivity"));
    rows.next(diagonal, row);
    std::transform(row.begin(), row.end(), partner.begin(), [](double x) { return 2 * std::abs(x); });
    const std::size_t at = i;
    for (Index m = counts - 1; m >= 0; --m) {
      double rest = 0;
      if (m > 0 || counts == 1) {
        const auto fewer = static_cast<std::size_t>(std::max<Index>(0, m - 1));
        rest = std::max(later[fewer][at + static_cast<std::size_t>(b)],
                        largestSum(from[fewer].data() + i + separation, partner.data(), b - separation));
      }
      const std::size_t here = m;
      from[here][at] = diagonal + rest;
      later[here][at] = std::max(later[here][at + 1], from[here][at]);
    }
  }
  double best = 0;
  for (const auto& values : later) best = std::max(best, values[0]);
  return best;
}

double neighbourSumWork(const Strategy& strategy, Index hits, Index separation) {
  return GramRows::work(strategy, GramRows::separated(separation)) +
         static_cast<double>(strategy.iterations()) * static_cast<double>(countsOf(strategy, hits, separation)) *
             static_cast<double>(strategy.bands() - separation + 8);
}

double neighbourSumMemory(const Strategy& strategy, Index hits, Index separation) {
  return 2 * static_cast<double>(strategy.iterations() + strategy.bands()) *
         static_cast<double>(countsOf(strategy, hits, separation));
}

}  // namespace noiseloom
