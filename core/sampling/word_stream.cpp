#include "core/sampling/word_stream.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "the words of a block are read as they lie in memory");
constexpr int kWordBits = 64;
constexpr int kMantissaBits = 53;

}  // namespace

void keyedWords(const SecretKey& key, WordUse use, std::uint8_t attempt, Index number, std::uint64_t block,
                std::span<std::uint64_t> words) {
  const std::uint64_t address = std::uint64_t{static_cast<std::uint8_t>(use)} << 56U | std::uint64_t{attempt} << 48U |
                                static_cast<std::uint64_t>(number);
  std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES> nonce;
  std::memcpy(nonce.data(), &address, sizeof address);
  auto* const bytes = reinterpret_cast<unsigned char*>(words.data());
  std::memset(bytes, 0, words.size_bytes());
  crypto_stream_chacha20_xor_ic(bytes, bytes, words.size_bytes(), nonce.data(), block, key.secret().data());
}

void WordStream::refill() {
  keyedWords(m_key, m_use, 0, m_number, m_block, m_words);
  m_block += kWords / 8;
  m_position = 0;
}

Index WordStream::below(Index count) {
  const auto many = static_cast<std::uint64_t>(count);
  const std::uint64_t last = lastFair(many);
  std::uint64_t word = next();
  while (word > last) word = next();
  return static_cast<Index>(word % many);
}

bool WordStream::coin(double probability) {
  if (probability >= 1) return true;
  if (!(probability > 0)) return false;
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(probability, &exponent), kMantissaBits));
  int scale = kMantissaBits - exponent;  // probability = mantissa 2^-scale
  while (scale > kWordBits) {            // that many leading binary digits of a uniform number must be 0
    const int digits = std::min(scale - kWordBits, kWordBits);
    if (next() >> static_cast<unsigned>(kWordBits - digits) != 0) return false;
    scale -= digits;
  }
  return next() < mantissa << static_cast<unsigned>(kWordBits - scale);
}

}  // namespace noiseloom
