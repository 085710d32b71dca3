#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/index.h"
#include "core/base/zeroed_array.h"

namespace noiseloom {

/// A hash table of the examples whose coin came up recently, with what is known of each (b-min-sep sampling). It is a
/// single block of memory, so that freeing it takes no time: a stop would otherwise wait for millions of nodes.
class RestTable {
 public:
  /// An example's coin last came up at step `fell`; the example can take part again from `freeFrom` on (-1: unknown).
  class Mark {
   public:
    Index& fell() { return m_slot[1]; }
    Index& freeFrom() { return m_slot[2]; }

   private:
    friend RestTable;
    explicit Mark(Index* slot) : m_slot(slot) {}
    Index* m_slot;
  };

  /// Allocates room for `expected` examples, and grows if necessary.
  explicit RestTable(Index expected) : m_bits(bitsFor(expected)), m_slots(kWords << m_bits) {}

  Index count() const { return m_count; }
  bool contains(Index example) const { return at(find(example))[0] != 0; }
  /// The mark of an example, all zeros if it is new, which sets `fresh`. Valid until the next call of add() or erase().
  Mark add(Index example, bool& fresh) {
    std::size_t place = find(example);
    fresh = at(place)[0] == 0;
    if (fresh) {
      if (4 * (static_cast<std::size_t>(m_count) + 1) > 3 * size()) {
        grow();
        place = find(example);
      }
      at(place)[0] = example + 1;
      ++m_count;
    }
    return Mark(at(place));
  }
  /// The mark of an example, which must have one.
  Mark of(Index example) { return Mark(at(find(example))); }
  void erase(Index example) {
    std::size_t hole = find(example);
    if (at(hole)[0] == 0) return;
    // Later entries move up, so that every example is found from its own place on without a gap.
    for (std::size_t next = after(hole); at(next)[0] != 0; next = after(next)) {
      const std::size_t home = placeOf(at(next)[0] - 1);
      if (((next - home) & mask()) < ((next - hole) & mask())) continue;
      std::copy_n(at(next), kWords, at(hole));
      hole = next;
    }
    std::fill_n(at(hole), kWords, Index{0});
    --m_count;
  }

 private:
  static constexpr std::size_t kWords = 3;  // the example plus one, so that zero is none; fell; freeFrom

  static unsigned bitsFor(Index expected) {
    constexpr Index kMost = Index{1} << 26U;  // largest initial capacity of a table
    return static_cast<unsigned>(
        std::bit_width(static_cast<std::uint64_t>(std::clamp<Index>(expected, 8, kMost) * 4 / 3)));
  }
  std::size_t size() const { return std::size_t{1} << m_bits; }
  std::size_t mask() const { return size() - 1; }
  std::size_t after(std::size_t place) const { return (place + 1) & mask(); }
  std::size_t placeOf(Index example) const {
    std::uint64_t x = static_cast<std::uint64_t>(example) * 0x9E3779B97F4A7C15U;
    x ^= x >> 32U;
    return static_cast<std::size_t>((x * 0xD6E8FEB86659FD93U) >> (64U - m_bits));
  }
  std::size_t find(Index example) const {
    std::size_t place = placeOf(example);
    while (at(place)[0] != 0 && at(place)[0] != example + 1) place = after(place);
    return place;
  }
  Index* at(std::size_t place) { return m_slots.data() + kWords * place; }
  const Index* at(std::size_t place) const { return m_slots.data() + kWords * place; }
  void grow() {
    RestTable larger(0);
    larger.m_bits = m_bits + 1;
    larger.m_slots = ZeroedArray<Index>(kWords << larger.m_bits);
    for (std::size_t place = 0; place < size(); ++place) {
      if (at(place)[0] != 0) std::copy_n(at(place), kWords, larger.at(larger.find(at(place)[0] - 1)));
    }
    larger.m_count = m_count;
    *this = std::move(larger);
  }

  unsigned m_bits;
  ZeroedArray<Index> m_slots;
  Index m_count = 0;
};

}  // namespace noiseloom
