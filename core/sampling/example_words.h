#pragma once

#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {

/// One random word for each example x, which decides its group or its step of an epoch: word x mod 8 of block x div 8.
/// Where a word would make the result uneven (lastFair()), the word of the next attempt decides.
class ExampleWords {
 public:
  /// `dense`: nearly every example will be requested, in increasing order.
  ExampleWords(const SecretKey& key, WordUse use, Index number, bool dense);

  /// 0 .. count - 1, exactly uniform and the same at every request. example >= 0, count >= 1.
  Index below(Index example, Index count);
  /// True with this probability, to 64 binary digits.
  bool coin(Index example, double probability);

 private:
  std::uint64_t word(Index example);

  const SecretKey& m_key;
  WordUse m_use;
  Index m_number;
  std::vector<std::uint64_t> m_words;  // of the examples from m_first on
  Index m_first = -1;
  std::uint64_t m_count = 1;  // of the last request, and its lastFair()
  std::uint64_t m_last = UINT64_MAX;
};

}  // namespace noiseloom
