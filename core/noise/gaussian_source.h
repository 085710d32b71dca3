#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "core/base/index.h"
#include "core/base/secret_key.h"
#include "core/noise/gaussian_method.h"

namespace noiseloom {

/// The stream cipher, in the words of noise plans: together with the layout of the rows and the Gaussian method, all
/// that another program needs to make the same normals.
struct GeneratorDescription {
  std::string_view name;
  Index rounds = 0;
};
const GeneratorDescription& generatorDescription();

/// The derivation of the cipher's key, in the words of noise plans: SecretKey::subKey(KeyUse::Noise) of the run's key.
constexpr std::string_view kNoiseKeyDerivation =
    "the cipher's 32-byte key = BLAKE2b (RFC 7693) keyed with the run's secret 32 bytes, of an empty message, digest "
    "of "
    "32 bytes, salt = the number 1 as 8 little-endian bytes and 8 zero bytes, personalisation = ASCII NoiseLm1 and 8 "
    "zero bytes (libsodium: crypto_kdf_derive_from_key, subkey 1, context NoiseLm1)";

/// The meaning of row and coordinate: a row is a training step, or a node of a tree of blocks, which takes more than
/// one row per step.
constexpr std::string_view kStepLayout =
    "original ChaCha20: 64-bit nonce = step i, 64-bit block counter = coordinate j div 8, both little-endian; word "
    "j mod 8 of the block's eight little-endian 64-bit words";
constexpr std::string_view kNodeLayout =
    "original ChaCha20: 64-bit nonce = row 2 i - (number of one bits of i) + h of the node of height h that step i "
    "completes, 64-bit block counter = coordinate j div 8, both little-endian; word j mod 8 of the block's eight "
    "little-endian 64-bit words";

constexpr std::string_view kBlockLayout =
    "original ChaCha20: 64-bit nonce = row, 64-bit block counter = coordinate j div 8, both little-endian; word j mod "
    "8 of the block's eight little-endian 64-bit words; step i = 0 has row 0, another one row r = i + floor((i - 1) / "
    "m), where m divides i row r for the largest block that ends before the step and r + 1 for the step's own";

/// Independent standard normals z[i, j] addressed by row i (the training step; TreeStrategy::firstRow + height for a
/// node of a tree, the row of C of a recursive BLT) and coordinate j. Each is a function of the key, i and j alone, so
/// any shard, any range of rows and any order of asking give the same bits.
///
/// Layout: ChaCha20 with 20 rounds, original variant. The 8-byte nonce is the row and the 64-bit block counter is
/// j div 8, both little-endian. A block's 64 bytes are eight little-endian words w[0..7], pair p = (j mod 8) div 2 uses
///   u = (2^11 w[2p] + (w[2p+1] mod 2^11) + 1) 2^-75 in (0, 1],   v = (w[2p+1] >> 11) 2^-53 in [0, 1),
///   z = sqrt(-2 log u) cos(2 pi v) for even j and sqrt(-2 log u) sin(2 pi v) for odd j     (normal-deviates).
/// Where w[2p] is 0, x takes its place and u = (2^11 x + (w[2p+1] mod 2^11) + 1) 2^-139: x is the word 2p of the same
/// block under the nonce 2^63 + row, and no row is that large. By GaussianMethod::Radius53 u is
/// ((w[2p] >> 11) + 1) 2^-53 everywhere. |z| <= largestNormal(): the tail cut off beyond has probability 8.2e-44
/// (Radius53: 1.1e-17). Logarithm, sine and cosine are this project's own and use additions, multiplications and
/// divisions only, each rounded on its own, so every IEEE-754 processor gives the same bits; they are within 1e-15
/// (relative to |z|) of exact ones.
class GaussianSource {
 public:
  /// key: of the cipher itself; a run's noise comes from noiseSource().
  explicit GaussianSource(SecretKey key, GaussianMethod method = kGaussianMethod);

  /// For reproducible teaching only: whoever knows or guesses the seed knows the noise, so that it protects nothing,
  /// and no noise plan may name it. The same layout over Philox4x32-10 in place of ChaCha20: the pair p of coordinates
  /// 2 p and 2 p + 1 of a row has the 128 bits of the counter p (low 64 bits) and row (high ones) under the key `seed`
  /// (counter-based-random).
  static GaussianSource insecure(std::uint64_t seed, GaussianMethod method = kGaussianMethod);

  /// out[m] = z[row, firstCoordinate + m]. row and firstCoordinate >= 0. Any thread.
  void fill(Index row, Index firstCoordinate, std::span<double> out) const;

 private:
  struct Seed {
    std::uint64_t value;
  };
  GaussianSource(Seed seed, GaussianMethod method) : m_secret(seed), m_method(method) {}
  void fillWords(std::uint64_t nonce, std::uint64_t block, std::span<std::uint64_t> words) const;
  void normalsOf(Index row, std::uint64_t block, std::span<const std::uint64_t> words, double* normals) const;

  std::variant<SecretKey, Seed> m_secret;
  GaussianMethod m_method;
};

/// The generator of a training run, under the sub-key for noise of the run's key (kNoiseKeyDerivation), so that batches
/// and records under the same key share no word with it. The method is that of the run's strategy file.
std::shared_ptr<const GaussianSource> noiseSource(const SecretKey& runKey, GaussianMethod method);

}  // namespace noiseloom
