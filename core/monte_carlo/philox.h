#pragma once

#include <cstdint>
#include <span>

namespace noiseloom {

/// Which sequence of random numbers: sequences with different members are independent of each other.
struct PhiloxSequence {
  std::uint64_t stream = 0;   ///< the caller's choice
  std::uint32_t purpose = 0;  ///< what the numbers are for: a pilot, a certificate, ..
  std::uint32_t part = 0;     ///< normals, uniforms, ..
};

/// words[2 i], words[2 i + 1] = the 128 bits that Philox4x32-10 makes of counter first + i: public random numbers of
/// high quality, addressed instead of streamed, so that blocks can be made in any order. words.size() is even. Not for
/// noise that protects data. Source: counter-based-random.
void philoxWords(const PhiloxSequence& sequence, std::uint64_t first, std::span<std::uint64_t> words);

/// The 53 upper bits of a word as a number in [0, 1).
inline double unitInterval(std::uint64_t word) {
  return static_cast<double>(word >> 11) * 0x1p-53;
}

}  // namespace noiseloom
