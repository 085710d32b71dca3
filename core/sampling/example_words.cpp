#include "core/sampling/example_words.h"

#include <array>
#include <cmath>

namespace noiseloom {
namespace {

constexpr Index kDenseWords = 512;

}  // namespace

ExampleWords::ExampleWords(const SecretKey& key, WordUse use, Index number, bool dense)
    : m_key(key), m_use(use), m_number(number), m_words(dense ? kDenseWords : kBlockWords) {}

std::uint64_t ExampleWords::word(Index example) {
  const auto size = std::ssize(m_words);
  const Index first = example / size * size;
  if (first != m_first) {
    keyedWords(m_key, m_use, 0, m_number, static_cast<std::uint64_t>(first / kBlockWords), m_words);
    m_first = first;
  }
  return m_words[example - first];
}

Index ExampleWords::below(Index example, Index count) {
  const auto many = static_cast<std::uint64_t>(count);
  if (many != m_count) {
    m_count = many;
    m_last = lastFair(many);
  }
  std::uint64_t drawn = word(example);
  // An attempt fails with probability 10^-7 at most up to 10^12 groups, and 255 in a row never do.
  for (std::uint8_t attempt = 1; drawn > m_last && attempt < UINT8_MAX; ++attempt) {
    std::array<std::uint64_t, kBlockWords> block;
    keyedWords(m_key, m_use, attempt, m_number, static_cast<std::uint64_t>(example / kBlockWords), block);
    drawn = block[example % kBlockWords];
  }
  return static_cast<Index>(drawn % many);
}

bool ExampleWords::coin(Index example, double probability) {
  const std::uint64_t drawn = word(example);
  return probability >= 1 || drawn < static_cast<std::uint64_t>(std::ldexp(probability, 64));
}

}  // namespace noiseloom
