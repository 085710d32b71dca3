#include "core/io/base64.h"

#include <array>
#include <cstdint>

namespace noiseloom {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kNotADigit = 64;

std::uint32_t digitOf(char c) {
  static const std::array<std::uint8_t, 256> digits = [] {
    std::array<std::uint8_t, 256> table{};
    table.fill(kNotADigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
      table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return table;
  }();
  return digits[static_cast<unsigned char>(c)];
}

}  // namespace

std::string toBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k])) : 0U;
    };
    const std::uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (std::size_t k = 0; k < 4; ++k) {
      const bool pads = i + k > bytes.size();
      text += pads ? '=' : kAlphabet[group >> (18 - 6 * k) & 63U];
    }
  }
  return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t digits = i + 4 == text.size() ? 4 - padding : 4;
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t digit = k < digits ? digitOf(text[i + k]) : 0;
      if (digit == kNotADigit) return std::nullopt;
      group = group << 6 | digit;
    }
    const std::size_t count = digits - 1;
    if ((group & ((1U << (8 * (3 - count))) - 1)) != 0) return std::nullopt;
    for (std::size_t k = 0; k < count; ++k) bytes += static_cast<char>(group >> (16 - 8 * k) & 255U);
  }
  return bytes;
}

}  // namespace noiseloom
