#include <algorithm>

#include "core/balls_in_bins/gram/bin_gram_kinds.h"
#include "core/linalg/parallel.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

// Beyond that many multiply-adds the lagged products go through transforms.
constexpr Index kMostDirectProducts = Index{1} << 27;

// t_r = sum over j of c[r - j bins]: the mean of bin i is t shifted down by i steps. From max(b, bins) on it repeats.
class FoldedColumn {
 public:
  FoldedColumn(std::span<const double> c, Index rows, Index bins)
      : m_settled(std::max<Index>(std::ssize(c), bins)), m_bins(bins) {
    const Index count = std::min(rows, m_settled + 2 * bins);
    m_values.resize(count);
    for (std::size_t r = 0; r < m_values.size(); ++r) {
      const double own = r < c.size() ? c[r] : 0;
      m_values[r] = own + (r >= static_cast<std::size_t>(bins) ? m_values[r - static_cast<std::size_t>(bins)] : 0);
    }
  }
  Index settled() const { return m_settled; }
  Index stored() const { return std::ssize(m_values); }
  double at(Index r) const {
    const Index position = r < stored() ? r : m_settled + (r - m_settled) % m_bins;
    return m_values[position];
  }
  /// sum of t_u t_{u + lag} over begin <= u < end; end + lag within what is stored.
  double lagged(Index begin, Index end, Index lag) const {
    const double* t = m_values.data();
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index u = begin; u < end; ++u) sum += t[u] * t[u + lag];
    return sum;
  }

 private:
  Index m_settled;
  Index m_bins;
  std::vector<double> m_values;
};

// sum over u < count of t_u t_{u + lag} for every lag < bins.
std::vector<double> directProducts(const FoldedColumn& t, Index count, Index bins, const RunControl& control) {
  std::vector<double> products(bins);
  const Index settled = std::min(count, t.settled());
  const Index periods = (count - settled) / bins;
  const Index rest = settled + (count - settled) % bins;
  constexpr Index kLagsAtOnce = 64;
  const bool complete =
      parallelFor((bins + kLagsAtOnce - 1) / kLagsAtOnce, control,
                  [&](Index part) {
                    for (Index lag = part * kLagsAtOnce; lag < std::min(bins, (part + 1) * kLagsAtOnce); ++lag) {
                      double sum = t.lagged(0, settled, lag) + t.lagged(settled, rest, lag);
                      if (periods > 0) sum += static_cast<double>(periods) * t.lagged(settled, settled + bins, lag);
                      products[lag] = sum;
                    }
                  },
                  bins * (settled + bins));
  if (!complete) products.clear();
  return products;
}

std::vector<double> transformedProducts(const FoldedColumn& t, Index count, Index bins) {
  std::vector<double> values(count + bins - 1);
  for (std::size_t u = 0; u < values.size(); ++u) values[u] = t.at(static_cast<Index>(u));
  std::vector<double> products = seriesCorrelation(values, std::span(values).first(count), bins);
  for (double& product : products) product = std::max(product, 0.0);
  return products;
}

}  // namespace

bool addToeplitzBins(std::span<const double> coefficients, Index rows, Index bins, std::span<double> lower,
                     const RunControl& control) {
  const FoldedColumn t(coefficients, rows, bins);
  // Bins bins - 1 and bins - 1 - lag first, from products of t; then up each diagonal, where a row enters at a time:
  // G[i, j] = G[i + 1, j + 1] + t[rows - 1 - i] t[rows - 1 - j].
  const Index count = std::max<Index>(0, rows - bins + 1);
  const Index direct = std::min(count, t.settled() + 2 * bins);
  std::vector<double> last(bins, 0.0);
  if (count > 0) {
    last = direct <= kMostDirectProducts / bins ? directProducts(t, count, bins, control)
                                                : transformedProducts(t, count, bins);
  }
  if (last.empty() || control.stopRequested()) return false;
  for (Index lag = 0; lag < bins; ++lag) {
    double sum = last[lag];
    for (Index i = bins - 1; i >= lag; --i) {
      if (i < bins - 1 && i < rows) sum += t.at(rows - 1 - i) * t.at(rows - 1 - i + lag);
      lower[i * bins + i - lag] += sum;
    }
  }
  return true;
}

}  // namespace noiseloom
