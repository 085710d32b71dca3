#include "core/participation_mixture/sampling/rounds.h"

#include <algorithm>
#include <bit>

namespace noiseloom {
namespace {

constexpr Index kMostPlaced = 20'000;  // milliseconds

// The first round: t - 1 patterns modulo t - 1, the last one in the block of 0. All differences within blocks, each as
// often, make any two patterns meet as often in the t - 1 rounds.
class FirstRound {
 public:
  FirstRound(Index t, Index block)
      : m_modulus(t - 1),
        m_block(block),
        m_blocks(static_cast<std::size_t>(t - 1), -1),
        m_left(static_cast<std::size_t>(t - 1), block - 1) {
    m_blocks[0] = 0;
    m_found = place(0, {0});
  }
  bool found() const { return m_found; }
  const std::vector<int>& blocks() const { return m_blocks; }

 private:
  // Fills the block with these members, ascending, and those after it.
  bool place(int block, std::vector<Index> members) {
    if (std::ssize(members) == (block == 0 ? m_block - 1 : m_block)) {
      const auto free = std::ranges::find(m_blocks, -1);
      if (free == m_blocks.end()) return true;
      *free = block + 1;
      if (place(block + 1, {free - m_blocks.begin()})) return true;
      *free = -1;
      return false;
    }
    for (Index next = members.back() + 1; next < m_modulus && m_placed < kMostPlaced; ++next) {
      if (m_blocks[static_cast<std::size_t>(next)] >= 0) continue;
      ++m_placed;
      if (take(members, next, -1)) {
        m_blocks[static_cast<std::size_t>(next)] = block;
        members.push_back(next);
        if (place(block, members)) return true;
        members.pop_back();
        m_blocks[static_cast<std::size_t>(next)] = -1;
      }
      take(members, next, 1);
    }
    return false;
  }
  // Takes the differences of `next` to the members, or gives them back; false where one is taken too often.
  bool take(const std::vector<Index>& members, Index next, Index by) {
    bool enough = true;
    for (const Index member : members) {
      for (const Index difference : {next - member, m_modulus - (next - member)})
        enough = (m_left[static_cast<std::size_t>(difference)] += by) >= 0 && enough;
    }
    return enough;
  }

  Index m_modulus;
  Index m_block;
  std::vector<int> m_blocks;
  std::vector<Index> m_left;  // of each difference
  Index m_placed = 0;
  bool m_found = false;
};

// All ways to cut 2 block patterns in halves, the last one in the second.
std::vector<int> halves(Index block) {
  std::vector<int> blocks;
  const Index t = 2 * block;
  for (unsigned mask = 0; mask < 1U << (t - 1); ++mask) {
    if (std::popcount(mask) != block) continue;
    for (Index a = 0; a < t; ++a) blocks.push_back(mask >> a & 1U ? 0 : 1);
  }
  return blocks;
}

}  // namespace

Rounds::Rounds(Index t, Index block, std::vector<int> blocks)
    : m_t(t),
      m_count(std::ssize(blocks) / t),
      m_often(m_count * (block - 1) / (t - 1)),
      m_blocks(std::move(blocks)),
      m_together(static_cast<std::size_t>(t * t * m_often)) {
  std::vector<Index> counts(static_cast<std::size_t>(t * t), 0);
  for (Index round = 0; round < m_count; ++round) {
    const std::span<const int> of = this->blocks(round);
    for (Index a = 0; a < t; ++a) {
      for (Index b = 0; b < t; ++b) {
        if (a == b || of[static_cast<std::size_t>(a)] != of[static_cast<std::size_t>(b)]) continue;
        const Index pair = a * t + b;
        m_together[static_cast<std::size_t>(pair * m_often + counts[static_cast<std::size_t>(pair)]++)] =
            static_cast<int>(round);
      }
    }
  }
}

std::optional<Rounds> Rounds::of(Index t, Index block) {
  std::vector<int> first;
  if (block == 2) {
    for (Index a = 0; a < t - 1; ++a) first.push_back(static_cast<int>(std::min(a, t - 1 - a)));
  } else if (t <= kMostCut) {
    if (const FirstRound search(t, block); search.found()) first = search.blocks();
  }
  if (first.empty())
    return t == 2 * block && block <= 4 ? std::optional(Rounds(t, block, halves(block))) : std::nullopt;
  std::vector<int> blocks;
  for (Index round = 0; round < t - 1; ++round) {
    for (Index a = 0; a < t - 1; ++a) blocks.push_back(first[static_cast<std::size_t>((a - round + t - 1) % (t - 1))]);
    blocks.push_back(0);
  }
  return Rounds(t, block, std::move(blocks));
}

}  // namespace noiseloom
