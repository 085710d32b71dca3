#include <cmath>
#include <numeric>
#include <utility>

#include "core/linalg/power_series.h"
#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Products of coefficients that are added up for the corner of one picture.
constexpr Index kMostProducts = Index{1} << 24;

// C^T C = diag(s) T^T T diag(s) of a banded Toeplitz T: the autocorrelation of c along the diagonals, but for the last
// b - 1 rows and columns, where the columns of T are cut off at n and rescaled.
class SeriesGram : public PictureSource {
 public:
  SeriesGram(std::vector<double> c, Index iterations, std::optional<ToeplitzStrategy> scaling)
      : m_c(std::move(c)), m_iterations(iterations), m_scaling(std::move(scaling)) {
    const auto b = std::ssize(m_c);
    if (b <= kFew) {
      std::vector<double> products(m_c.size(), 0.0);
      for (Index lag = 0; lag < b; ++lag) products[lag] = sumOfProducts(lag, b - lag);
      m_largest = LargestInRange(std::move(products));
    } else {
      std::vector<double> products = seriesCorrelation(m_c, m_c, b);
      // Rounding of the transforms must not show negative entries where there can be none.
      if (std::all_of(m_c.begin(), m_c.end(), [](double c) { return c >= 0; })) {
        for (double& product : products) product = std::max(product, 0.0);
      }
      m_largest = LargestInRange(std::move(products));
    }
    m_cutFrom = std::max<Index>(0, iterations - b + 1);
  }

  void draw(const PictureCanvas& canvas) const override {
    drawDiagonals(
        canvas,
        [this](Index least, Index most) {
          if (most < 0) return m_largest(-most, -least);
          return least > 0 ? m_largest(least, most) : m_largest(0, std::max(-least, most));
        },
        m_cutFrom, m_cutFrom);
    if (canvas.rows.end > m_cutFrom || canvas.columns.end > m_cutFrom) drawCorner(canvas);
  }
  double entry(Index row, Index column) const override {
    const Index last = std::max(row, column);
    const Index lag = last - std::min(row, column);
    if (lag >= bands()) return 0;
    if (last < m_cutFrom) return m_largest.at(lag);
    return sumOfProducts(lag, std::min(bands() - lag, m_iterations - last)) * scale(row) * scale(column);
  }

 private:
  static constexpr Index kFew = 2048;

  Index bands() const { return std::ssize(m_c); }
  double scale(Index column) const { return m_scaling ? m_scaling->columnScale(column) : 1; }
  // sum_(t < count) c_t c_(t + lag)
  double sumOfProducts(Index lag, Index count) const {
    double sum = 0;
    for (Index t = 0; t < count; ++t) sum += m_c[t] * m_c[t + lag];
    return sum;
  }

  // Diagonal by diagonal, from the end of the matrix up: each entry has one product more than the one below it.
  void drawCorner(const PictureCanvas& canvas) const {
    const auto& [rows, columns, control, picture] = canvas;
    const Index b = bands();
    const Index leastColumn = std::min(rows.begin, columns.begin);
    const Index least = std::max<Index>(0, std::max(rows.begin - columns.end, columns.begin - rows.end) + 1);
    const Index most = std::min(b - 1, m_iterations - 1 - leastColumn);
    const Index cell = std::min((rows.end - rows.begin) / rows.cells, (columns.end - columns.begin) / columns.cells);
    const Index step = (most - least + 1) * (b / 2 + 1) <= kMostProducts ? 1 : std::max<Index>(1, cell / 2);
    if (step > 1) picture.sampled = true;
    for (Index lag = least; lag <= most; lag += step) {
      if (!canvas.goesOn()) return;
      double sum = 0;
      const Index first = std::max(m_cutFrom, std::max(lag, leastColumn));
      for (Index last = m_iterations - 1; last >= first; --last) {
        const std::size_t t = m_iterations - 1 - last;
        if (static_cast<Index>(t) + lag < b) sum += m_c[t] * m_c[t + static_cast<std::size_t>(lag)];
        const Index other = last - lag;
        const bool below = rows.holds(last) && columns.holds(other);
        const bool above = rows.holds(other) && columns.holds(last);
        if (!below && !above) continue;
        const double value = m_scaling ? sum * scale(last) * scale(other) : sum;
        if (below) keepLarger(canvas.cell(rows.cellOf(last), columns.cellOf(other)), value);
        if (above) keepLarger(canvas.cell(rows.cellOf(other), columns.cellOf(last)), value);
      }
    }
  }

  std::vector<double> m_c;
  Index m_iterations;
  std::optional<ToeplitzStrategy> m_scaling;
  LargestInRange m_largest;  // the autocorrelation
  Index m_cutFrom;           // the first column that the end of the matrix cuts off
};

// With c_0 = 1, c_t = sum_p omega_p theta_p^(t-1) and T = n - 1 - max(i, j) products after the first, entry (i, j) is
// c_lag + sum_pq omega_p omega_q theta_q^lag (1 - (theta_p theta_q)^T) / (1 - theta_p theta_q).
class BltGram : public PictureSource {
 public:
  explicit BltGram(BltStrategy blt) : m_blt(std::move(blt)) {
    const auto& [theta, omega, inverseTheta, inverseOmega] = m_blt.parameters();
    // c falls from c_0 = 1 on.
    m_positive = std::all_of(omega.begin(), omega.end(), [](double value) { return value >= 0; }) &&
                 std::accumulate(omega.begin(), omega.end(), 0.0) <= 1;
    for (std::size_t p = 0; p < theta.size(); ++p) m_logs.push_back(std::log(theta[p]));
  }

  void draw(const PictureCanvas& canvas) const override {
    const bool sampled = !m_positive && canvas.pooled();
    canvas.picture.sampled = sampled;
    canvas.fillCells([&](double& cell, Index top, Index bottom, Index left, Index right) {
      // Where nothing is negative the largest entry is the nearest to the diagonal in the topmost rows: the columns are
      // longest there.
      cell = top >= left ? entry(top, std::min(top, right)) : entry(std::min(left, bottom), left);
      if (!sampled) return;
      for (const Index i : {top, bottom}) {
        for (const Index j : {left, right}) keepLarger(cell, entry(i, j));
      }
    });
  }
  double entry(Index row, Index column) const override {
    const Index last = std::max(row, column);
    const auto lag = static_cast<double>(last - std::min(row, column));
    const auto products = static_cast<double>(m_blt.iterations() - 1 - last);
    const auto& [theta, omega, inverseTheta, inverseOmega] = m_blt.parameters();
    double value = lag == 0 ? 1 : 0;
    for (std::size_t q = 0; q < theta.size(); ++q) {
      const double far = omega[q] * std::exp(m_logs[q] * lag);
      if (lag > 0) value += far / theta[q];
      double sum = 0;
      for (std::size_t p = 0; p < theta.size(); ++p) {
        const double log = m_logs[p] + m_logs[q];
        // (1 - r^T) / (1 - r)
        sum += omega[p] * (log == 0 ? products : std::expm1(log * products) / std::expm1(log));
      }
      value += far * sum;
    }
    return value;
  }

 private:
  BltStrategy m_blt;
  bool m_positive;
  std::vector<double> m_logs;
};

}  // namespace

SourcePointer gramSource(const Strategy& strategy, const RunControl& control) {
  if (const auto* blt = strategy.as<BltStrategy>()) return std::make_shared<BltGram>(*blt);
  std::vector<double> c{1.0};
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    c.assign(toeplitz->coefficients().begin(), toeplitz->coefficients().end());
  } else if (const auto* noising = strategy.as<InverseToeplitzStrategy>()) {
    c.assign(noising->strategyCoefficients().begin(), noising->strategyCoefficients().end());
  }
  if (control.stopRequested()) return nullptr;
  return std::make_shared<SeriesGram>(std::move(c), strategy.iterations(), columnScalingOf(strategy));
}

}  // namespace noiseloom
