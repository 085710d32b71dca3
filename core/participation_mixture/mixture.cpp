#include "core/participation_mixture/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/check.h"
#include "core/participation/gram_rows.h"

namespace noiseloom {

std::optional<ToeplitzStrategy> absoluteToeplitz(const Strategy& strategy) {
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  if (!toeplitz) return std::nullopt;
  std::vector<double> c(toeplitz->coefficients().begin(), toeplitz->coefficients().end());
  for (double& value : c) value = std::abs(value);
  return ToeplitzStrategy(toeplitz->iterations(), std::move(c), toeplitz->scaling());
}

SpacedSampling SpacedSampling::ofRate(Index separation, double perStep) {
  const double resting = static_cast<double>(separation - 1) * perStep;
  return {separation, std::min(1.0, perStep / (1 - resting))};
}

Index periodOf(const MixtureLaw& law) {
  const auto* groups = std::get_if<RandomGroups>(&law);
  return groups ? groups->cycle : std::get<SpacedSampling>(law).separation;
}

double rateOfStep(const MixtureLaw& law) {
  const auto period = static_cast<double>(periodOf(law));
  if (const auto* groups = std::get_if<RandomGroups>(&law)) return groups->probability / period;
  const double p = std::get<SpacedSampling>(law).probability;
  return p / (1 + (period - 1) * p);
}

namespace {

constexpr Index kStepsAtOnce = 256;

// The columns of |C|, of `bands` numbers each, 0 below the last row; partly made when stopped.
SharedRows absoluteColumns(const Strategy& strategy, Index bands, const RunControl& control) {
  SharedRows columns(bands);
  const Index n = strategy.iterations();
  // Those of a Toeplitz strategy are equal until the matrix ends.
  const Index equal = strategy.as<ToeplitzStrategy>() ? n - bands + 1 : 1;
  for (Index i = 0; i < n; ++i) {
    if (i % kStepsAtOnce == 0 && control.stopRequested()) return columns;
    if (i > 0 && i < equal) {
      columns.appendSame();
      continue;
    }
    std::vector<double> column = strategy.column(i);
    column.resize(static_cast<std::size_t>(bands), 0.0);
    for (double& value : column) value = std::abs(value);
    if (i > 0 && std::ranges::equal(column, std::span(columns.at(i - 1), column.size())))
      columns.appendSame();
    else
      columns.append(column);
  }
  return columns;
}

// The products of each column with itself and the later ones, at distances 0 to b - 1, from the last column to the
// first; steps whose next b columns are equal share them. Partly made when stopped.
SharedRows laterProducts(const Strategy& strategy, const SharedRows& columns, Index b, const RunControl& control) {
  SharedRows products(b);
  const Index n = strategy.iterations();
  std::optional<GramRows> rows;
  if (const auto toeplitz = absoluteToeplitz(strategy)) rows.emplace(*toeplitz, GramRows::separated(1));
  std::vector<double> row(static_cast<std::size_t>(b));
  Index alike = 0;  // of the columns from i on, how many are followed by an equal one
  for (Index i = n - 1; i >= 0; --i) {
    if (i % kStepsAtOnce == 0 && control.stopRequested()) return products;
    alike = i + 1 < n && columns.repeats(i + 1) ? alike + 1 : 0;
    if (alike >= b || (rows && rows->next(row[0], std::span(row).subspan(1)) == 1)) {
      products.appendSame();
      continue;
    }
    for (Index d = 0; d < b && !rows; ++d) {
      row[d] = 0;
      for (Index u = 0; u + d < b && i + d < n; ++u) row[d] += columns.at(i)[u + d] * columns.at(i + d)[u];
    }
    products.append(row);
  }
  return products;
}

}  // namespace

MixtureColumns MixtureColumns::ofProducts(std::span<const double> products, Index steps,
                                          std::span<const double> lastScales) {
  MixtureColumns made;
  made.steps = steps;
  made.bands = std::ssize(products);
  made.products = SharedRows(2 * made.bands - 1);
  const Index scaled = steps - std::ssize(lastScales);
  const auto scaleOf = [&](Index i) { return i < scaled ? 1.0 : lastScales[static_cast<std::size_t>(i - scaled)]; };
  std::vector<double> row(static_cast<std::size_t>(2 * made.bands - 1));
  for (Index i = 0; i < steps; ++i) {
    if (i >= made.bands && i <= std::min(steps, scaled) - made.bands) {
      made.products.appendSame();
      continue;
    }
    for (Index d = 1 - made.bands; d < made.bands; ++d) {
      const bool within = i + d >= 0 && i + d < steps;
      const double product = within ? scaleOf(i) * scaleOf(i + d) * products[static_cast<std::size_t>(std::abs(d))] : 0;
      row[static_cast<std::size_t>(made.bands - 1 + d)] = product;
    }
    made.products.append(row);
  }
  return made;
}

MixtureColumns MixtureColumns::ofColumn(std::span<const double> column, Index steps,
                                        std::span<const double> lastScales) {
  std::vector<double> products(column.size(), 0.0);
  for (std::size_t d = 0; d < column.size(); ++d) {
    for (std::size_t u = 0; u + d < column.size(); ++u) products[d] += column[u] * column[u + d];
  }
  MixtureColumns made = ofProducts(products, steps, lastScales);
  made.rows = steps + made.bands - 1;
  const Index scaled = steps - std::ssize(lastScales);
  for (Index i = 0; i < steps; ++i) {
    const double* row = made.row(i);
    made.halfNorms.push_back(row[made.bands - 1] / 2);
    made.greatestNormSquared = std::max(made.greatestNormSquared, row[made.bands - 1]);
    made.sums.push_back(made.products.repeats(i) ? made.sums.back()
                                                 : std::accumulate(row, row + 2 * made.bands - 1, 0.0));
    made.totalNormSquared += made.sums.back();
    if (i > 0 && i < scaled) {
      made.transposed.appendMoved();
      continue;
    }
    std::vector<double> own(column.begin(), column.end());
    for (double& value : own) value *= i < scaled ? 1 : lastScales[static_cast<std::size_t>(i - scaled)];
    made.transposed.append(i, own);
  }
  made.transposed.finish();
  return made;
}

MixtureColumns::MixtureColumns(const Strategy& strategy, const RunControl& control) {
  const Index n = strategy.iterations();
  const Index b = std::min(strategy.bands(), n);
  checkInteger("iterations", n, 1, kMostColumnNumbers / b, Core::tr("for columns of so many bands"));
  const SharedRows columns = absoluteColumns(strategy, b, control);
  if (control.stopRequested()) return;
  const SharedRows fromLast = laterProducts(strategy, columns, b, control);
  if (control.stopRequested()) return;
  const auto later = [&](Index i) { return fromLast.at(n - 1 - i); };
  bands = b;
  products = SharedRows(2 * b - 1);
  std::vector<double> fresh(static_cast<std::size_t>(2 * b - 1));
  Index alike = 0, equal = 0;  // steps up to this one whose later products, and columns, are those of the step before
  double total = 0;            // of row i of |C|
  for (Index i = 0; i < n; ++i) {
    if (i % kStepsAtOnce == 0 && control.stopRequested()) return;
    alike = i > 0 && fromLast.repeats(n - i) ? alike + 1 : 0;
    if (alike >= b) {
      products.appendSame();
      halfNorms.push_back(halfNorms.back());
      sums.push_back(sums.back());
    } else {
      for (Index d = 1; d < b; ++d) fresh[static_cast<std::size_t>(b - 1 - d)] = d <= i ? later(i - d)[d] : 0;
      std::copy_n(later(i), b, fresh.begin() + b - 1);
      products.append(fresh);
      halfNorms.push_back(later(i)[0] / 2);
      greatestNormSquared = std::max(greatestNormSquared, later(i)[0]);
      sums.push_back(std::accumulate(fresh.begin(), fresh.end(), 0.0));
    }
    equal = columns.repeats(i) ? equal + 1 : 0;
    if (equal < b) {
      total = 0;
      for (Index d = std::min(b - 1, i); d >= 0; --d) total += columns.at(i - d)[d];
    }
    totalNormSquared += total * total;
    // The last b - 1 columns are shorter.
    if (equal > 0 && i <= n - b) {
      transposed.appendMoved();
    } else {
      transposed.append(i, std::span(columns.at(i), static_cast<std::size_t>(std::min(b, n - i))));
    }
  }
  transposed.finish();
  steps = rows = n;
}

}  // namespace noiseloom
