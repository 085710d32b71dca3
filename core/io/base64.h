#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noiseloom {

/// Bytes as base64 with padding and without line breaks (RFC 4648, section 4).
std::string toBase64(std::string_view bytes);
/// Back, strictly: nothing for another length, another alphabet, padding elsewhere than at the end or bits that the
/// bytes do not have.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace noiseloom
