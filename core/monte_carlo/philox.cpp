#include "core/monte_carlo/philox.h"

#include <cstddef>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

// Halves of 32 bits, of which compilers multiply as many at once as a register holds.
NOISELOOM_MULTIVERSION
void fill(std::uint64_t key, std::uint32_t purpose, std::uint32_t part, std::uint64_t first, std::uint64_t* words,
          std::size_t count) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t counter = first + i;
    auto c0 = static_cast<std::uint32_t>(counter), c1 = static_cast<std::uint32_t>(counter >> 32);
    std::uint32_t c2 = purpose, c3 = part;
    auto k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = std::uint64_t{c0} * 0xD2511F53U;
      const std::uint64_t p1 = std::uint64_t{c2} * 0xCD9E8D57U;
      c0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1 ^ k0;
      c2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3 ^ k1;
      c1 = static_cast<std::uint32_t>(p1);
      c3 = static_cast<std::uint32_t>(p0);
      k0 += 0x9E3779B9U;
      k1 += 0xBB67AE85U;
    }
    words[2 * i] = c0 | (std::uint64_t{c1} << 32);
    words[2 * i + 1] = c2 | (std::uint64_t{c3} << 32);
  }
}

}  // namespace

void philoxWords(const PhiloxSequence& sequence, std::uint64_t first, std::span<std::uint64_t> words) {
  fill(sequence.stream, sequence.purpose, sequence.part, first, words.data(), words.size() / 2);
}

}  // namespace noiseloom
