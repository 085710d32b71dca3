#include "core/balls_in_bins/nested/pair_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/balls_in_bins/bin_mixture.h"

namespace noiseloom {
namespace {

constexpr Index kMostRows = 16;
constexpr Index kFewestRows = 4;
constexpr Index kMostEntries = Index{1} << 14;  // of rows that are sorted
constexpr Index kMostParts = 16;                // of a level

/// Means of equal parts of a row from `from` to `to`, both real numbers of entries.
std::vector<double> partMeans(const std::vector<double>& row, double from, double to) {
  const auto size = static_cast<double>(row.size());
  const Index parts = std::clamp<Index>(static_cast<Index>(std::ceil(to - from)), 1, kMostParts);
  const double width = (to - from) / static_cast<double>(parts);
  std::vector<double> means;
  for (Index part = 0; part < parts; ++part) {
    const double begin = from + static_cast<double>(part) * width, end = std::min(begin + width, size);
    double sum = 0;
    for (double at = begin; at < end;) {
      const double entry = std::floor(at), next = std::min(entry + 1, end);
      sum += (next - at) * row[static_cast<std::size_t>(entry)];
      at = next;
    }
    means.push_back(sum / (end - begin));
  }
  return means;
}

}  // namespace

int depthOf(Index leaves) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(leaves - 1)));
}

PairLevels::PairLevels(const BinGram& gram) : m_bins(gram.bins) {
  std::vector<double> own;
  for (Index i = 0; i < m_bins; ++i) {
    checkEntry(gram, i, i);
    own.push_back(gram(i, i));
  }
  std::ranges::sort(own, std::greater());
  const auto bins = static_cast<double>(m_bins);
  m_norm = std::sqrt(std::accumulate(own.begin(), own.end(), 0.0) / bins);

  const Index rows = std::min(m_bins, std::clamp(kMostEntries / m_bins, kFewestRows, kMostRows));
  std::vector<double> others(m_bins - 1, 0.0), sums;
  for (Index at = 0; at < rows; ++at) {
    const Index i = (2 * at + 1) * m_bins / (2 * rows);
    for (Index j = 0; j < m_bins; ++j) checkEntry(gram, i, j);
    std::vector<double> row(gram.values.begin() + i * m_bins, gram.values.begin() + (i + 1) * m_bins);
    sums.push_back(std::accumulate(row.begin(), row.end(), 0.0));
    row.erase(row.begin() + i);
    std::ranges::sort(row, std::greater());
    for (std::size_t j = 0; j < others.size(); ++j) others[j] += row[j] / static_cast<double>(rows);
  }
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(rows);
  double squares = 0;
  for (const double sum : sums) squares += (sum - mean) * (sum - mean);
  m_unevenness = std::sqrt(squares / static_cast<double>(rows)) / mean;

  const int depth = depthOf(m_bins);
  m_levels.push_back({1 / bins, partMeans(own, 0, bins)});
  double before = 1;  // of the pairs of one bin
  for (int level = 1; level <= depth; ++level) {
    const NodeSizes sizes(m_bins, depth - level);
    const auto small = static_cast<double>(sizes.smaller), large = static_cast<double>(sizes.larger);
    const double pairs =
        ((static_cast<double>(sizes.nodes) - large) * small * small + large * (small + 1) * (small + 1)) / bins;
    m_levels.push_back({(pairs - before) / bins, partMeans(others, before - 1, pairs - 1)});
    before = pairs;
  }
}

std::vector<double> PairLevels::exponents(double stddev) const {
  const double precision = 1 / (stddev * stddev);
  std::vector<double> found;
  for (const Level& level : m_levels) {
    const double top = level.products[0];
    double sum = 0;
    for (const double product : level.products) sum += std::exp(precision * (product - top));
    const double exponent = precision * top + std::log(sum / static_cast<double>(level.products.size()));
    found.push_back(found.empty() ? exponent : std::clamp(exponent, 0.0, found.back()));
  }
  return found;
}

double PairLevels::logSecondMoment(const std::vector<double>& exponents) const {
  double sum = 0;
  for (std::size_t level = 0; level < m_levels.size(); ++level)
    sum += m_levels[level].share * std::expm1(exponents[level]);
  return std::log1p(sum);
}

}  // namespace noiseloom
