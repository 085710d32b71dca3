#include "core/io/key_file.h"

#include <sodium.h>

#include <array>
#include <cstdio>

#include "core/base/errors.h"
#include "core/io/input_file.h"

namespace noiseloom {
namespace {

constexpr std::size_t kDigits = 2 * SecretKey::kBytes;
constexpr std::size_t kMostKeyBytes = kDigits + 2;  // digits and a line end, of Windows at most

/// The bytes read from a key file; always cleared.
struct Content {
  Content() = default;
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  ~Content() {
    sodium_memzero(bytes.data(), bytes.size());
    sodium_memzero(key.data(), key.size());
  }
  std::array<char, kMostKeyBytes> bytes{};
  std::array<std::uint8_t, SecretKey::kBytes> key{};
};

bool isLineEnd(std::string_view rest) {
  return rest.empty() || rest == "\n" || rest == "\r\n";
}

}  // namespace

SecretKey readKeyFile(const std::filesystem::path& path) {
  const InputFile file(path);
  if ((file.permissions() & 0077U) != 0) {
    char mode[16];
    std::snprintf(mode, sizeof mode, "%04o", file.permissions());
    throw FormatError(
        path, Core::tr("mode"),
        {Core::tr("is %1, so that others can read or change the key; make it 0600 (chmod 600)"), std::string(mode)});
  }
  Content content;
  const std::size_t size = file.size();
  if (size == SecretKey::kBytes) {
    file.readAt(0, std::as_writable_bytes(std::span(content.key)));
    return SecretKey::fromBytes(content.key);
  }
  if (size >= kDigits && size <= kMostKeyBytes) {
    file.readAt(0, std::as_writable_bytes(std::span(content.bytes).first(size)));
    const std::string_view text(content.bytes.data(), size);
    std::size_t made = 0;
    if (sodium_hex2bin(content.key.data(), content.key.size(), text.data(), kDigits, nullptr, &made, nullptr) == 0 &&
        made == content.key.size() && isLineEnd(text.substr(kDigits)))
      return SecretKey::fromBytes(content.key);
  }
  throw FormatError(path, Core::tr("file"), Core::tr("holds neither 32 bytes nor 64 hexadecimal digits"));
}

std::string keyIdentifier(const SecretKey& runKey) {
  constexpr std::string_view kWords = "noiseloom key identifier";
  const SecretKey key = runKey.subKey(KeyUse::Record);
  std::array<std::uint8_t, 16> code{};
  crypto_generichash(code.data(), code.size(), reinterpret_cast<const unsigned char*>(kWords.data()), kWords.size(),
                     key.secret().data(), key.secret().size());
  std::array<char, 2 * 16 + 1> digits{};
  sodium_bin2hex(digits.data(), digits.size(), code.data(), code.size());
  return digits.data();
}

}  // namespace noiseloom
