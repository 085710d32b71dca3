#pragma once

#include <cstddef>
#include <cstdint>

namespace noiseloom {

/// Turns pairs of random 64-bit words into pairs of standard normals, as laid out at GaussianSource (core/noise).
/// words and normals have `count` items; count is even. Bit-identical on every IEEE-754 processor. The radius has 53
/// random bits.
void boxMuller(const std::uint64_t* words, double* normals, std::size_t count);

/// The same with a radius of 75 bits. False where the first word of a pair is 0, as one in 2^64 is: the normals of such
/// a pair are farPair()'s.
bool longBoxMuller(const std::uint64_t* words, double* normals, std::size_t count);

/// The two normals of a pair of words (0, second), by a further word in place of the 0.
void farPair(std::uint64_t further, std::uint64_t second, double* normals);

}  // namespace noiseloom
