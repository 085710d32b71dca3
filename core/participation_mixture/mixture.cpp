#include "core/participation_mixture/mixture.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {

SpacedSampling SpacedSampling::ofRate(Index separation, double perStep) {
  const double resting = static_cast<double>(separation - 1) * perStep;
  return {separation, std::min(1.0, perStep / (1 - resting))};
}

MixtureColumns::MixtureColumns(const Strategy& strategy, const RunControl& control) {
  const Index n = strategy.iterations();
  const Index b = std::min(strategy.bands(), n);
  checkInteger("iterations", n, 1, kMostColumnNumbers / b, Core::tr("for columns of so many bands"));
  std::vector<double> columns(n * b, 0.0);  // entry d of column i at i b + d
  std::vector<double> band(strategy.bands());
  constexpr Index kRowsAtOnce = 256;
  for (Index row = 0; row < n; ++row) {
    if (row % kRowsAtOnce == 0 && control.stopRequested()) return;
    strategy.bandRow(row, band);
    for (Index lag = 0; lag < std::min(b, row + 1); ++lag) {
      columns[(row - lag) * b + lag] = std::abs(band[lag]);
    }
  }
  const auto column = [&](Index i) { return columns.data() + i * b; };
  const Index width = 2 * b - 1;
  products.assign(n * width, 0.0);
  repeats.assign(n, false);
  Index alike = 0;  // of the columns from i on, how many are followed by an equal one
  for (Index i = n - 1; i >= 0; --i) {
    if (i % kRowsAtOnce == 0 && control.stopRequested()) return;
    alike = i + 1 < n && std::equal(column(i), column(i) + b, column(i + 1)) ? alike + 1 : 0;
    double* row = products.data() + i * width + b - 1;
    if (alike >= b) {
      std::copy_n(row + width, b, row);
    } else {
      for (Index d = 0; d < std::min(b, n - i); ++d) {
        double sum = 0;
        for (Index u = 0; u + d < b; ++u) sum += column(i)[u + d] * column(i + d)[u];
        row[d] = sum;
      }
    }
    for (Index d = 1; d < std::min(b, n - i); ++d) products[(i + d) * width + b - 1 - d] = row[d];
  }
  std::vector<double> total(n, 0.0);  // |C| 1
  for (Index i = 0; i < n; ++i) {
    if (i % kRowsAtOnce == 0 && control.stopRequested()) return;
    const double* row = products.data() + i * width;
    repeats[i] = i > 0 && std::equal(row, row + width, row - width);
    halfNorms.push_back(row[b - 1] / 2);
    greatestNormSquared = std::max(greatestNormSquared, row[b - 1]);
    double sum = 0;
    for (Index d = 0; d < width; ++d) sum += row[d];
    sums.push_back(sum);
    transposed.append(i, std::span(column(i), static_cast<std::size_t>(std::min(b, n - i))));
    for (Index d = 0; d < std::min(b, n - i); ++d) total[i + d] += column(i)[d];
  }
  transposed.finish();
  for (const double value : total) totalNormSquared += value * value;
  bands = b;
  steps = n;
}

}  // namespace noiseloom
