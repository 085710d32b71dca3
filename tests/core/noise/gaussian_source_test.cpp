#include "core/noise/gaussian_source.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <type_traits>
#include <vector>

#include "core/base/errors.h"
#include "core/linalg/box_muller.h"
#include "core/monte_carlo/philox.h"

namespace noiseloom {
namespace {

std::array<std::uint8_t, SecretKey::kBytes> keyBytes() {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return bytes;
}

GaussianSource testSource() {
  return GaussianSource(SecretKey::fromBytes(keyBytes()));
}

std::vector<double> draw(const GaussianSource& source, Index step, Index first, std::size_t count) {
  std::vector<double> out(count);
  source.fill(step, first, out);
  return out;
}

// The documented layout with another cipher entry point (RFC 8439: 32-bit counter, 96-bit nonce, whose first word is
// then the counter's high half) and the standard library's functions.
double expected(Index step, Index coordinate) {
  const auto block = static_cast<std::uint64_t>(coordinate) / 8;
  std::array<std::uint8_t, 12> nonce{};
  const auto high = static_cast<std::uint32_t>(block >> 32);
  std::memcpy(nonce.data(), &high, 4);
  std::memcpy(nonce.data() + 4, &step, 8);
  std::array<std::uint64_t, 8> words{};
  auto* const bytes = reinterpret_cast<unsigned char*>(words.data());
  crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, 64, nonce.data(), static_cast<std::uint32_t>(block),
                                     keyBytes().data());
  const auto pair = static_cast<std::size_t>(coordinate % 8 / 2);
  const double u = (static_cast<double>(words[2 * pair] >> 11) + 1) * 0x1p-53;
  const double v = static_cast<double>(words[2 * pair + 1] >> 11) * 0x1p-53;
  const double angle = 2 * std::numbers::pi * v;
  return std::sqrt(-2 * std::log(u)) * (coordinate % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

TEST(GaussianSource, FollowsTheDocumentedLayout) {
  const GaussianSource source = testSource();
  const Index highBlock = Index{1} << 35;  // where the block counter passes 32 bits
  for (const Index step : {Index{0}, Index{1}, Index{255}, Index{1} << 40}) {
    for (const Index first : {Index{0}, Index{3}, Index{1000}, highBlock - 4, highBlock + 11}) {
      const std::vector<double> drawn = draw(source, step, first, 21);
      for (Index m = 0; m < 21; ++m) {
        EXPECT_NEAR(drawn[static_cast<std::size_t>(m)], expected(step, first + m), 1e-14) << step << " " << first + m;
      }
    }
  }
}

// A run's generator has BLAKE2b of the run's key for its key, with the parameters that noise plans state.
TEST(GaussianSource, OfARunHasASubKeyOfItsOwn) {
  std::array<std::uint8_t, crypto_generichash_blake2b_SALTBYTES> salt{1};
  std::array<std::uint8_t, crypto_generichash_blake2b_PERSONALBYTES> personal{'N', 'o', 'i', 's', 'e', 'L', 'm', '1'};
  std::array<std::uint8_t, SecretKey::kBytes> derived{};
  const auto run = keyBytes();
  ASSERT_EQ(crypto_generichash_blake2b_salt_personal(derived.data(), derived.size(), nullptr, 0, run.data(), run.size(),
                                                     salt.data(), personal.data()),
            0);
  EXPECT_EQ(draw(*noiseSource(SecretKey::fromBytes(run)), 2, 5, 100),
            draw(GaussianSource(SecretKey::fromBytes(derived)), 2, 5, 100));
  EXPECT_NE(draw(*noiseSource(SecretKey::fromBytes(run)), 2, 5, 100), draw(testSource(), 2, 5, 100));
}

TEST(GaussianSource, BitsDoNotDependOnHowTheyAreAskedFor) {
  const GaussianSource source = testSource();
  const std::vector<double> whole = draw(source, 7, 0, 5000);
  for (const Index begin : {0, 1, 7, 8, 511, 512, 513, 4000}) {
    for (const Index count : {1, 2, 8, 9, 511, 512, 513, 999}) {
      const std::vector<double> part = draw(source, 7, begin, static_cast<std::size_t>(count));
      EXPECT_EQ(std::memcmp(part.data(), whole.data() + begin, part.size() * sizeof(double)), 0)
          << begin << " " << count;
    }
  }
}

TEST(GaussianSource, StepsCoordinatesAndKeysDiffer) {
  const GaussianSource source = testSource();
  const std::vector<double> a = draw(source, 0, 0, 4096);
  const std::vector<double> b = draw(source, 1, 0, 4096);
  auto bytes = keyBytes();
  bytes[31] ^= 1;
  const std::vector<double> c = draw(GaussianSource(SecretKey::fromBytes(bytes)), 0, 0, 4096);
  const std::vector<double> d = draw(GaussianSource(SecretKey::random()), 0, 0, 4096);
  const auto correlation = [&](const std::vector<double>& x, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum / static_cast<double>(x.size());
  };
  for (const auto* other : {&b, &c, &d}) EXPECT_LT(std::abs(correlation(a, *other)), 6 / std::sqrt(4096.0));
  EXPECT_GT(correlation(a, a), 0.8);
}

TEST(GaussianSource, MomentsAndTailsAreNormal) {
  const GaussianSource source = testSource();
  constexpr std::size_t kCount = 1 << 20;
  const std::vector<double> z = draw(source, 3, 0, kCount);
  std::array<double, 5> moment{};
  std::size_t beyondThree = 0;
  double neighbours = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    double power = 1;
    for (double& each : moment) {
      each += power / kCount;
      power *= z[i];
    }
    beyondThree += std::abs(z[i]) > 3 ? 1 : 0;
    if (i % 2 == 1) neighbours += z[i] * z[i - 1] * 2 / kCount;  // the two of one pair
  }
  // Standard errors of the sample moments: 1, sqrt(2), sqrt(15), sqrt(96) over sqrt(kCount); six of them.
  const double unit = 6 / std::sqrt(static_cast<double>(kCount));
  EXPECT_NEAR(moment[1], 0, unit);
  EXPECT_NEAR(moment[2], 1, unit * std::sqrt(2.0));
  EXPECT_NEAR(moment[3], 0, unit * std::sqrt(15.0));
  EXPECT_NEAR(moment[4], 3, unit * std::sqrt(96.0));
  EXPECT_NEAR(neighbours, 0, unit * std::sqrt(2.0));
  const double tail = std::erfc(3 / std::numbers::sqrt2);
  EXPECT_NEAR(static_cast<double>(beyondThree) / kCount, tail, unit * std::sqrt(tail));
}

TEST(GaussianSource, DistributionFollowsTheNormalCurve) {
  std::vector<double> z = draw(testSource(), 5, 0, 1 << 18);
  std::sort(z.begin(), z.end());
  double distance = 0;  // Kolmogorov's
  const auto count = static_cast<double>(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double below = 0.5 * std::erfc(-z[i] / std::numbers::sqrt2);
    distance = std::max({distance, std::abs(below - static_cast<double>(i) / count),
                         std::abs(below - static_cast<double>(i + 1) / count)});
  }
  EXPECT_LT(distance,
            2.2 / std::sqrt(count));  // exceeded with probability 1.3e-4 by a perfect generator; this key is fixed
}

TEST(BoxMuller, ExtremeWordsStayFiniteAndExact) {
  const std::uint64_t most = ~std::uint64_t{0};
  const std::array<std::uint64_t, 16> words{0,         0,
                                            most,      most,
                                            0,         most,
                                            most,      0,
                                            0,         std::uint64_t{1} << 62,
                                            0,         std::uint64_t{1} << 63,
                                            0,         std::uint64_t{3} << 62,
                                            most >> 1, std::uint64_t{1} << 61};
  std::array<double, 16> z{};
  boxMuller(words.data(), z.data(), words.size());
  const double largest = std::sqrt(106 * std::numbers::ln2);
  EXPECT_NEAR(z[0], largest, 1e-14);  // u = 2^-53, v = 0
  EXPECT_EQ(z[1], 0);
  EXPECT_EQ(std::abs(z[2]) + std::abs(z[3]), 0);  // u = 1
  EXPECT_NEAR(z[8], 0, 1e-14);                    // quarter turns
  EXPECT_NEAR(z[9], largest, 1e-14);
  EXPECT_NEAR(z[10], -largest, 1e-14);
  EXPECT_NEAR(z[13], -largest, 1e-14);
  EXPECT_NEAR(z[14], z[15], 1e-15);  // an eighth turn
  for (const double value : z) EXPECT_TRUE(std::isfinite(value));
}

// The documented layout over Philox's words, which have known answers of their own.
TEST(GaussianSource, OfASeedFollowsPhilox) {
  const GaussianSource source = GaussianSource::insecure(42);
  for (const Index row : {Index{0}, Index{5}, Index{1} << 40}) {
    const std::vector<double> drawn = draw(source, row, 3, 30);
    for (Index m = 0; m < 30; ++m) {
      const Index j = 3 + m;
      const auto address = static_cast<std::uint64_t>(row);
      std::array<std::uint64_t, 2> words{};
      philoxWords({42, static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32)},
                  static_cast<std::uint64_t>(j / 2), words);
      const double radius = std::sqrt(-2 * std::log((static_cast<double>(words[0] >> 11) + 1) * 0x1p-53));
      const double angle = 2 * std::numbers::pi * static_cast<double>(words[1] >> 11) * 0x1p-53;
      EXPECT_NEAR(drawn[static_cast<std::size_t>(m)], radius * (j % 2 == 0 ? std::cos(angle) : std::sin(angle)), 1e-14);
    }
  }
  EXPECT_NE(draw(source, 0, 0, 8), draw(GaussianSource::insecure(43), 0, 0, 8));
}

TEST(GaussianSource, RefusesAddressesThatDoNotExist) {
  const GaussianSource source = testSource();
  std::vector<double> out(4);
  EXPECT_THROW(source.fill(-1, 0, out), InvalidArgument);
  EXPECT_THROW(source.fill(0, -1, out), InvalidArgument);
  EXPECT_THROW(source.fill(0, std::numeric_limits<Index>::max() - 2, out), InvalidArgument);
}

TEST(SecretKey, CanNeitherBeCopiedNorOutliveItsMove) {
  static_assert(!std::is_copy_constructible_v<SecretKey> && !std::is_copy_assignable_v<SecretKey>);
  SecretKey key = SecretKey::fromBytes(keyBytes());
  const GaussianSource moved(std::move(key));
  // What is left behind is the key of zeros.
  const GaussianSource left(std::move(key));  // NOLINT(bugprone-use-after-move): that is what is tested
  const GaussianSource zeros(SecretKey::fromBytes(std::array<std::uint8_t, SecretKey::kBytes>{}));
  EXPECT_EQ(draw(left, 0, 0, 16), draw(zeros, 0, 0, 16));
  EXPECT_EQ(draw(moved, 0, 0, 16), draw(testSource(), 0, 0, 16));
}

}  // namespace
}  // namespace noiseloom
