#include "core/participation/pattern_search.h"

#include <algorithm>
#include <utility>

namespace noiseloom {
namespace {

constexpr double kMostSearchSteps = 3e7;
constexpr double kSameSum = 1e-12;  // relative: sums closer than that differ by rounding only

class Search {
 public:
  Search(const ForwardSums& sums, Index separation, const RunControl& control)
      : m_sums(sums), m_control(control), m_separation(separation) {}

  // Explores all patterns that continue the current one by at most `left` hits at `from` or later. shared[i] is the sum
  // of |X_ij| over the current hits j, `sum` that over pairs of them.
  void explore(Index from, Index left, double sum, const std::vector<double>& shared) {
    if (sum > m_worst.found) {
      m_worst.found = sum;
      m_worst.pattern = m_current;
    }
    const Index n = m_sums.iterations();
    if (left == 0 || from >= n) return;
    for (const auto& [bound, i] : branches(from, left, sum, shared)) {
      if (bound <= m_worst.found * (1 + kSameSum)) return;
      if (m_steps > kMostSearchSteps || m_control.stopRequested()) {
        m_worst.bound = std::max(m_worst.bound, bound);  // later branches have smaller bounds
        return;
      }
      const auto row = m_sums.row(i);
      std::vector<double> more = shared;
      for (Index j = i; j < std::min(n, i + std::ssize(row)); ++j) more[j] += row[j - i];
      m_current.push_back(i);
      explore(i + m_separation, left - 1, sum + row[0] + 2 * shared[i], more);
      m_current.pop_back();
    }
  }

  WorstPattern result() {
    m_worst.bound = std::max(m_worst.bound, m_worst.found);
    return std::move(m_worst);
  }

 private:
  // The next hit, and a bound on everything that begins with it; largest first.
  std::vector<std::pair<double, Index>> branches(Index from, Index left, double sum,
                                                 const std::vector<double>& shared) {
    const Index n = m_sums.iterations();
    const Index counts = std::min(left, (n - 1 - from) / m_separation + 1);
    std::vector<double> fewer(n + m_separation, 0.0);
    std::vector<double> best = fewer;
    std::vector<std::pair<double, Index>> found;
    for (Index m = 1; m <= counts; ++m) {
      for (Index i = n - 1; i >= from; --i) {
        const std::size_t at = i;
        const double here = m_sums.at(i, m) + 2 * shared[at] + fewer[at + static_cast<std::size_t>(m_separation)];
        best[at] = std::max(best[at + 1], here);
        if (m == counts) found.emplace_back(sum + here, i);
      }
      std::swap(best, fewer);
    }
    m_steps += static_cast<double>(n - from) * static_cast<double>(counts);
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
  }

  const ForwardSums& m_sums;
  const RunControl& m_control;
  Index m_separation;
  double m_steps = 0;
  WorstPattern m_worst;
  std::vector<Index> m_current;
};

}  // namespace

WorstPattern worstPattern(const ForwardSums& sums, Index hits, Index separation, const RunControl& control) {
  Search search(sums, separation, control);
  search.explore(0, hits, 0, std::vector<double>(sums.iterations(), 0.0));
  return search.result();
}

}  // namespace noiseloom
