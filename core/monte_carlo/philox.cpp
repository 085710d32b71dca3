#include "core/monte_carlo/philox.h"

#include <cstddef>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

constexpr std::uint64_t kLow = 0xFFFFFFFF;

// 32-bit halves in 64-bit lanes, so that compilers vectorise the products.
NOISELOOM_MULTIVERSION
void fill(std::uint64_t key, std::uint64_t purpose, std::uint64_t part, std::uint64_t first, std::uint64_t* words,
          std::size_t count) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t counter = first + i;
    std::uint64_t c0 = counter & kLow, c1 = counter >> 32, c2 = purpose, c3 = part;
    std::uint64_t k0 = key & kLow, k1 = key >> 32;
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = c0 * 0xD2511F53U;
      const std::uint64_t p1 = c2 * 0xCD9E8D57U;
      c0 = (p1 >> 32) ^ c1 ^ k0;
      c2 = (p0 >> 32) ^ c3 ^ k1;
      c1 = p1 & kLow;
      c3 = p0 & kLow;
      k0 = (k0 + 0x9E3779B9U) & kLow;
      k1 = (k1 + 0xBB67AE85U) & kLow;
    }
    words[2 * i] = c0 | (c1 << 32);
    words[2 * i + 1] = c2 | (c3 << 32);
  }
}

}  // namespace

void philoxWords(const PhiloxSequence& sequence, std::uint64_t first, std::span<std::uint64_t> words) {
  fill(sequence.stream, sequence.purpose, sequence.part, first, words.data(), words.size() / 2);
}

}  // namespace noiseloom
