#include "core/noise/rounded_normals.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.h"
#include "core/base/sodium.h"
#include "core/noise/chacha_blocks.h"
#include "core/noise/normal_digits.h"

namespace noiseloom {
namespace {

constexpr int kChunkBlockBits = 32;

/// The words of a chunk, 16 blocks of the cipher at a time.
class Words {
 public:
  Words(const SecretKey& key, Index row, Index chunk)
      : m_key(key),
        m_row(static_cast<std::uint64_t>(row)),
        m_block(static_cast<std::uint64_t>(chunk) << kChunkBlockBits) {}
  std::uint64_t operator()() {
    if (m_next == m_words.size()) {
      chachaBlocks(m_key.secret(), m_row, m_block, m_words);
      m_block += m_words.size() / 8;
      m_next = 0;
    }
    return m_words[m_next++];
  }

 private:
  alignas(64) std::array<std::uint64_t, 128> m_words;  // filled before use
  const SecretKey& m_key;
  std::uint64_t m_row;
  std::uint64_t m_block;
  std::size_t m_next = m_words.size();
};

// 2^bits N to one more binary digit, by which it is then rounded: ties have probability 0.
WideInteger rounded(const NormalDigits& normal, int bits) {
  constexpr int kDigits = 64 + LazyReal::kSecondBits;
  __extension__ using Unsigned = unsigned __int128;
  const int kept = bits + 1 - NormalCells::kCellBits;
  const Unsigned fraction = (Unsigned{normal.first} << static_cast<unsigned>(LazyReal::kSecondBits)) | normal.second;
  const WideInteger cut = (WideInteger{normal.cell} << static_cast<unsigned>(kept)) +
                          static_cast<WideInteger>(fraction >> static_cast<unsigned>(kDigits - kept));
  const WideInteger size = (cut + 1) >> 1U;
  return normal.negative ? -size : size;
}

}  // namespace

RoundedNormals::RoundedNormals(SecretKey key) : m_key(std::move(key)) {
  requireSodium();
}

void RoundedNormals::fill(Index row, Index firstCoordinate, int bits, std::span<WideInteger> out) const {
  checkInteger("row", row, 0, kNoLimit);
  checkInteger("first_coordinate", firstCoordinate, 0, kMostCoordinates - std::ssize(out));
  checkInteger("bits", bits, kLeastBits, kMostBits);
  const NormalCells& cells = NormalCells::get();
  Index chunk = firstCoordinate / kChunk;
  std::size_t skipped = firstCoordinate % kChunk;
  while (!out.empty()) {
    Words next(m_key, row, chunk);
    for (std::size_t j = 0; j < skipped; ++j) drawNormal(cells, next);
    const std::size_t count = std::min(out.size(), static_cast<std::size_t>(kChunk) - skipped);
    for (WideInteger& value : out.first(count)) value = rounded(drawNormal(cells, next), bits);
    out = out.subspan(count);
    ++chunk;
    skipped = 0;
  }
}

}  // namespace noiseloom
