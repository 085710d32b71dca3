#include "core/io/sha256.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/sodium.h"
#include "core/io/input_file.h"

namespace noiseloom {

Sha256::Sha256() {
  requireSodium();
  crypto_hash_sha256_init(&m_state);
}

void Sha256::update(std::span<const std::byte> bytes) {
  crypto_hash_sha256_update(&m_state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256_final(&m_state, digest.data());
  std::string text(2 * digest.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), digest.data(), digest.size());
  text.pop_back();  // the final zero
  return text;
}

std::string sha256Hex(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

std::string sha256OfFile(const std::filesystem::path& path) {
  const InputFile file(path);
  Sha256 hash;
  std::vector<std::byte> buffer(1 << 20);
  for (std::uint64_t offset = 0; offset < file.size();) {
    const std::span part = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), file.size() - offset));
    file.readAt(offset, part);
    hash.update(part);
    offset += part.size();
  }
  return hash.hex();
}

bool isSha256Hex(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace noiseloom
