#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

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

/// A real number that is uniform on [0, 1), in digits that are drawn on demand: 64 bits each, but 54 for the second.
class LazyReal {
 public:
  static constexpr int kSecondBits = 54;

  explicit LazyReal(std::uint64_t first) : m_first(first) {}
  LazyReal(std::uint64_t first, std::uint64_t second) : m_first(first), m_later{second} {}
  std::uint64_t first() const { return m_first; }

  /// True if this number is less than `other`; draws digits of both until they differ. `next` draws 64 bits.
  template <class Next>
  bool less(LazyReal& other, Next& next) {
    if (m_first != other.m_first) return m_first < other.m_first;
    for (std::size_t i = 0;; ++i) {
      const std::uint64_t mine = later(i, next);
      const std::uint64_t its = other.later(i, next);
      if (mine != its) return mine < its;
    }
  }

 private:
  template <class Next>
  std::uint64_t later(std::size_t index, Next& next) {
    while (m_later.size() <= index) m_later.push_back(m_later.empty() ? next() >> (64 - kSecondBits) : next());
    return m_later[index];
  }
  std::uint64_t m_first;
  std::vector<std::uint64_t> m_later;
};

/// A normal deviate +-(cell + f) / 16 with f = 0.first second .. in binary, of which the first 118 digits are drawn.
/// Later digits are independent and uniform, and not needed.
struct NormalDigits {
  Index cell = 0;
  std::uint64_t first = 0;   // 64 bits
  std::uint64_t second = 0;  // LazyReal::kSecondBits
  bool negative = false;
};

/// True with probability e^(-f x), x = (2 cell + f) / 2^bits < 1, by von Neumann's method (exact-normal, algorithm B):
/// a run of uniform U_1 < f, U_2 < U_1, .., each with a uniform V_n < x of its own, has at least m members with
/// probability (f x)^m / m!, so an even number with the alternating sum of these. toss: `bits` random bits for V_1.
template <class Next>
bool exponentialCoin(LazyReal& f, Index cell, int bits, std::uint64_t toss, Next& next) {
  const auto whole = 2 * static_cast<std::uint64_t>(cell);
  bool even = true;
  LazyReal last(0);
  for (bool begun = false;; begun = true) {
    if (begun) toss = next() >> (64 - bits);
    if (toss > whole) return even;
    if (toss == whole) {
      LazyReal v(next());
      if (!v.less(f, next)) return even;
    }
    LazyReal u(next());
    if (!u.less(begun ? last : f, next)) return even;
    last = u;
    even = !even;
  }
}

/// Draws an exactly normal deviate by rejection. A cell with a probability proportional to the density at its lower
/// end, and a uniform f, are accepted with probability e^(-f (2 cell + f) / 512): the density at (cell + f) / 16 over
/// that at the lower end. No number is rounded and no floating point is used. `next` draws 64 random bits; 3.2 calls
/// per deviate on average. The probability of more calls than a bound falls exponentially in the bound.
template <class Next>
NormalDigits drawNormal(const NormalCells& cells, Next& next) {
  constexpr int kCoinBits = 2 * NormalCells::kCellBits + 1;
  for (;;) {
    const std::uint64_t uniform = next();
    Index cell = cells.find(uniform);
    if (cell == NormalCells::kUndecided) cell = NormalCells::decide(uniform, [&] { return next(); });
    if (cell == NormalCells::kNone) continue;
    const std::uint64_t first = next();
    const std::uint64_t mixed = next();
    const std::uint64_t second = mixed >> (64 - LazyReal::kSecondBits);
    const bool negative = (mixed & 1U) != 0;
    const std::uint64_t toss = mixed >> 1U & ((1U << kCoinBits) - 1);
    // Nearly all deviates end here: the first V is not below its bound.
    if (cell < (Index{1} << (kCoinBits - 1)) && toss > 2 * static_cast<std::uint64_t>(cell))
      return {cell, first, second, negative};
    LazyReal f(first, second);
    int bits = kCoinBits;
    while (2 * cell + 1 >= (Index{1} << bits)) ++bits;
    bool taken = bits > kCoinBits || exponentialCoin(f, cell, bits, toss, next);
    // Far out, the exponent is split into equal parts below 1, with a coin for each.
    for (Index coins = Index{1} << (bits - kCoinBits); bits > kCoinBits && taken && coins > 0; --coins)
      taken = exponentialCoin(f, cell, bits, next() >> (64 - bits), next);
    if (taken) return {cell, first, second, negative};
  }
}

}  // namespace noiseloom
