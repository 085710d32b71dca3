#pragma once

#include <span>

#include "core/base/index.h"
#include "core/base/secret_key.h"

namespace noiseloom {

__extension__ using WideInteger = __int128;

/// Integers k[i, j] = 2^bits N[i, j], rounded to nearest, for independent normals N that are real numbers: their binary
/// digits are drawn until the rounding is decided (drawNormal()), so that the law of k is exact. Each is a function of
/// the key, row i and coordinate j alone; N is the same for every number of bits.
///
/// Layout: ChaCha20 with 20 rounds, original variant, 64-bit nonce = row. The words of a chunk of 1024 coordinates, c =
/// j div 1024, are drawn in sequence from the block 2^32 c on, eight little-endian words of 64 bits per block.
class RoundedNormals {
 public:
  static constexpr Index kChunk = 1024;
  static constexpr Index kMostCoordinates = Index{1} << 42;
  static constexpr int kLeastBits = 4;
  static constexpr int kMostBits = 96;

  /// key: of these numbers alone, no other use draws from it (SecretKey::subKey()).
  explicit RoundedNormals(SecretKey key);

  /// out[m] = k[row, firstCoordinate + m]. row >= 0; coordinates below kMostCoordinates; bits from kLeastBits to
  /// kMostBits. Draws the earlier coordinates of the first chunk as well. Thread-safe.
  void fill(Index row, Index firstCoordinate, int bits, std::span<WideInteger> out) const;

 private:
  SecretKey m_key;
};

}  // namespace noiseloom
