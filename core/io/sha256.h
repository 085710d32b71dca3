#pragma once

#include <sodium.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace noiseloom {

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  void update(std::span<const std::byte> bytes);
  /// 64 lower-case hexadecimal digits. Call once, at the end.
  std::string hex();

 private:
  crypto_hash_sha256_state m_state;
};

std::string sha256Hex(std::span<const std::byte> bytes);
/// The hash of a file's content. Throws IoError.
std::string sha256OfFile(const std::filesystem::path& path);
/// 64 lower-case hexadecimal digits.
bool isSha256Hex(std::string_view text);

}  // namespace noiseloom
