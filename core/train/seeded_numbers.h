#pragma once

#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "core/base/secret_key.h"

namespace noiseloom {

/// The purposes of a seed's numbers; each has numbers of its own.
enum class SeedUse : std::uint32_t {
  Labels = 1,
  Places,
  Spread,
  FirstWeights,
  Split,
  Batches,
  Contributions,
  Schedule
};

/// Public random numbers, functions of a seed, a use and their position alone. Uniform in [0, 1), and standard normals.
std::vector<double> seededUniforms(std::uint64_t seed, SeedUse use, Index count);
std::vector<double> seededNormals(std::uint64_t seed, SeedUse use, Index count);
/// 0 to count - 1 in an order drawn by the seed.
std::vector<Index> seededOrder(std::uint64_t seed, SeedUse use, Index count);

/// The key of a training run for exploring: BLAKE2b of "Noiseloom trains from a seed" and the seed's 8 little-endian
/// bytes. Whoever knows the seed knows noise and batches: the result of the training is not private to them, whatever
/// its design promises. A real run has a secret key (SecretKey::random(), docs/runtime.md).
SecretKey exploringKey(std::uint64_t seed);

}  // namespace noiseloom
