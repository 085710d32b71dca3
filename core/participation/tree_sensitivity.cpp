#include "core/participation/tree_sensitivity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/participation/tree_patterns.h"

namespace noiseloom {
namespace {

constexpr Index kMostCounted = Index{1} << 25;
constexpr Index kPoll = 1 << 16;

// Hits in the nodes that can hold two of them, those of more than `separation` leaves, and the sum of their squares
// over all nodes; smaller nodes hold at most one hit and need no count.
class NodeCounts {
 public:
  NodeCounts(const TreeStrategy& tree, Index separation) : m_iterations(tree.iterations()) {
    while (m_first < tree.levels() && (Index{1} << m_first) <= separation) ++m_first;
    for (Index h = m_first; h < tree.levels(); ++h)
      m_counts.emplace_back(static_cast<std::size_t>(m_iterations >> h), std::int32_t{0});
  }
  void add(Index leaf) { m_squares += smallNodes(leaf) + change(leaf, 1); }
  void remove(Index leaf) { m_squares += change(leaf, -1) - smallNodes(leaf); }
  Index squares() const { return m_squares; }

 private:
  Index smallNodes(Index leaf) const {
    Index nodes = 0;
    while (nodes < m_first && (leaf >> nodes) < (m_iterations >> nodes)) ++nodes;
    return nodes;
  }
  Index change(Index leaf, std::int32_t by) {
    Index difference = 0;
    for (std::size_t level = 0; level < m_counts.size(); ++level) {
      const std::size_t node = leaf >> (m_first + static_cast<Index>(level));
      if (node >= m_counts[level].size()) break;  // not complete, like all larger ones
      std::int32_t& count = m_counts[level][node];
      difference += 2 * static_cast<Index>(by) * count + 1;
      count += by;
    }
    return difference;
  }

  Index m_iterations;
  Index m_first = 0;  // height of the smallest counted nodes
  Index m_squares = 0;
  std::vector<std::vector<std::int32_t>> m_counts;  // by height, then position
};

// A window of `hits` leaves slides down each residue of the separation.
double worstCombSquared(const TreeStrategy& tree, Index hits, Index separation, const RunControl& control) {
  const Index n = tree.iterations();
  NodeCounts counts(tree, separation);
  Index worst = 0;
  Index moves = 0;
  for (Index residue = 0; residue < separation; ++residue) {
    Index first = residue;
    Index leaf = residue;
    for (; leaf < n; leaf += separation) {
      if (++moves % kPoll == 0 && control.stopRequested()) return std::numeric_limits<double>::infinity();
      if ((leaf - first) / separation >= hits) {
        counts.remove(first);
        first += separation;
      }
      counts.add(leaf);
      worst = std::max(worst, counts.squares());
    }
    for (; first < leaf; first += separation) counts.remove(first);
  }
  return static_cast<double>(worst);
}

// A node of 2^h leaves holds at most m = ceil(2^h / s) hits. The sum of squares is convex, so at each height it is
// largest when floor(k / m) nodes are full and one holds the rest.
double levelBoundSquared(const TreeStrategy& tree, Index hits, Index separation) {
  double total = 0;
  for (Index h = 0; h < tree.levels(); ++h) {
    const Index size = Index{1} << h;
    const Index nodes = tree.iterations() >> h;
    const Index most = (size - 1) / separation + 1;
    const Index full = std::min(nodes, hits / most);
    const Index rest = full < nodes ? std::min(most, hits - full * most) : 0;
    const auto square = [](Index count) { return static_cast<double>(count) * static_cast<double>(count); };
    total += static_cast<double>(full) * square(most) + square(rest);
  }
  return total;
}

}  // namespace

Sensitivity treeSensitivity(const TreeStrategy& tree, Participation::Schema schema, Index hits, Index separation,
                            const RunControl& control) {
  const bool fixed = schema == Participation::Schema::FixedEpochOrder;
  if (!fixed) {
    if (const auto worst = worstTreePatternSquared(tree.iterations(), hits, separation, control))
      return {std::sqrt(*worst), BoundKind::Exact};
  }
  const double bound = levelBoundSquared(tree, hits, separation);
  if (tree.iterations() > kMostCounted) return {std::sqrt(bound), BoundKind::UpperBound};
  const double comb = worstCombSquared(tree, hits, separation, control);
  if (!std::isfinite(comb)) return {comb, BoundKind::UpperBound};
  if (fixed || comb >= bound) return {std::sqrt(comb), BoundKind::Exact};
  return {std::sqrt(bound), BoundKind::UpperBound};
}

}  // namespace noiseloom
