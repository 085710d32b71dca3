#include "core/mechanism/amplified/comb.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/linalg/power_series.h"

namespace noiseloom {

BinnedComb::BinnedComb(Index iterations, Index bins, std::span<const double> coefficients, std::vector<Index> rows)
    : m_iterations(iterations),
      m_bins(bins),
      m_rows(std::move(rows)),
      m_sums(static_cast<std::size_t>(iterations), 0.0) {
  if (m_rows.empty()) {
    m_rows.resize(static_cast<std::size_t>(bins));
    std::iota(m_rows.begin(), m_rows.end(), Index{0});
  }
  std::copy(coefficients.begin(), coefficients.end(), m_sums.begin());
  const std::size_t n = iterations;
  const std::size_t b = bins;
  for (std::size_t u = b; u < n; ++u) m_sums[u] += m_sums[u - b];

  const std::vector<double> first = seriesCorrelation(m_sums, m_sums, bins);
  std::vector<double> ends(m_sums.rbegin(), m_sums.rbegin() + std::min(bins, iterations));  // t[n - 1], t[n - 2], ..
  ends.resize(b, 0.0);
  std::vector<double> row = first, next(b);
  m_gram.reserve(m_rows.size() * b);
  auto kept = m_rows.begin();
  for (std::size_t i = 0; kept != m_rows.end(); ++i) {
    if (static_cast<Index>(i) == *kept) {
      m_gram.insert(m_gram.end(), row.begin(), row.end());
      ++kept;
    }
    if (i + 1 == b) break;
    next[0] = first[i + 1];
    for (std::size_t j = 1; j < b; ++j) next[j] = row[j - 1] - ends[j - 1] * ends[i];
    row.swap(next);
  }
}

void BinnedComb::addGramGradient(std::span<const double> byGram, std::span<double> bySums) const {
  const std::size_t n = m_iterations;
  const std::size_t b = m_bins;
  std::vector<double> byFirst(b);
  // Down the diagonal of G[i, j], the sum of all entries from row i on, and what each t[n - j] gets.
  std::vector<double> rest(b + 1, 0.0), byEnd(b, 0.0);
  auto kept = m_rows.rbegin();
  for (std::size_t i = b; i-- > 0;) {
    std::copy(rest.begin() + 1, rest.end(), rest.begin());
    if (kept != m_rows.rend() && *kept == static_cast<Index>(i)) {
      ++kept;
      const double* row = byGram.data() + static_cast<std::size_t>(m_rows.rend() - kept) * b;
      for (std::size_t j = 0; j < b; ++j) rest[j] += row[j];
    }
    if (i == 0) break;
    byFirst[i] += rest[0];
    const double own = m_sums[n - i];
    double byOwn = 0;
    for (std::size_t j = 1; j < b; ++j) {
      byOwn += rest[j] * m_sums[n - j];
      byEnd[j] -= rest[j] * own;
    }
    byEnd[i] -= byOwn;
  }
  for (std::size_t j = 1; j < b; ++j) bySums[n - j] += byEnd[j];
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
