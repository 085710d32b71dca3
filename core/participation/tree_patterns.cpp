#include "core/participation/tree_patterns.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace noiseloom {
namespace {

constexpr double kMostPairs = 1e7;
constexpr Index kMostHits = 4096;

// Hits in a node, each as early as the earlier ones allow. If the node has to wait for `wait` steps, because the last
// hit before it is so near, the choice is possible while wait <= room, and the next node then has to wait for
// max(after, wait + hits * separation - leaves).
struct NodeChoice {
  Index room = 0;
  Index after = 0;
  double squares = 0;  // sum over the node and all nodes inside it
};

// The choices in a node, or in adjacent nodes, by their number of hits: of each number, those that no other one with as
// much room, as short a wait and as many squares beats.
struct Node {
  Index leaves = 0;
  std::vector<std::vector<NodeChoice>> byHits;
};

class TreePatterns {
 public:
  TreePatterns(Index hits, Index separation, const RunControl& control)
      : m_control(control), m_hits(hits), m_separation(separation) {}

  // A node that holds one hit at most: a hit counts in it and in the nodes below.
  Node small(Index height) const {
    const Index leaves = Index{1} << height;
    return {leaves,
            {{{m_separation - 1, 0, 0}},
             {{leaves - 1, std::max<Index>(m_separation - leaves, 0), static_cast<double>(height + 1)}}}};
  }

  // Two adjacent nodes; `joined` if they are the halves of one.
  Node pair(const Node& left, const Node& right, bool joined) {
    Node node{left.leaves + right.leaves, {}};
    const Index most = std::min(m_hits, static_cast<Index>(left.byHits.size() + right.byHits.size()) - 2);
    for (Index count = 0; count <= most && !gaveUp(); ++count) {
      std::vector<NodeChoice> found;
      const auto first = std::max<Index>(0, count + 1 - std::ssize(right.byHits));
      for (Index before = first; before <= count && before < std::ssize(left.byHits); ++before)
        join(left, before, right, count - before, found);
      const double square = joined ? static_cast<double>(count) * static_cast<double>(count) : 0;
      for (NodeChoice& choice : found) choice.squares += square;
      keepTheBest(found);
      if (found.empty()) break;  // nor do more hits fit
      node.byHits.push_back(std::move(found));
    }
    return node;
  }

  // Nothing precedes the node: how long it could wait no longer matters.
  static void begin(Node& node) {
    for (auto& choices : node.byHits) {
      for (NodeChoice& choice : choices) choice.room = 0;
      keepTheBest(choices);
    }
  }

  bool gaveUp() const { return m_pairs > kMostPairs || m_control.stopRequested(); }

 private:
  void join(const Node& left, Index before, const Node& right, Index behind, std::vector<NodeChoice>& found) {
    const auto& choices = left.byHits[before];
    const auto& others = right.byHits[behind];
    m_pairs += static_cast<double>(choices.size()) * static_cast<double>(others.size());
    const Index delay = before * m_separation - left.leaves, delayBehind = behind * m_separation - right.leaves;
    for (const NodeChoice& x : choices) {
      for (const NodeChoice& y : others) {
        if (x.after > y.room) continue;
        found.push_back({std::min(x.room, std::min(y.room - delay, m_separation - 1)),
                         std::max(y.after, x.after + delayBehind), x.squares + y.squares});
      }
    }
  }

  static void keepTheBest(std::vector<NodeChoice>& choices) {
    std::ranges::sort(choices, [](const NodeChoice& x, const NodeChoice& y) {
      return std::tie(y.squares, y.room, x.after) < std::tie(x.squares, x.room, y.after);
    });
    std::vector<NodeChoice> kept;
    for (const NodeChoice& choice : choices) {
      const bool beaten = std::ranges::any_of(
          kept, [&](const NodeChoice& other) { return other.room >= choice.room && other.after <= choice.after; });
      if (!beaten) kept.push_back(choice);
    }
    choices = std::move(kept);
  }

  const RunControl& m_control;
  Index m_hits;
  Index m_separation;
  double m_pairs = 0;
};

}  // namespace

std::optional<double> worstTreePatternSquared(Index iterations, Index hits, Index separation,
                                              const RunControl& control) {
  if (hits > kMostHits) return std::nullopt;
  // No choice waits for longer than the number of steps.
  separation = std::min(separation, iterations);
  TreePatterns patterns(hits, separation, control);
  std::vector<Node> nodes;  // by height
  for (Index h = 0; h < static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(iterations))); ++h) {
    const bool holdsOne = (Index{1} << h) <= separation;
    nodes.push_back(holdsOne ? patterns.small(h) : patterns.pair(nodes.back(), nodes.back(), true));
    if (patterns.gaveUp()) return std::nullopt;
  }
  // Adjacent complete trees, largest first: one for each binary digit of the iterations.
  Node all{0, {{NodeChoice{}}}};
  for (auto h = std::ssize(nodes); h-- > 0;) {
    if ((iterations >> h & 1) == 0) continue;
    all = patterns.pair(all, nodes[h], false);
    if (patterns.gaveUp()) return std::nullopt;
    TreePatterns::begin(all);
  }
  double worst = 0;
  for (const auto& choices : all.byHits) {
    for (const NodeChoice& choice : choices) worst = std::max(worst, choice.squares);
  }
  return worst;
}

}  // namespace noiseloom
