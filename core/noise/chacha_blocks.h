#pragma once

#include <cstdint>
#include <span>

#include "core/base/secret_key.h"

namespace noiseloom {

/// Fills `words` with the key stream of ChaCha20 in its original form (20 rounds, 64-bit nonce and block counter) from
/// block number `block` on, eight little-endian 64-bit words per block; words.size() is a multiple of eight. Computed
/// by libsodium or, on processors with AVX-512, which libsodium does not use, by this project's own code, sixteen
/// blocks at a time: the same words in half the time. Call requireSodium() first. Source: RFC 8439, section 2.3.
void chachaBlocks(std::span<const std::uint8_t, SecretKey::kBytes> key, std::uint64_t nonce, std::uint64_t block,
                  std::span<std::uint64_t> words);

/// If `plain`, chachaBlocks() always uses libsodium; for tests and measurements.
void setPlainChacha(bool plain);

}  // namespace noiseloom
