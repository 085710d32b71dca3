#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// The law of the number g of examples passed over between two that are taken, each independently with probability q:
/// geometric, P(g) = q (1 - q)^g. The binary digits of g are independent, and digit i is 1 with probability a / (1 +
/// a), a = (1 - q)^(2^i): one coin each. These probabilities are rounded to doubles: given all earlier draws, the next
/// example is taken with a probability of at least q (1 - 2^-43) and at most q, except for gaps of a probability below
/// 10^-100. Uses additions, multiplications and divisions only, so that every IEEE-754 processor draws the same gaps.
class GapLaw {
 public:
  /// 10^-15 <= q <= 1.
  explicit GapLaw(double q);
  /// A gap, capped at 2^62.
  Index draw(WordStream& words) const;

 private:
  std::vector<double> m_digits;  // P(digit i is 1); if empty, every gap is 0
};

/// The taken ones of 0 .. count - 1, in increasing order: O(their number) in memory and time. Incomplete when stopped.
std::vector<Index> takenOf(Index count, const GapLaw& law, WordStream& words, const RunControl& control);

}  // namespace noiseloom
