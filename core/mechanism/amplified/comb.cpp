#include "core/mechanism/amplified/comb.h"

#include <algorithm>

#include "core/linalg/power_series.h"

namespace noiseloom {

BinnedComb::BinnedComb(Index iterations, Index bins, std::span<const double> coefficients)
    : m_iterations(iterations), m_bins(bins), m_sums(static_cast<std::size_t>(iterations), 0.0), m_gram(bins * bins) {
  std::copy(coefficients.begin(), coefficients.end(), m_sums.begin());
  const std::size_t n = iterations;
  const std::size_t b = bins;
  for (std::size_t u = b; u < n; ++u) m_sums[u] += m_sums[u - b];

  const std::vector<double> first = seriesCorrelation(m_sums, m_sums, bins);
  for (std::size_t j = 0; j < b; ++j) m_gram[j] = m_gram[j * b] = first[j];
  for (std::size_t i = 1; i < b; ++i) {
    const double* above = m_gram.data() + (i - 1) * b;
    double* row = m_gram.data() + i * b;
    const double own = m_sums[n - i];
    for (std::size_t j = 1; j < b; ++j) row[j] = above[j - 1] - m_sums[n - j] * own;
  }
}

void BinnedComb::addGramGradient(std::span<const double> byGram, std::span<double> bySums) const {
  const std::size_t n = m_iterations;
  const std::size_t b = m_bins;
  std::vector<double> byFirst(b);
  std::vector<double> rest(b + 1, 0.0);  // sum of all entries from row i on, down the diagonal of G[i, j]
  for (std::size_t i = b; i-- > 0;) {
    const double* row = byGram.data() + i * b;
    for (std::size_t j = 0; j < b; ++j) rest[j] = row[j] + rest[j + 1];
    if (i == 0) break;
    byFirst[i] += rest[0];
    const double own = m_sums[n - i];
    double byOwn = 0;
    for (std::size_t j = 1; j < b; ++j) {
      byOwn += rest[j] * m_sums[n - j];
      bySums[n - j] -= rest[j] * own;
    }
    bySums[n - i] -= byOwn;
  }
  for (std::size_t j = 0; j < b; ++j) byFirst[j] += rest[j];
  const std::vector<double> later = seriesCorrelation(m_sums, byFirst, m_iterations);
  const std::vector<double> earlier = seriesProduct(byFirst, m_sums, m_iterations);
  for (std::size_t u = 0; u < n; ++u) bySums[u] += later[u] + earlier[u];
}

void BinnedComb::coefficientGradient(std::span<const double> bySums, std::span<double> byCoefficient) const {
  std::vector<double> whole(bySums.begin(), bySums.end());
  const std::size_t b = m_bins;
  for (std::size_t u = whole.size(); u-- > b;) whole[u - b] += whole[u];
  std::copy_n(whole.begin(), byCoefficient.size(), byCoefficient.begin());
}

}  // namespace noiseloom
