#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// An order of 0 .. count - 1 under a key, in which each place can be computed by itself. A place is a row and a column
/// of a table; ten rounds add, in turn, to the row a random function of the column and to the column one of the row,
/// and are repeated until the result is below `count`. Not exactly uniform: only for batchings without amplification.
class KeyedOrder {
 public:
  /// count >= 1; `number` < 2^32 distinguishes orders of one key. `asked`: about how many places will be requested; if
  /// many, the functions are computed once, in ten tables of sqrt(count) words each. No answer depends on it.
  KeyedOrder(const SecretKey& key, Index number, Index count, Index asked = 1);

  /// The example at a place, 0 <= place < count.
  Index at(Index place) const;

 private:
  Index once(Index place) const;
  std::uint64_t random(std::uint8_t round, Index value) const;

  const SecretKey& m_key;
  Index m_number;
  Index m_count;
  Index m_rows;
  Index m_columns;
  Index m_side;                        // words of a round's table
  std::vector<std::uint64_t> m_words;  // round by round; empty: computed on demand
};

}  // namespace noiseloom
