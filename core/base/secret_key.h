#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace noiseloom {

/// What the key of a training run is needed for. Each use has a sub-key of its own, so that no stream of words is used
/// twice, and who learns one of them (the machine that forms the batches, say) learns nothing of the others.
enum class KeyUse : std::uint64_t {
  Noise = 1,    ///< the normals
  Batches = 2,  ///< which examples a step takes
  Record = 3,   ///< authentication codes of what a run did
  Exact = 4,    ///< the normals of exact releases
};

/// A secret of 32 bytes that clears itself: of one training run, or one of its sub-keys. It cannot be copied, printed,
/// compared or written, so that it ends up in no file, log or message. Never use one key for two runs: the difference
/// of their noise would cancel.
class SecretKey {
 public:
  static constexpr std::size_t kBytes = 32;

  /// From the operating system's generator.
  static SecretKey random();
  /// From bytes that the caller keeps secret (and clears).
  static SecretKey fromBytes(std::span<const std::uint8_t, kBytes> bytes);

  SecretKey(SecretKey&& other) noexcept;
  SecretKey& operator=(SecretKey&& other) noexcept;
  ~SecretKey();

  /// The sub-key for one use: libsodium's crypto_kdf, which is BLAKE2b keyed with this key, of no message, 32 bytes
  /// long, with the number of the use (64 bits, little-endian) as its salt and "NoiseLm1" as its personalisation, both
  /// filled up with zeros.
  SecretKey subKey(KeyUse use) const;

  /// For a cipher or a code, and for nothing else.
  std::span<const std::uint8_t, kBytes> secret() const { return m_bytes; }

 private:
  SecretKey() = default;
  std::array<std::uint8_t, kBytes> m_bytes{};
};

}  // namespace noiseloom
