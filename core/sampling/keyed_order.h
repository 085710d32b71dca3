#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// An order of 0 .. count - 1 under a key, told at any place without the others: ten rounds that add to the rows of an
/// a x c table a random function of the column and the other way round, repeated where it leads out of the table's
/// first `count` places. Not exactly uniform: for batchings only whose
/// accounting credits no randomness of the order.
class KeyedOrder {
 public:
  /// count >= 1; `number` < 2^32 tells orders of one key apart. `asked`: about how many places will be asked for; of
  /// many the functions are made once, in ten tables of sqrt(count) words each. No answer depends on it.
  KeyedOrder(const SecretKey& key, Index number, Index count, Index asked = 1);

  /// Which example stands at a place, 0 <= place < count.
  Index at(Index place) const;

 private:
  Index once(Index place) const;
  std::uint64_t random(std::uint8_t round, Index value) const;

  const SecretKey& m_key;
  Index m_number;
  Index m_count;
  Index m_rows;
  Index m_columns;
  Index m_side;                        // of a round's table
  std::vector<std::uint64_t> m_words;  // round by round; empty: made when they are needed
};

}  // namespace noiseloom
