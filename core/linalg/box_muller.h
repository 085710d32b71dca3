#pragma once

#include <cstddef>
#include <cstdint>

namespace noiseloom {

/// Turns pairs of random 64-bit words into pairs of standard normals, as laid out at GaussianSource (core/noise).
/// words and normals have `count` items; count is even. Bit-identical on every IEEE-754 processor.
void boxMuller(const std::uint64_t* words, double* normals, std::size_t count);

}  // namespace noiseloom
