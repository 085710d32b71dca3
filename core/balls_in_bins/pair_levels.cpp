#include "core/balls_in_bins/pair_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace noiseloom {
namespace {

constexpr Index kMostParts = 16;  // of a level

/// Calls take(part, entry, share) for each of as many equal parts of the entries from `from` to `to`, real numbers,
/// with the share of the part that the entry is.
template <class Take>
void forParts(Index parts, double from, double to, Take take) {
  const double width = (to - from) / static_cast<double>(parts);
  for (Index part = 0; part < parts; ++part) {
    double at = from + static_cast<double>(part) * width;
    const double end = part + 1 == parts ? to : at + width;
    while (at < end) {
      const double entry = std::floor(at), next = std::min(entry + 1, end);
      take(static_cast<std::size_t>(part), static_cast<std::size_t>(entry), (next - at) / width);
      at = next;
    }
  }
}

std::vector<double> partMeans(const std::vector<double>& row, double from, double to) {
  const Index parts = std::clamp<Index>(static_cast<Index>(std::ceil(to - from)), 1, kMostParts);
  std::vector<double> means(static_cast<std::size_t>(parts), 0.0);
  forParts(parts, from, to, [&](std::size_t part, std::size_t entry, double share) {
    means[part] += share * row[std::min(entry, row.size() - 1)];
  });
  return means;
}

/// Sorts the values, the largest first, and returns where each came from.
std::vector<std::uint32_t> sortedOrder(std::vector<double>& values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return values[a] > values[b] || (values[a] == values[b] && a < b);
  });
  std::vector<double> sorted;
  sorted.reserve(values.size());
  for (const std::uint32_t at : order) sorted.push_back(values[at]);
  values = std::move(sorted);
  return order;
}

}  // namespace

int depthOf(Index leaves) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(leaves - 1)));
}

PairLevels::PairLevels(const Rows& rows, const std::vector<std::size_t>& places) : m_bins(rows.count) {
  const Index bins = m_bins;
  const auto count = static_cast<double>(bins), many = static_cast<double>(places.size());
  std::vector<double> own, others(bins - 1, 0.0);
  for (const std::size_t place : places) own.push_back(std::max(0.0, rows.own(place)));
  for (const std::uint32_t at : sortedOrder(own)) {
    const std::size_t place = places[at];
    const auto i = static_cast<std::size_t>(rows.bins[place]);
    std::vector<double> row;
    for (const double product : rows.row(place)) row.push_back(std::max(0.0, product));
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
    Row& kept = m_rows.emplace_back(Row{place, i, sortedOrder(row)});
    for (std::uint32_t& bin : kept.order) bin += bin >= i ? 1 : 0;
    for (std::size_t j = 0; j < others.size(); ++j) others[j] += row[j] / many;
  }
  const int depth = depthOf(bins);
  m_levels.push_back({1 / count, 0, many, partMeans(own, 0, many)});
  double before = 1;  // of the pairs of one bin
  for (int level = 1; level <= depth; ++level) {
    const NodeSizes sizes(bins, depth - level);
    const auto small = static_cast<double>(sizes.smaller), large = static_cast<double>(sizes.larger);
    const double pairs =
        ((static_cast<double>(sizes.nodes) - large) * small * small + large * (small + 1) * (small + 1)) / count;
    m_levels.push_back({(pairs - before) / count, before - 1, pairs - 1, partMeans(others, before - 1, pairs - 1)});
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

double PairLevels::pullBack(double stddev, std::span<const double> weights, std::span<double> byProduct) const {
  const double precision = 1 / (stddev * stddev);
  double byLogStddev = 0;
  for (std::size_t l = 0; l < m_levels.size(); ++l) {
    const Level& level = m_levels[l];
    std::vector<double> byPart;
    for (const double product : level.products) byPart.push_back(std::exp(precision * (product - level.products[0])));
    const double sum = std::accumulate(byPart.begin(), byPart.end(), 0.0);
    for (std::size_t part = 0; part < byPart.size(); ++part) {
      byPart[part] *= weights[l] * precision / sum;
      byLogStddev -= 2 * byPart[part] * level.products[part];
    }
    forParts(std::ssize(byPart), level.from, level.to, [&](std::size_t part, std::size_t entry, double share) {
      if (l == 0) {
        const Row& row = m_rows[std::min(entry, m_rows.size() - 1)];
        byProduct[row.place * static_cast<std::size_t>(m_bins) + row.bin] += byPart[part] * share;
        return;
      }
      for (const Row& row : m_rows) {
        byProduct[row.place * static_cast<std::size_t>(m_bins) + row.order[std::min(entry, row.order.size() - 1)]] +=
            byPart[part] * share / static_cast<double>(m_rows.size());
      }
    });
  }
  return byLogStddev;
}

double PairLevels::logSecondMoment(const std::vector<double>& exponents) const {
  double sum = 0;
  for (std::size_t level = 0; level < m_levels.size(); ++level)
    sum += m_levels[level].share * std::expm1(exponents[level]);
  return std::log1p(sum);
}

}  // namespace noiseloom
