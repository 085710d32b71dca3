#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Ways to cut t patterns into blocks of the same size, such that any two patterns are in one block equally often: with
/// blocks of two the rounds of a tournament.
class Rounds {
 public:
  /// t - 1 rounds, each the one before with every pattern but the last one moved on by one; where there are none such
  /// and t = 2 block, all ways to cut the patterns in halves. nullopt where no rounds are known: they are for all
  /// blocks of two, and for some larger ones of up to kMostCut patterns. t is a multiple of block, block >= 2, t >= 2
  /// block.
  static std::optional<Rounds> of(Index t, Index block);
  static constexpr Index kMostCut = 18;
  /// The factor of the exponents of the pairs within a round's blocks, with which their mean over the rounds is the sum
  /// over all pairs.
  static constexpr double strength(double t, Index block) { return (t - 1) / static_cast<double>(block - 1); }

  Index count() const { return m_count; }
  /// The block of each pattern in a round.
  std::span<const int> blocks(Index round) const {
    return std::span(m_blocks).subspan(static_cast<std::size_t>(round * m_t), static_cast<std::size_t>(m_t));
  }
  /// The rounds in which two patterns, a != b, are in one block.
  std::span<const int> together(Index a, Index b) const {
    return std::span(m_together)
        .subspan(static_cast<std::size_t>((a * m_t + b) * m_often), static_cast<std::size_t>(m_often));
  }

 private:
  Rounds(Index t, Index block, std::vector<int> blocks);

  Index m_t;
  Index m_count;
  Index m_often;  // how often two patterns are together
  std::vector<int> m_blocks;
  std::vector<int> m_together;
};

}  // namespace noiseloom
