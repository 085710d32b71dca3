#pragma once

#include <cstdint>

namespace noiseloom {

/// The position-th word of a seed's sequence, by the generator SplitMix64: addressed, so that sample s is the same
/// however many there are and on whichever thread. For optimisation only, where nothing hangs on its quality but speed.
inline std::uint64_t randomWord(std::uint64_t seed, std::uint64_t position) {
  std::uint64_t value = seed + (position + 1) * 0x9E3779B97F4A7C15ULL;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31);
}

/// A word as a number in (0, 1).
inline double randomUniform(std::uint64_t word) {
  return (static_cast<double>(word >> 11) + 0.5) * 0x1p-53;
}

}  // namespace noiseloom
