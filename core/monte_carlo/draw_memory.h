#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/monte_carlo/lanes.h"
#include "core/monte_carlo/weights.h"

namespace noiseloom {

/// The memory that draws need, lent to one task after the other: blocks of many steps are tens of megabytes, and to ask
/// the system for them anew takes as long as a fifth of the draws. Threads may share it.
class DrawMemory {
 public:
  /// Calls use(scratch, block), which hold what an earlier call left in them.
  template <class Use>
  void lend(Index size, Direction direction, const Use& use) {
    std::unique_ptr<Piece> piece = take(size, direction);
    use(piece->scratch, piece->block);
    const std::scoped_lock lock(m_mutex);
    m_pieces.push_back(std::move(piece));
  }

 private:
  struct Piece {
    Piece(Index size, Direction direction) : direction(direction), scratch(size), block(size, direction) {}
    Direction direction;
    DrawScratch scratch;
    WeightBlock block;
  };
  // Only pieces of the last size are kept.
  std::unique_ptr<Piece> take(Index size, Direction direction) {
    const std::scoped_lock lock(m_mutex);
    const auto fits = [&](const std::unique_ptr<Piece>& piece) {
      return piece->direction == direction && piece->block.noise.size() == static_cast<std::size_t>(size * kLanes);
    };
    std::erase_if(m_pieces, [&](const std::unique_ptr<Piece>& piece) { return !fits(piece); });
    if (m_pieces.empty()) return std::make_unique<Piece>(size, direction);
    std::unique_ptr<Piece> piece = std::move(m_pieces.back());
    m_pieces.pop_back();
    return piece;
  }

  std::mutex m_mutex;
  std::vector<std::unique_ptr<Piece>> m_pieces;
};

}  // namespace noiseloom
