#include "core/noise/gaussian_source.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"
#include "core/base/sodium.h"
#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"
#include "core/noise/chacha_blocks.h"

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "the words of a block are read as they lie in memory");
constexpr std::size_t kWordsPerBlock = 8;
constexpr std::uint64_t kFurtherRows = std::uint64_t{1} << 63;  // beyond every row
constexpr std::size_t kBlocksAtOnce = 64;  // 4 KiB of words and 4 KiB of normals stay in the first-level cache

}  // namespace

const GeneratorDescription& generatorDescription() {
  static constexpr GeneratorDescription description{"chacha20", 20};
  return description;
}

GaussianSource::GaussianSource(SecretKey key, GaussianMethod method) : m_secret(std::move(key)), m_method(method) {
  requireSodium();
}

GaussianSource GaussianSource::insecure(std::uint64_t seed, GaussianMethod method) {
  return {Seed{seed}, method};
}

void GaussianSource::fillWords(std::uint64_t nonce, std::uint64_t block, std::span<std::uint64_t> words) const {
  if (const Seed* const seed = std::get_if<Seed>(&m_secret)) {
    const PhiloxSequence sequence{seed->value, static_cast<std::uint32_t>(nonce),
                                  static_cast<std::uint32_t>(nonce >> 32)};
    philoxWords(sequence, block * (kWordsPerBlock / 2), words);
    return;
  }
  chachaBlocks(std::get<SecretKey>(m_secret).secret(), nonce, block, words);
}

// Normals from the words of the blocks from `block` on.
void GaussianSource::normalsOf(Index row, std::uint64_t block, std::span<const std::uint64_t> words,
                               double* normals) const {
  if (m_method == GaussianMethod::Radius53) {
    boxMuller(words.data(), normals, words.size());
    return;
  }
  if (longBoxMuller(words.data(), normals, words.size())) return;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (words[i] != 0) continue;
    std::array<std::uint64_t, kWordsPerBlock> further{};
    fillWords(static_cast<std::uint64_t>(row) | kFurtherRows, block + i / kWordsPerBlock, further);
    farPair(further[i % kWordsPerBlock], words[i + 1], normals + i);
  }
}

void GaussianSource::fill(Index row, Index firstCoordinate, std::span<double> out) const {
  checkInteger("row", row, 0, kNoLimit);
  checkInteger("first_coordinate", firstCoordinate, 0, kNoLimit - std::ssize(out));
  auto block = static_cast<std::uint64_t>(firstCoordinate) / kWordsPerBlock;
  std::size_t skipped = static_cast<std::uint64_t>(firstCoordinate) % kWordsPerBlock;
  alignas(64) std::array<std::uint64_t, kWordsPerBlock * kBlocksAtOnce> words;
  alignas(64) std::array<double, kWordsPerBlock * kBlocksAtOnce> normals;
  while (!out.empty()) {
    const std::size_t blocks = out.size() > kWordsPerBlock * kBlocksAtOnce - skipped
                                   ? kBlocksAtOnce
                                   : (skipped + out.size() + kWordsPerBlock - 1) / kWordsPerBlock;
    const std::size_t count = blocks * kWordsPerBlock;
    fillWords(static_cast<std::uint64_t>(row), block, std::span(words).first(count));
    const std::span<const std::uint64_t> made = std::span(words).first(count);
    const std::size_t taken = std::min(count - skipped, out.size());
    if (taken == count) {
      normalsOf(row, block, made, out.data());
    } else {
      normalsOf(row, block, made, normals.data());
      std::copy_n(normals.begin() + static_cast<std::ptrdiff_t>(skipped), taken, out.begin());
    }
    out = out.subspan(taken);
    block += blocks;
    skipped = 0;
  }
}

std::shared_ptr<const GaussianSource> noiseSource(const SecretKey& runKey, GaussianMethod method) {
  return std::make_shared<const GaussianSource>(runKey.subKey(KeyUse::Noise), method);
}

}  // namespace noiseloom
