#include "core/base/secret_key.h"

#include <algorithm>

#include "core/base/sodium.h"

namespace noiseloom {
namespace {

constexpr char kContext[crypto_kdf_CONTEXTBYTES + 1] = "NoiseLm1";
static_assert(SecretKey::kBytes == crypto_kdf_KEYBYTES);

}  // namespace

SecretKey SecretKey::random() {
  requireSodium();
  SecretKey key;
  randombytes_buf(key.m_bytes.data(), kBytes);
  return key;
}

SecretKey SecretKey::fromBytes(std::span<const std::uint8_t, kBytes> bytes) {
  SecretKey key;
  std::copy(bytes.begin(), bytes.end(), key.m_bytes.begin());
  return key;
}

SecretKey::SecretKey(SecretKey&& other) noexcept : m_bytes(other.m_bytes) {
  sodium_memzero(other.m_bytes.data(), kBytes);
}

SecretKey& SecretKey::operator=(SecretKey&& other) noexcept {
  if (this != &other) {
    m_bytes = other.m_bytes;
    sodium_memzero(other.m_bytes.data(), kBytes);
  }
  return *this;
}

SecretKey::~SecretKey() {
  sodium_memzero(m_bytes.data(), kBytes);
}

SecretKey SecretKey::subKey(KeyUse use) const {
  requireSodium();
  SecretKey key;
  crypto_kdf_derive_from_key(key.m_bytes.data(), kBytes, static_cast<std::uint64_t>(use), kContext, m_bytes.data());
  return key;
}

}  // namespace noiseloom
