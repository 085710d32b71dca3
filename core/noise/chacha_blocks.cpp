#include "core/noise/chacha_blocks.h"

#include <sodium.h>

#include <array>
#include <atomic>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__) && NOISELOOM_X86_LEVEL >= 4
#include <immintrin.h>
#define NOISELOOM_WIDE_CHACHA
#endif

namespace noiseloom {
namespace {

constexpr std::size_t kWordsPerBlock = 8;
std::atomic<bool> plainOnly{false};

#ifdef NOISELOOM_WIDE_CHACHA

constexpr std::size_t kWide = 16;  // blocks at a time, one per vector lane

#define NOISELOOM_AVX512 __attribute__((target("avx512f")))

NOISELOOM_AVX512 inline __m512i all(std::uint32_t word) {
  return _mm512_set1_epi32(static_cast<int>(word));
}

template <int kTurn>
NOISELOOM_AVX512 inline void mix(__m512i& a, __m512i b, __m512i& c) {
  a = _mm512_add_epi32(a, b);
  c = _mm512_rol_epi32(_mm512_xor_si512(c, a), kTurn);
}

NOISELOOM_AVX512 inline void quarterRound(__m512i* x, int a, int b, int c, int d) {
  mix<16>(x[a], x[b], x[d]);
  mix<12>(x[c], x[d], x[b]);
  mix<8>(x[a], x[b], x[d]);
  mix<7>(x[c], x[d], x[b]);
}

// Transposes words 4 g .. 4 g + 3 of all blocks: from four vectors with a lane per block to their places in each block.
NOISELOOM_AVX512 inline void put(const __m512i* x, std::size_t g, std::uint32_t* out) {
  const __m512i a = _mm512_unpacklo_epi32(x[0], x[1]);
  const __m512i b = _mm512_unpackhi_epi32(x[0], x[1]);
  const __m512i c = _mm512_unpacklo_epi32(x[2], x[3]);
  const __m512i d = _mm512_unpackhi_epi32(x[2], x[3]);
  const __m512i four[4] = {_mm512_unpacklo_epi64(a, c), _mm512_unpackhi_epi64(a, c), _mm512_unpacklo_epi64(b, d),
                           _mm512_unpackhi_epi64(b, d)};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto store = [&](std::size_t q, __m128i words) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + (4 * q + k) * 16 + 4 * g), words);
    };
    store(0, _mm512_castsi512_si128(four[k]));
    store(1, _mm512_extracti32x4_epi32(four[k], 1));
    store(2, _mm512_extracti32x4_epi32(four[k], 2));
    store(3, _mm512_extracti32x4_epi32(four[k], 3));
  }
}

NOISELOOM_AVX512 void sixteenBlocks(const std::uint32_t* key, std::uint64_t nonce, std::uint64_t block,
                                    std::uint64_t* words) {
  std::array<std::uint32_t, kWide> low{};
  std::array<std::uint32_t, kWide> high{};
  for (std::size_t lane = 0; lane < kWide; ++lane) {
    low[lane] = static_cast<std::uint32_t>(block + lane);
    high[lane] = static_cast<std::uint32_t>((block + lane) >> 32);
  }
  __m512i start[16];
  constexpr std::array<std::uint32_t, 4> kConstants{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < 4; ++i) start[i] = all(kConstants[i]);
  for (std::size_t i = 0; i < 8; ++i) start[4 + i] = all(key[i]);
  start[12] = _mm512_loadu_si512(low.data());
  start[13] = _mm512_loadu_si512(high.data());
  start[14] = all(static_cast<std::uint32_t>(nonce));
  start[15] = all(static_cast<std::uint32_t>(nonce >> 32));
  __m512i x[16];
  for (std::size_t i = 0; i < 16; ++i) x[i] = start[i];
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) quarterRound(x, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; ++i) quarterRound(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (std::size_t i = 0; i < 16; ++i) x[i] = _mm512_add_epi32(x[i], start[i]);
  for (std::size_t g = 0; g < 4; ++g) put(x + 4 * g, g, reinterpret_cast<std::uint32_t*>(words));
}

bool wideHere() {
  static const bool here = __builtin_cpu_supports("avx512f") != 0;
  return here && !plainOnly;
}

#endif

}  // namespace

void setPlainChacha(bool plain) {
  plainOnly = plain;
}

void chachaBlocks(std::span<const std::uint8_t, SecretKey::kBytes> key, std::uint64_t nonce, std::uint64_t block,
                  std::span<std::uint64_t> words) {
#ifdef NOISELOOM_WIDE_CHACHA
  if (words.size() >= kWide * kWordsPerBlock && wideHere()) {
    std::array<std::uint32_t, 8> keyWords;
    std::memcpy(keyWords.data(), key.data(), sizeof keyWords);
    while (words.size() >= kWide * kWordsPerBlock) {
      sixteenBlocks(keyWords.data(), nonce, block, words.data());
      words = words.subspan(kWide * kWordsPerBlock);
      block += kWide;
    }
    sodium_memzero(keyWords.data(), sizeof keyWords);
  }
#endif
  if (words.empty()) return;
  std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES> nonceBytes{};
  std::memcpy(nonceBytes.data(), &nonce, sizeof nonce);
  auto* const bytes = reinterpret_cast<unsigned char*>(words.data());
  std::memset(bytes, 0, words.size_bytes());
  crypto_stream_chacha20_xor_ic(bytes, bytes, words.size_bytes(), nonceBytes.data(), block, key.data());
}

}  // namespace noiseloom
