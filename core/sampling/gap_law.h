#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// How many are passed over between two of which each is taken independently with probability q: the geometric law
/// P(g) = q (1 - q)^g, whose binary digits are independent, digit i being 1 with probability a/(1 + a), a = (1 -
/// q)^(2^i). Each is one coin. Digits are rounded to doubles: given all that was drawn before, the next is taken with a
/// probability of at least q (1 - 2^-43) and at most q, but for gaps of a probability below 10^-100. Additions,
/// multiplications and divisions only, so that every IEEE-754 processor draws the same gaps.
class GapLaw {
 public:
  /// 10^-15 <= q <= 1.
  explicit GapLaw(double q);
  /// A gap; beyond 2^62 it is that.
  Index draw(WordStream& words) const;

 private:
  std::vector<double> m_digits;  // P(digit i is 1); none: every gap is 0
};

/// Those of 0 .. count - 1 that are taken, in increasing order: O(their number) in memory and time. When stopped, some.
std::vector<Index> takenOf(Index count, const GapLaw& law, WordStream& words, const RunControl& control);

}  // namespace noiseloom
