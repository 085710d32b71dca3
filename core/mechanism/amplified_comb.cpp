#include "core/mechanism/amplified_comb.h"

#include <algorithm>

#include "core/linalg/power_series.h"

namespace noiseloom {

AmplifiedComb::AmplifiedComb(Index iterations, Index bins, std::span<const double> coefficients)
    : m_iterations(iterations),
      m_bins(bins),
      m_sums(static_cast<std::size_t>(iterations), 0.0),
      m_gram(static_cast<std::size_t>(bins * bins)) {
  std::copy(coefficients.begin(), coefficients.end(), m_sums.begin());
  const auto n = static_cast<std::size_t>(iterations);
  const auto b = static_cast<std::size_t>(bins);
  for (std::size_t u = b; u < n; ++u) m_sums[u] += m_sums[u - b];

  const std::vector<double> first = seriesCorrelation(m_sums, m_sums, bins);
  for (std::size_t d = 0; d < b; ++d) {
    double value = first[d];
    for (std::size_t i = 0; i + d < b; ++i) {
      if (i > 0) value -= m_sums[n - d - i] * m_sums[n - i];
      m_gram[i * b + i + d] = m_gram[(i + d) * b + i] = value;
    }
  }
}

void AmplifiedComb::addGramGradient(std::span<const double> byGram, std::span<double> bySums) const {
  const auto n = static_cast<std::size_t>(m_iterations);
  const auto b = static_cast<std::size_t>(m_bins);
  std::vector<double> byFirst(b);
  for (std::size_t d = 0; d < b; ++d) {
    double rest = 0;  // of all entries from i on along the diagonal
    for (std::size_t i = b - d; i-- > 0;) {
      rest += byGram[i * b + i + d];
      if (d > 0) rest += byGram[(i + d) * b + i];
      if (i == 0) break;
      bySums[n - d - i] -= rest * m_sums[n - i];
      bySums[n - i] -= rest * m_sums[n - d - i];
    }
    byFirst[d] = rest;
  }
  const std::vector<double> later = seriesCorrelation(m_sums, byFirst, m_iterations);
  const std::vector<double> earlier = seriesProduct(byFirst, m_sums, m_iterations);
  for (std::size_t u = 0; u < n; ++u) bySums[u] += later[u] + earlier[u];
}

void AmplifiedComb::coefficientGradient(std::span<const double> bySums, std::span<double> byCoefficient) const {
  std::vector<double> whole(bySums.begin(), bySums.end());
  const auto b = static_cast<std::size_t>(m_bins);
  for (std::size_t u = whole.size(); u-- > b;) whole[u - b] += whole[u];
  std::copy_n(whole.begin(), byCoefficient.size(), byCoefficient.begin());
}

}  // namespace noiseloom
