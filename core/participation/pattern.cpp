#include "core/participation/pattern.h"

#include <cmath>
#include <numeric>
#include <vector>

namespace noiseloom {
namespace {

constexpr double kMostMultiplyAdds = 1e9;
constexpr double kMostStored = 1 << 25;  // entries
constexpr double kNoCorrelation = 1e-15;

// Groups of hits whose signs are tied to each other; `flipped` is a hit's sign against that of its group's root.
class SignGroups {
 public:
  explicit SignGroups(std::size_t hits) : m_parent(hits), m_flipped(hits, false) {
    std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
  }
  // Ties the signs of two hits, equal or opposite. Returns false if they are already tied the other way.
  bool tie(std::size_t a, std::size_t b, bool opposite) {
    const auto [rootA, flippedA] = find(a);
    const auto [rootB, flippedB] = find(b);
    if (rootA == rootB) return (flippedA != flippedB) == opposite;
    m_parent[rootB] = rootA;
    m_flipped[rootB] = (flippedA != flippedB) != opposite;
    return true;
  }

 private:
  std::pair<std::size_t, bool> find(std::size_t hit) {
    bool flipped = false;
    std::size_t root = hit;
    for (; m_parent[root] != root; root = m_parent[root]) flipped = flipped != m_flipped[root];
    m_flipped[hit] = flipped;
    m_parent[hit] = root;
    return {root, flipped};
  }

  std::vector<std::size_t> m_parent;
  std::vector<bool> m_flipped;
};

}  // namespace

bool signsCanAgree(const Strategy& strategy, std::span<const Index> pattern, const RunControl& control) {
  const Index b = strategy.bands();
  std::size_t pairs = 0;
  for (std::size_t j = 0, first = 0; j < pattern.size(); ++j) {
    while (pattern[j] - pattern[first] >= b) ++first;
    pairs += j - first;
  }
  if (static_cast<double>(pairs) * static_cast<double>(b) > kMostMultiplyAdds) return false;
  if (static_cast<double>(pattern.size()) * static_cast<double>(b) > kMostStored) return false;
  std::vector<std::vector<double>> columns;
  std::vector<double> norms;
  for (const Index j : pattern) {
    columns.push_back(strategy.column(j));
    norms.push_back(std::sqrt(strategy.columnNormSquared(j)));
  }
  SignGroups groups(pattern.size());
  for (std::size_t j = 0; j < pattern.size(); ++j) {
    if (control.stopRequested()) return false;
    for (std::size_t i = j; i-- > 0 && pattern[j] - pattern[i] < b;) {
      const Index apart = pattern[j] - pattern[i];
      if (apart >= std::ssize(columns[i])) continue;
      const double product = std::inner_product(columns[i].begin() + apart, columns[i].end(), columns[j].begin(), 0.0);
      if (std::abs(product) <= kNoCorrelation * norms[i] * norms[j]) continue;
      if (!groups.tie(i, j, product < 0)) return false;
    }
  }
  return true;
}

}  // namespace noiseloom
