#include "core/participation/separated_sum.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace noiseloom {
namespace {

// A choice of positions: its value as a function of the price of a position is the line sum - price * count.
struct Choice {
  double sum = 0;
  Index count = 0;
  double at(double price) const { return sum - price * static_cast<double>(count); }
};

class PricedChoice {
 public:
  PricedChoice(std::span<const double> values, Index separation)
      : m_values(values), m_separation(separation), m_best(values.size() + m_separation) {}

  // The best choice of any number of positions, each at that price.
  Choice operator()(double price) {
    std::fill(m_best.end() - static_cast<std::ptrdiff_t>(m_separation), m_best.end(), Choice{});
    for (std::size_t i = m_values.size(); i-- > 0;) {
      const Choice& later = m_best[i + m_separation];
      const Choice taken{later.sum + m_values[i], later.count + 1};
      const Choice skipped = i + 1 < m_values.size() ? m_best[i + 1] : Choice{};
      m_best[i] = taken.at(price) > skipped.at(price) ? taken : skipped;
    }
    return m_best[0];
  }

 private:
  std::span<const double> m_values;
  std::size_t m_separation;
  std::vector<Choice> m_best;  // over positions i and later
};

}  // namespace

double bestSeparatedSum(std::span<const double> values, Index hits, Index separation, const RunControl& control) {
  if (values.empty()) return 0;
  const auto n = std::ssize(values);
  separation = std::min(separation, n);
  PricedChoice best(values, separation);
  Choice many = best(0);
  if (many.count <= hits) return many.sum;
  Choice few;  // at the price of the largest value, nothing is worth taking
  // The Lagrangian is a convex polygon in the price: move to the two lines' intersection until no line is above it.
  while (!control.stopRequested()) {
    const double price = (many.sum - few.sum) / static_cast<double>(many.count - few.count);
    const double met = many.at(price);
    const Choice found = best(price);
    const bool known = found.count == many.count || found.count == few.count;
    if (known || found.at(price) <= met + 1e-15 * many.sum)
      return std::max(met, found.at(price)) + price * static_cast<double>(hits);
    (found.count > hits ? many : few) = found;
  }
  return std::numeric_limits<double>::infinity();
}

double bestCombSum(std::span<const double> values, Index hits, Index separation) {
  const auto n = std::ssize(values);
  double best = 0;
  for (Index first = 0; first < std::min(separation, n); ++first) {
    // A window of `hits` values of this residue, from the last ones on; in long double, so that adding and subtracting
    // a value leaves no error in a double.
    long double sum = 0;
    const Index last = first + (n - 1 - first) / separation * separation;
    for (Index i = last; i >= 0; i -= separation) {
      sum += values[i];
      const Index leaving = (last - i) / separation >= hits ? i + hits * separation : n;
      if (leaving < n) sum -= values[leaving];
      best = std::max(best, static_cast<double>(sum));
    }
  }
  return best;
}

}  // namespace noiseloom
