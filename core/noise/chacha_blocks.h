#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/secret_key.h"

namespace noiseloom {

/// The key stream of ChaCha20 in its original form (20 rounds, 64-bit nonce and block counter): blocks `block`,
/// `block` + 1, .. as eight little-endian 64-bit words each; words.size() is a multiple of eight. By libsodium, and
/// sixteen blocks at a time by this project's own code where the processor has AVX-512, which libsodium makes no use
/// of: the same words, in half the time. requireSodium() before the first call. Source: RFC 8439, section 2.3.
void chachaBlocks(std::span<const std::uint8_t, SecretKey::kBytes> key, std::uint64_t nonce, std::uint64_t block,
                  std::span<std::uint64_t> words);

/// For tests and measurements: true keeps to libsodium.
void setPlainChacha(bool plain);

}  // namespace noiseloom
