#pragma once

#include <cstddef>
#include <cstdint>

namespace noiseloom {

/// Turns pairs of random 64-bit words into standard normals, as specified at GaussianSource (core/noise). words and
/// normals have `count` items, an even number.Same bits on every IEEE-754 processor. The radius has 53 random bits.
void boxMuller(const std::uint64_t* words, double* normals, std::size_t count);

/// boxMuller() with a radius of 75 random bits. Returns false if the first word of a pair is 0 (probability 2^-64): the
/// normals of that pair come from farPair().
bool longBoxMuller(const std::uint64_t* words, double* normals, std::size_t count);

/// The two normals of a pair of words (0, second), with `further` in place of the 0.
void farPair(std::uint64_t further, std::uint64_t second, double* normals);

}  // namespace noiseloom
