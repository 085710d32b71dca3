#include "core/error/series_error.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/linalg/power_series.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

// Products of a shorter series than this are summed directly.
constexpr std::size_t kShortSeries = 32;
constexpr Index kColumnsTogether = 16;

std::vector<double> productOf(std::span<const double> a, std::span<const double> b, Index count) {
  if (std::min(a.size(), b.size()) > kShortSeries) return seriesProduct(a, b, count);
  std::vector<double> out(count, 0.0);
  const auto [less, more] = a.size() < b.size() ? std::pair(a, b) : std::pair(b, a);
  for (std::size_t i = 0; i < std::min(less.size(), out.size()); ++i) {
    for (std::size_t j = 0; j < std::min(more.size(), out.size() - i); ++j) out[i + j] += less[i] * more[j];
  }
  return out;
}

// C^-1 = diag(1/s) T(g), from its diagonal and its first column; g as far as it is not 0.
struct NoisingSeries {
  std::vector<double> g, scales;
  Index firstScaled;
};

NoisingSeries noisingSeries(const Strategy& strategy) {
  const Index n = strategy.iterations();
  NoisingSeries series{std::vector<double>(n, 0.0), {}, n};
  std::vector<double>& g = series.g;
  g[0] = 1;
  strategy.solve(g, g);
  const double diagonal = strategy.inverseEntry(0, 0);
  series.scales.reserve(n);
  for (Index k = 0; k < n; ++k) {
    const double own = strategy.inverseEntry(k, k);
    if (own != diagonal) series.firstScaled = std::min(series.firstScaled, k);
    series.scales.push_back(own == diagonal ? 1 : diagonal / own);
    g[k] *= series.scales.back();
  }
  while (g.size() > 1 && g.back() == 0) g.pop_back();
  return series;
}

std::vector<double> bySeries(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  const NoisingSeries series = noisingSeries(strategy);
  std::vector<double> w(series.g);
  w.resize(n, 0.0);
  workload.multiply(w, w);
  std::vector<double> variances;
  variances.reserve(n);
  double sum = 0;
  for (const double value : w) variances.push_back(sum += value * value);
  if (series.firstScaled == n) return variances;
  const std::vector<double> rows = rescaledRows(
      series.g, w, 0, [&](Index column) { return series.scales[column]; }, series.firstScaled, n, workload, control);
  if (rows.empty()) return {};
  std::ranges::copy(rows, variances.end() - std::ssize(rows));
  return variances;
}

std::vector<double> byColumns(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations(), rows = strategy.rows();
  checkInteger("iterations", n, 1, kMostByColumns, Core::tr("columns of A C⁻¹ are made one by one"));
  const bool stored = strategy.kind().blockSize.exists();
  std::vector<double> variances(n, 0.0), column(n), unit(rows), block;
  for (Index first = 0; first < rows; first += kColumnsTogether) {
    if (control.stopRequested()) return {};
    control.report(static_cast<double>(first) / static_cast<double>(rows), Core::tr("error of the strategy"));
    const Index width = std::min(kColumnsTogether, rows - first);
    block.resize(n * width);
    for (Index c = 0; c < width; ++c) {
      if (stored) {
        for (Index i = 0; i < n; ++i) column[i] = strategy.inverseEntry(i, first + c);
      } else {
        std::ranges::fill(unit, 0.0);
        unit[first + c] = 1;
        strategy.solve(unit, column);
      }
      if (!workload.isMatrix()) workload.multiply(column, column);
      for (Index i = 0; i < n; ++i) block[i * width + c] = column[i];
    }
    if (workload.isMatrix()) workload.multiplyColumns(block, width);
    for (Index i = 0; i < n; ++i) {
      for (Index c = 0; c < width; ++c) variances[i] += block[i * width + c] * block[i * width + c];
    }
  }
  return variances;
}

}  // namespace

// The gradient in f is A^T of that in w.
double seriesEnergy(const Workload& workload, std::span<double> f, bool accumulated, bool differentiate) {
  workload.multiply(f, f);
  double energy = 0;
  for (std::size_t t = 0; t < f.size(); ++t) {
    const double weight = accumulated ? static_cast<double>(f.size() - t) : 1;
    energy += weight * f[t] * f[t];
    if (differentiate) f[t] *= 2 * weight;
  }
  if (!differentiate) return energy;
  std::ranges::reverse(f);
  workload.multiply(f, f);
  std::ranges::reverse(f);
  return energy;
}

// D[i, i - d] = w_d + sum_l a_l (1 / s_(i-l) - 1) g_(d-l): what the rescaled rows of C^-1 change is a product of
// series.
std::vector<double> rescaledRows(std::span<const double> g, std::span<const double> w, double limit,
                                 const std::function<double(Index)>& scale, Index first, Index iterations,
                                 const Workload& workload, const RunControl& control) {
  std::vector<double> a(iterations - first);
  if (!a.empty()) workload.coefficients(0, a);
  std::vector<double> squares{0};  // of the first terms of w
  squares.reserve(w.size() + 1);
  for (const double value : w) squares.push_back(squares.back() + value * value);
  const auto squaresBefore = [&](Index d) {
    const Index known = std::min(d, std::ssize(w));
    return squares[known] + static_cast<double>(d - known) * limit * limit;
  };
  std::vector<double> change, variances;
  variances.reserve(a.size());
  for (Index i = first; i < iterations; ++i) {
    if (control.stopRequested()) return {};
    change.assign(i - first + 1, 0.0);
    for (Index l = 0; l < std::ssize(change); ++l) change[l] = a[l] * (1 / scale(i - l) - 1);
    const Index count = std::min(i + 1, std::ssize(change) + std::ssize(g) - 1);
    const std::vector<double> moved = productOf(change, g, count);
    double sum = squaresBefore(i + 1) - squaresBefore(count);
    for (Index d = 0; d < count; ++d) {
      const double value = (d < std::ssize(w) ? w[d] : limit) + moved[d];
      sum += value * value;
    }
    variances.push_back(sum);
  }
  return variances;
}

std::vector<double> seriesVariances(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const bool series = workload.isToeplitz() && (strategy.kind().series || strategy.isIdentity());
  return series ? bySeries(strategy, workload, control) : byColumns(strategy, workload, control);
}

}  // namespace noiseloom
