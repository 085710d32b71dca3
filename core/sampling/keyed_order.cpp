#include "core/sampling/keyed_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace noiseloom {
namespace {

constexpr std::uint8_t kRounds = 10;

}  // namespace

KeyedOrder::KeyedOrder(const SecretKey& key, Index number, Index count, Index asked)
    : m_key(key),
      m_number(number),
      m_count(count),
      m_rows(static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(count))))),
      m_columns((count + m_rows - 1) / m_rows),
      m_side(std::max(m_rows, m_columns)) {
  // Per round, a place takes one block, and a table of the function m_side / kBlockWords blocks.
  if (asked < (m_side + kBlockWords - 1) / kBlockWords) return;
  m_words.resize(kRounds * m_side);
  for (std::uint8_t round = 0; round < kRounds; ++round) {
    keyedWords(m_key, WordUse::Order, round, m_number, 0,
               std::span(m_words).subspan(round * m_side, static_cast<std::size_t>(m_side)));
  }
}

std::uint64_t KeyedOrder::random(std::uint8_t round, Index value) const {
  if (!m_words.empty()) return m_words[round * m_side + value];
  std::array<std::uint64_t, kBlockWords> block;
  keyedWords(m_key, WordUse::Order, round, m_number, static_cast<std::uint64_t>(value / kBlockWords), block);
  return block[value % kBlockWords];
}

Index KeyedOrder::once(Index place) const {
  Index row = place / m_columns;
  Index column = place % m_columns;
  for (std::uint8_t round = 0; round < kRounds; round += 2) {
    row = static_cast<Index>(
        (static_cast<std::uint64_t>(row) + random(round, column) % static_cast<std::uint64_t>(m_rows)) %
        static_cast<std::uint64_t>(m_rows));
    const auto next = static_cast<std::uint8_t>(round + 1);
    column = static_cast<Index>(
        (static_cast<std::uint64_t>(column) + random(next, row) % static_cast<std::uint64_t>(m_columns)) %
        static_cast<std::uint64_t>(m_columns));
  }
  return row * m_columns + column;
}

Index KeyedOrder::at(Index place) const {
  do place = once(place);
  while (place >= m_count);
  return place;
}

}  // namespace noiseloom
