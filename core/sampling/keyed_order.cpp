#include "core/sampling/keyed_order.h"

#include <array>
#include <cmath>

namespace noiseloom {
namespace {

constexpr std::uint8_t kRounds = 10;
constexpr Index kBlockWords = 8;

}  // namespace

KeyedOrder::KeyedOrder(const SecretKey& key, Index number, Index count)
    : m_key(key),
      m_number(number),
      m_count(count),
      m_rows(static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(count))))),
      m_columns((count + m_rows - 1) / m_rows) {}

std::uint64_t KeyedOrder::random(std::uint8_t round, Index value) const {
  std::array<std::uint64_t, kBlockWords> block;
  keyedWords(m_key, WordUse::Order, round, m_number, static_cast<std::uint64_t>(value / kBlockWords), block);
  return block[static_cast<std::size_t>(value % kBlockWords)];
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
