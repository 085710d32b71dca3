#include "core/noise/chacha_blocks.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <cstring>
#include <vector>

#include "core/base/sodium.h"

namespace noiseloom {
namespace {

using Key = std::array<std::uint8_t, SecretKey::kBytes>;

class ChachaBlocks : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    requireSodium();
    setPlainChacha(GetParam());
  }
  void TearDown() override { setPlainChacha(false); }
};

// RFC 8439, appendix A.1, vectors 1, 2 and 3 (nonce 0, as both forms have it), in the first, second and last of the
// blocks made together.
TEST_P(ChachaBlocks, KnownAnswers) {
  std::vector<std::uint64_t> words(16 * 8);
  const auto hex = [&](std::size_t block) {
    std::array<char, 33> text{};
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(words.data() + 8 * block), 16);
    return std::string(text.data());
  };
  chachaBlocks(Key{}, 0, 0, words);
  EXPECT_EQ(hex(0), "76b8e0ada0f13d90405d6ae55386bd28");
  EXPECT_EQ(hex(1), "9f07e7be5551387a98ba977c732d080d");
  Key one{};
  one[31] = 1;
  chachaBlocks(one, 0, 1, words);
  EXPECT_EQ(hex(0), "3aeb5224ecf849929b9d828db1ced4dd");
  chachaBlocks(Key{}, 0, ~std::uint64_t{0} - 13, words);  // the counter wraps to 0 and 1
  EXPECT_EQ(hex(14), "76b8e0ada0f13d90405d6ae55386bd28");
  EXPECT_EQ(hex(15), "9f07e7be5551387a98ba977c732d080d");
}

TEST_P(ChachaBlocks, AreTheStreamOfLibsodium) {
  Key key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(200 - 7 * i);
  for (const std::uint64_t block : {std::uint64_t{0}, std::uint64_t{5}, (std::uint64_t{1} << 32) - 9}) {
    for (const std::size_t blocks : {1, 15, 16, 17, 40, 64}) {
      const std::uint64_t nonce = 0x0123456789abcdef + blocks;
      std::vector<std::uint64_t> words(8 * blocks, 1), expected(8 * blocks);
      chachaBlocks(key, nonce, block, words);
      std::array<std::uint8_t, 8> nonceBytes{};
      std::memcpy(nonceBytes.data(), &nonce, 8);
      auto* const bytes = reinterpret_cast<unsigned char*>(expected.data());
      crypto_stream_chacha20_xor_ic(bytes, bytes, 64 * blocks, nonceBytes.data(), block, key.data());
      EXPECT_EQ(words, expected) << block << " " << blocks;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EitherWay, ChachaBlocks, ::testing::Bool());

}  // namespace
}  // namespace noiseloom
