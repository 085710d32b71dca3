#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/base/index.h"

namespace noiseloom {

/// Draws the cell [i, i + 1) / 16 in which the absolute value of a normal deviate is sought, by the binary digits of a
/// real number U that is uniform on [0, 1): cell i if S(i-1) <= U < S(i), with S(i) = sum_{j <= i} e^(-j^2 / 512) / 21,
/// so that i has a probability proportional to the normal density at the cell's lower end; no cell if U >= S(infinity)
/// = 0.979. Exact, in integers only: digits are drawn, 64 at a time, until they decide.
class NormalCells {
 public:
  static constexpr int kCellBits = 4;  // a cell is 2^-4 wide
  static constexpr Index kNone = -1;
  static constexpr Index kUndecided = -2;

  static const NormalCells& get();

  /// The cell by the first 64 digits alone, or kNone. kUndecided with a probability of 10^-15: decide() is then needed.
  Index find(std::uint64_t first) const {
    if (first >= m_bounds.back()) return first > m_beyond ? kNone : kUndecided;
    std::size_t cell = m_guide[first >> kGuideShift];
    while (first >= m_bounds[cell]) ++cell;
    // At a bound itself, later digits decide.
    return cell > 0 && first == m_bounds[cell - 1] ? kUndecided : static_cast<Index>(cell);
  }

  /// The cell, or kNone, by as many digits as necessary; `next` draws 64 more.
  static Index decide(std::uint64_t first, const std::function<std::uint64_t()>& next);

 private:
  NormalCells();
  static constexpr int kGuideShift = 55;

  std::array<std::uint64_t, 128> m_bounds{};  // floor(2^64 S(i)), for all deviates below 8
  std::uint64_t m_beyond = 0;                 // floor(2^64 times an upper bound of S(infinity))
  std::array<std::uint8_t, std::size_t{1} << (64 - kGuideShift)>
      m_guide{};  // the first possible cell for a number with this beginning
};

}  // namespace noiseloom
