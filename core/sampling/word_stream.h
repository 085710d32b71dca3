#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/index.h"
#include "core/base/secret_key.h"

namespace noiseloom {

/// Words of a block of keyedWords().
inline constexpr Index kBlockWords = 8;

/// The purpose of a stream of words. No two uses share a stream.
enum class WordUse : std::uint8_t {
  Step = 0,   ///< the examples of a step
  Cut = 1,    ///< the examples that stay in a batch that is cut
  Group = 2,  ///< an example's group
  Slot = 3,   ///< an example's step of an epoch, or bin
  Rest = 4,   ///< whether an example rests at the start
  Rests = 5,  ///< how long an example rests at the start
  Order = 6,  ///< an order of all examples
};

/// Fills `words` with ChaCha20 (20 rounds, original variant) under the batches' sub-key, from the first word of `block`
/// on. The 8-byte nonce is the little-endian number  use 2^56 + attempt 2^48 + number  (number < 2^48: a step, an
/// epoch, ..), the 64-bit block counter is the block, whose 64 bytes are eight little-endian words.
void keyedWords(const SecretKey& key, WordUse use, std::uint8_t attempt, Index number, std::uint64_t block,
                std::span<std::uint64_t> words);

/// The largest multiple of count that 64 bits hold, minus one: larger words are skipped, so that the remainder by count
/// is uniform. count >= 1.
constexpr std::uint64_t lastFair(std::uint64_t count) {
  return UINT64_MAX - (UINT64_MAX % count + 1) % count;
}

/// The words of one stream, one after another.
class WordStream {
 public:
  WordStream(const SecretKey& key, WordUse use, Index number) : m_key(key), m_use(use), m_number(number) {}

  std::uint64_t next() {
    if (m_position == m_words.size()) refill();
    return m_words[m_position++];
  }
  /// 0 .. count - 1, exactly uniform. count >= 1.
  Index below(Index count);
  /// True with exactly this probability, whatever the double's exponent. 0 <= probability <= 1.
  bool coin(double probability);

 private:
  static constexpr std::size_t kWords = 128;
  void refill();

  const SecretKey& m_key;  // of the sampler, which outlives its streams
  WordUse m_use;
  Index m_number;
  std::uint64_t m_block = 0;
  std::array<std::uint64_t, kWords> m_words;
  std::size_t m_position = kWords;
};

}  // namespace noiseloom
