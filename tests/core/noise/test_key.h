#pragma once

#include <array>
#include <cstdint>
#include <numeric>

#include "core/base/secret_key.h"

namespace noiseloom {

/// 0, 1, .., 31.
inline SecretKey testKey() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return SecretKey::fromBytes(bytes);
}

}  // namespace noiseloom
