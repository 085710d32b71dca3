#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace noiseloom {

/// The uses of a training run's key. Each use has a sub-key of its own, so that no stream of words is used twice, and
/// whoever learns one of them (the machine that forms the batches, say) learns nothing about the others.
enum class KeyUse : std::uint64_t {
  Noise = 1,    ///< normals
  Batches = 2,  ///< which examples a step takes
  Record = 3,   ///< authentication codes of what a run did
  Exact = 4,    ///< normals of exact releases
};

/// A secret of 32 bytes that clears itself: the key of one training run, or one of its sub-keys. It cannot be copied,
/// printed, compared or written, so that it ends up in no file, log or message. Never use one key for two runs: the
/// difference of their noise would cancel.
class SecretKey {
 public:
  static constexpr std::size_t kBytes = 32;

  /// From the operating system's generator.
  static SecretKey random();
  /// The caller keeps the bytes secret (and clears them).
  static SecretKey fromBytes(std::span<const std::uint8_t, kBytes> bytes);

  SecretKey(SecretKey&& other) noexcept;
  SecretKey& operator=(SecretKey&& other) noexcept;
  ~SecretKey();

  /// The sub-key for one use, by libsodium's crypto_kdf: BLAKE2b keyed with this key over an empty message, with an
  /// output of 32 bytes, the number of the use (64 bits, little-endian) as its salt and "NoiseLm1" as its
  /// personalisation, both padded with zeros.
  SecretKey subKey(KeyUse use) const;

  /// The raw bytes, for a cipher or an authentication code only.
  std::span<const std::uint8_t, kBytes> secret() const { return m_bytes; }

 private:
  SecretKey() = default;
  std::array<std::uint8_t, kBytes> m_bytes{};
};

}  // namespace noiseloom
