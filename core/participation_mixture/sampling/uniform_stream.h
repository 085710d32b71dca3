#pragma once

#include <array>
#include <cstdint>

#include "core/monte_carlo/philox.h"

namespace noiseloom {

/// As many uniform numbers as a draw happens to need, from its own stretch of a Philox sequence.
class UniformStream {
 public:
  /// Draws of one sequence do not overlap while each takes fewer than 2^25 numbers.
  UniformStream(const PhiloxSequence& sequence, std::uint64_t draw) : m_sequence(sequence), m_next(draw << 24) {}
  /// In [0, 1).
  double next() {
    if (m_used == m_words.size()) refill();
    return unitInterval(m_words[m_used++]);
  }

 private:
  void refill();

  PhiloxSequence m_sequence;
  std::uint64_t m_next;
  std::array<std::uint64_t, 64> m_words{};
  std::size_t m_used = m_words.size();
};

}  // namespace noiseloom
