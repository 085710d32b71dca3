#include "core/noise/gaussian_source.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/check.h"
#include "core/base/sodium.h"
#include "core/linalg/box_muller.h"

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "the words of a block are read as they lie in memory");
constexpr std::size_t kWordsPerBlock = 8;
constexpr std::size_t kBlocksAtOnce = 64;  // 4 KiB of words and 4 KiB of normals stay in the first cache

}  // namespace

const GeneratorDescription& generatorDescription() {
  static constexpr GeneratorDescription description{
      "chacha20", 20,
      "Box-Muller on pairs of words (a, b): u = ((a >> 11) + 1) 2^-53, v = (b >> 11) 2^-53; even j: sqrt(-2 log u) "
      "cos(2 "
      "pi v), odd j: sqrt(-2 log u) sin(2 pi v)"};
  return description;
}

GaussianSource::GaussianSource(SecretKey key) : m_key(std::move(key)) {
  requireSodium();
}

void GaussianSource::fill(Index row, Index firstCoordinate, std::span<double> out) const {
  checkInteger("row", row, 0, kNoLimit);
  checkInteger("first_coordinate", firstCoordinate, 0, kNoLimit - static_cast<Index>(out.size()));
  std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES> nonce{};
  std::memcpy(nonce.data(), &row, sizeof row);

  auto block = static_cast<std::uint64_t>(firstCoordinate) / kWordsPerBlock;
  auto skipped = static_cast<std::size_t>(static_cast<std::uint64_t>(firstCoordinate) % kWordsPerBlock);
  alignas(64) std::array<std::uint64_t, kWordsPerBlock * kBlocksAtOnce> words;
  alignas(64) std::array<double, kWordsPerBlock * kBlocksAtOnce> normals;
  while (!out.empty()) {
    const std::size_t blocks = out.size() > kWordsPerBlock * kBlocksAtOnce - skipped
                                   ? kBlocksAtOnce
                                   : (skipped + out.size() + kWordsPerBlock - 1) / kWordsPerBlock;
    const std::size_t count = blocks * kWordsPerBlock;
    auto* const bytes = reinterpret_cast<unsigned char*>(words.data());
    std::memset(bytes, 0, count * sizeof(std::uint64_t));
    crypto_stream_chacha20_xor_ic(bytes, bytes, count * sizeof(std::uint64_t), nonce.data(), block,
                                  m_key.secret().data());
    boxMuller(words.data(), normals.data(), count);
    const std::size_t taken = std::min(count - skipped, out.size());
    std::copy_n(normals.begin() + static_cast<std::ptrdiff_t>(skipped), taken, out.begin());
    out = out.subspan(taken);
    block += blocks;
    skipped = 0;
  }
}

std::shared_ptr<const GaussianSource> noiseSource(const SecretKey& runKey) {
  return std::make_shared<const GaussianSource>(runKey.subKey(KeyUse::Noise));
}

}  // namespace noiseloom
