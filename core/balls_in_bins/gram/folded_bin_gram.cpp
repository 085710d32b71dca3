#include <cblas.h>

#include <algorithm>

#include "core/balls_in_bins/gram/bin_gram_kinds.h"
#include "core/linalg/blas.h"

namespace noiseloom {
namespace {

constexpr Index kRowsAtOnce = 128;
constexpr Index kWideBins = 512;  // from here on, when rows fill the bins, products of blocks of rows by the library

// Row `row` of C folded into bins; false for a negative entry.
void fold(const Strategy& strategy, Index row, std::span<double> band, Index bins, double* folded) {
  strategy.bandRow(row, band);
  const Index count = std::min<Index>(row + 1, std::ssize(band));
  Index bin = row % bins;
  for (Index lag = 0; lag < count; ++lag) {
    const double value = band[lag];
    if (value < 0) refuseNegativeEntry(row, row - lag, value);
    folded[bin] += value;
    bin = bin == 0 ? bins - 1 : bin - 1;
  }
}

// Adds the outer product of one folded row, whose only entries are in bins row - bands + 1 .. row, cyclically.
void addOuter(const double* folded, Index row, Index bands, Index bins, std::span<double> lower) {
  const Index last = row % bins;
  const Index inside = std::min(bands, last + 1);        // bins last - inside + 1 .. last
  const Index wrapped = std::min(bands, bins) - inside;  // bins bins - wrapped .. bins - 1
  const auto addTo = [&](Index i, Index begin, Index end) {
    double* out = lower.data() + i * bins;
    const double scale = folded[i];
#pragma omp simd
    for (Index j = begin; j < end; ++j) out[j] += scale * folded[j];
  };
  for (Index i = last - inside + 1; i <= last; ++i) addTo(i, last - inside + 1, i + 1);
  for (Index i = bins - wrapped; i < bins; ++i) {
    addTo(i, last - inside + 1, last + 1);
    addTo(i, bins - wrapped, i + 1);
  }
}

}  // namespace

bool addFoldedBins(const Strategy& strategy, Index firstRow, Index bins, std::span<double> lower,
                   const RunControl& control) {
  const Index n = strategy.iterations();
  const Index bands = strategy.bands();
  std::vector<double> band(bands);
  const bool wide = bins >= kWideBins && 4 * bands >= 3 * bins;
  std::vector<double> folded(wide ? kRowsAtOnce * bins : bins);
  for (Index begin = firstRow; begin < n; begin += kRowsAtOnce) {
    if (control.stopRequested()) return false;
    const Index end = std::min(n, begin + kRowsAtOnce);
    if (wide) std::fill(folded.begin(), folded.end(), 0.0);
    for (Index row = begin; row < end; ++row) {
      if (wide) {
        fold(strategy, row, band, bins, folded.data() + (row - begin) * bins);
      } else {
        std::fill(folded.begin(), folded.end(), 0.0);
        fold(strategy, row, band, bins, folded.data());
        addOuter(folded.data(), row, bands, bins, lower);
      }
    }
    if (wide) {
      const auto turn = blasTurn();
      cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, static_cast<int>(bins), static_cast<int>(end - begin), 1,
                  folded.data(), static_cast<int>(bins), 1, lower.data(), static_cast<int>(bins));
    }
    control.report(static_cast<double>(end - firstRow) / static_cast<double>(n - firstRow),
                   Core::tr("means of the bins"));
  }
  return true;
}

}  // namespace noiseloom
