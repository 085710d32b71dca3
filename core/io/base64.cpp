#include "core/io/base64.h"

#include <sodium.h>

#include <algorithm>

namespace noiseloom {

std::string toBase64(std::string_view bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    kVariant);
  text.pop_back();  // the final zero
  return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
  // The library takes some bytes beyond ASCII for digits.
  if (std::ranges::any_of(text, [](char c) { return (c & 0x80) != 0; })) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  std::size_t count = 0;
  // Without a list of characters to ignore and without an end to return it takes the whole text or nothing.
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(), text.size(), nullptr,
                        &count, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0)
    return std::nullopt;
  bytes.resize(count);
  return bytes;
}

}  // namespace noiseloom
