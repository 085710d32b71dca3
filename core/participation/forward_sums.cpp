#include "core/participation/forward_sums.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/participation/gram_rows.h"
#include "core/participation/reported_rows.h"
#include "core/participation/separated_sum.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

constexpr Index kMostSumEntries = Index{1} << 26;
constexpr double kMostTableWork = 2e9;

// Limit on the partners of a hit among the columns that it can interact with.
Index mostPartners(Index bands, Index hits, Index separation) {
  return std::min(hits - 1, (bands - 1) / separation);
}

// best(m), m = 1, 2, ..: the best sum of at most m of the values, `separation` apart; one call computes the next m.
class SeparatedLevels {
 public:
  SeparatedLevels(Index size, Index separation) : m_separation(separation), m_fewer(size + separation) {
    m_best = m_fewer;
  }
  void restart() {
    std::fill(m_fewer.begin(), m_fewer.end(), 0.0);
    std::fill(m_best.begin(), m_best.end(), 0.0);
  }
  double next(std::span<const double> values) {
    for (std::size_t i = values.size(); i-- > 0;) {
      const double later = i + 1 < values.size() ? m_best[i + 1] : 0;
      m_best[i] = std::max(later, values[i] + m_fewer[i + m_separation]);
    }
    std::swap(m_best, m_fewer);
    return m_fewer[0];
  }

 private:
  std::size_t m_separation;
  std::vector<double> m_fewer;
  std::vector<double> m_best;
};

}  // namespace

ForwardSums::ForwardSums(const Strategy& strategy, Index hits, Index separation, bool keepRows,
                         const RunControl& control)
    : m_iterations(strategy.iterations()), m_bands(strategy.bands()), m_hits(hits), m_separation(separation) {
  const Index partners = mostPartners(m_bands, hits, separation);
  const bool endless = hits > (m_iterations - 1) / separation;
  if (!endless && (partners + 1) * m_iterations <= kMostSumEntries) m_levels = partners + 1;
  m_sums.resize(m_levels * m_iterations);
  if (keepRows) m_rows.resize(m_bands * m_iterations, 0.0);
  GramRows rows(strategy, GramRows::separated(separation));
  double diagonal = 0;
  std::vector<double> row(rows.count());
  std::vector<double> reach = row;
  SeparatedLevels levels(rows.count(), separation);
  for (Index i = m_iterations - 1; i >= 0 && !control.stopRequested(); --i) {
    const auto sums = m_sums.begin() + i * m_levels;
    if (i % kReportedRows == 0)
      control.report(1 - static_cast<double>(i) / static_cast<double>(m_iterations),
                     Core::tr("finding the sensitivity"));
    const Index same = rows.next(diagonal, row);
    std::transform(row.begin(), row.end(), reach.begin(), [](double x) { return std::abs(x); });
    if (same > 0) {
      std::copy_n(sums + same * m_levels, m_levels, sums);
    } else {
      m_allPositive = m_allPositive && std::all_of(row.begin(), row.end(), [](double x) { return x >= 0; });
      const auto end = std::find_if(reach.rbegin(), reach.rend(), [](double x) { return x > 0; }).base();
      levels.restart();
      double sum = diagonal;
      if (m_levels > 1) *sums = sum;
      bool more = true;  // true if a further partner made a difference
      for (Index m = 1; m <= partners && (more || m_levels > 1); ++m) {
        const double before = sum;
        if (more) sum = diagonal + 2 * levels.next({reach.begin(), end});
        more = sum > before;
        if (m_levels > 1) sums[m] = sum;
      }
      if (m_levels == 1) *sums = sum;
    }
    if (keepRows) {
      m_rows[i * m_bands] = diagonal;
      std::copy(reach.begin(), reach.end(), m_rows.begin() + i * m_bands + separation);
    }
  }
}

double ForwardSums::work(const Strategy& strategy, Index hits, Index separation) {
  const auto n = static_cast<double>(strategy.iterations());
  const auto b = static_cast<double>(strategy.bands());
  const bool blocks = sizesOf(strategy).blockSize > 0;
  const double rows = strategy.kind().series || blocks ? std::min(n, 2 * b) : n;
  // The later a row of a block, the shorter it is.
  const double reach = static_cast<double>(strategy.bands() - separation) / (blocks ? 2 : 1);
  // A step of the sums' recurrence takes about as long as four multiply-adds.
  return GramRows::work(strategy, GramRows::separated(separation)) +
         4 * rows * reach * static_cast<double>(mostPartners(strategy.bands(), hits, separation)) + 20 * n;
}

double ForwardSums::bound(const RunControl& control) const {
  const bool tabulated =
      m_levels > 1 && static_cast<double>(m_iterations) * static_cast<double>(m_hits) <= kMostTableWork;
  if (!tabulated) {
    std::vector<double> whole(m_iterations);
    for (Index i = 0; i < m_iterations; ++i) whole[i] = at(i, m_hits);
    return bestSeparatedSum(whole, m_hits, m_separation, control);
  }
  SeparatedLevels levels(m_iterations, m_separation);
  std::vector<double> values(m_iterations);
  double best = 0;
  for (Index left = 1; left <= m_hits; ++left) {
    if (control.stopRequested()) return std::numeric_limits<double>::infinity();
    if (left <= m_levels) {
      for (Index i = 0; i < m_iterations; ++i) values[i] = at(i, left);
    }
    best = levels.next(values);
  }
  return best;
}

}  // namespace noiseloom
