#include "core/base/secret_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace noiseloom {
namespace {

std::string digits(const SecretKey& key) {
  std::string text;
  for (const std::uint8_t byte : key.secret()) {
    for (const int half : {byte >> 4, byte & 15}) text += "0123456789abcdef"[half];
  }
  return text;
}

SecretKey counted() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return SecretKey::fromBytes(bytes);
}

TEST(SecretKey, SubKeysAreThoseThatAnotherProgramDerives) {
  // Python: hashlib.blake2b(b"", digest_size=32, key=bytes(range(32)), salt=use.to_bytes(8, "little").ljust(16, b"\0"),
  //                         person=b"NoiseLm1".ljust(16, b"\0")).hexdigest()
  EXPECT_EQ(digits(counted().subKey(KeyUse::Noise)),
            "8e38d86fca7028a510ecd7b6fd940ebbf0e2c468cd3e61dbaef52a077763d33a");
  EXPECT_EQ(digits(counted().subKey(KeyUse::Batches)),
            "87457ede24e4a366dc855c1f52186116f345dc89157cbaefed347e43d88f8af2");
  EXPECT_EQ(digits(counted().subKey(KeyUse::Record)),
            "dadba99a48d01715f4a6132f24238c500f819236b1d8956ee1603b391fba28a2");
  EXPECT_EQ(digits(counted().subKey(KeyUse::Exact)),
            "a88cdc05359e9ac40723f6232986cbb9eb4615dc5490f2d713052d30dddd593a");
}

TEST(SecretKey, IsClearedWhenItMoves) {
  SecretKey from = counted();
  const SecretKey to = std::move(from);
  EXPECT_EQ(digits(from), std::string(64, '0'));  // NOLINT(bugprone-use-after-move): what is left is what is tested
  EXPECT_EQ(to.secret()[31], 31);
}

TEST(SecretKey, RandomOnesDiffer) {
  EXPECT_NE(digits(SecretKey::random()), digits(SecretKey::random()));
}

}  // namespace
}  // namespace noiseloom
