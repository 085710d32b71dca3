#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/index.h"
#include "core/base/secret_key.h"
#include "core/noise/number_type.h"

namespace noiseloom {

/// 32 bytes that nobody without the key can make, or use to test a guess.
using RecordCode = std::array<std::uint8_t, 32>;
/// 64 lower-case hexadecimal digits.
std::string hexOf(const RecordCode& code);

/// The codes of a record: BLAKE2b of 32 bytes, keyed with the record's sub-key of the run's key, over eight bytes
/// "NoiseRec", a byte for the kind of content (0 to 4 below), the step (64 bits, little-endian; 0 if there is none) and
/// the content. Neither a batch nor its size can be guessed from them, nor whether two steps took the same.
class RecordCodes {
 public:
  explicit RecordCodes(const SecretKey& runKey) : m_key(runKey.subKey(KeyUse::Record)) {}

  /// 0: no content, so that the code depends on the key alone.
  RecordCode run() const;
  /// 1: the number of the examples and their indices, in increasing order, 64 bits each.
  RecordCode batch(Index step, std::span<const Index> examples) const;
  /// 2: begin and end of the shard and bytes of a number, 64 bits each, then the numbers as they lie in memory.
  RecordCode noise(Index step, Index begin, Index end, std::span<const std::byte> noise, NumberType type) const;
  /// 3: the release: the noisy sum, or the parameters after the step.
  RecordCode release(Index step, std::span<const std::byte> bytes) const;
  /// 4: the seal of the previous line (zeros for the first) and a line without its own seal.
  RecordCode seal(const RecordCode& before, std::string_view line) const;

 private:
  SecretKey m_key;
};

}  // namespace noiseloom
