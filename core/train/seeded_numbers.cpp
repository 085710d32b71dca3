#include "core/train/seeded_numbers.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/sodium.h"
#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kTraining = 0x54720000;  // distinct from the purposes of accounting by draws

std::vector<std::uint64_t> wordsOf(std::uint64_t seed, SeedUse use, Index count) {
  std::vector<std::uint64_t> words(count + count % 2);
  philoxWords({seed, kTraining + static_cast<std::uint32_t>(use), 0}, 0, words);
  return words;
}

}  // namespace

std::vector<double> seededUniforms(std::uint64_t seed, SeedUse use, Index count) {
  const std::vector<std::uint64_t> words = wordsOf(seed, use, count);
  std::vector<double> values(count);
  std::transform(words.begin(), words.begin() + count, values.begin(), unitInterval);
  return values;
}

std::vector<double> seededNormals(std::uint64_t seed, SeedUse use, Index count) {
  const std::vector<std::uint64_t> words = wordsOf(seed, use, count);
  std::vector<double> values(words.size());
  boxMuller(words.data(), values.data(), words.size());
  values.resize(count);
  return values;
}

std::vector<Index> seededOrder(std::uint64_t seed, SeedUse use, Index count) {
  const std::vector<std::uint64_t> words = wordsOf(seed, use, count);
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  // Fisher-Yates; the slight bias of a word mod i is negligible for so few items.
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[words[i - 1] % i]);
  return order;
}

SecretKey exploringKey(std::uint64_t seed) {
  requireSodium();
  constexpr std::string_view kWords = "Noiseloom trains from a seed";
  std::array<std::uint8_t, kWords.size() + 8> message{};
  std::ranges::copy(kWords, message.begin());
  for (std::size_t i = 0; i < 8; ++i) message.at(kWords.size() + i) = static_cast<std::uint8_t>(seed >> (8 * i));
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  crypto_generichash(bytes.data(), bytes.size(), message.data(), message.size(), nullptr, 0);
  return SecretKey::fromBytes(bytes);
}

}  // namespace noiseloom
