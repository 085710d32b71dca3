#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/secret_key.h"

namespace noiseloom {

/// The key stream of ChaCha20 in its original form (20 rounds, 64-bit nonce and block counter): blocks `block`, `block`
/// + 1, .. as eight little-endian 64-bit words each; words.size() is a multiple of eight. Computed by libsodium, or, on
/// processors with AVX-512, which libsodium does not use, sixteen blocks at a time by this project's own code: the same
/// words in half the time. Call requireSodium() first. Source: RFC 8439, section 2.3.
void chachaBlocks(std::span<const std::uint8_t, SecretKey::kBytes> key, std::uint64_t nonce, std::uint64_t block,
                  std::span<std::uint64_t> words);

/// True forces libsodium, for tests and measurements.
void setPlainChacha(bool plain);

}  // namespace noiseloom
