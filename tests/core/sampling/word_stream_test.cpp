#include "core/sampling/word_stream.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include "core/base/sodium.h"
#include "core/sampling/example_words.h"
#include "core/sampling/gap_law.h"
#include "core/sampling/keyed_order.h"
#include "tests/core/sampling/sampling_fixture.h"

namespace noiseloom {
namespace {

TEST(WordStream, IsChaChaOfUseAttemptAndNumber) {
  requireSodium();
  const SecretKey key = keyNumber(7);
  // use 4, attempt 3, number 0x0102030405: little-endian.
  const std::array<unsigned char, 8> nonce{5, 4, 3, 2, 1, 0, 3, 4};
  std::array<std::uint64_t, 24> expected{};
  auto* const bytes = reinterpret_cast<unsigned char*>(expected.data());
  crypto_stream_chacha20(bytes, sizeof expected, nonce.data(), key.secret().data());
  std::array<std::uint64_t, 16> words;
  keyedWords(key, WordUse::Rest, 3, 0x0102030405, 1, words);
  EXPECT_TRUE(std::equal(words.begin(), words.end(), expected.begin() + 8));
}

TEST(WordStream, FairWordsAreAMultiple) {
  for (const std::uint64_t count : {1ULL, 2ULL, 3ULL, 7ULL, 64ULL, 1000003ULL, 1ULL << 40U, (1ULL << 40U) + 1}) {
    EXPECT_EQ(lastFair(count) % count, count - 1) << count;
    EXPECT_GT(lastFair(count), UINT64_MAX - count) << count;
  }
}

TEST(WordStream, NumbersBelowAreUniform) {
  const SecretKey key = keyNumber(1);
  WordStream words(key, WordUse::Step, 0);
  std::map<Index, Index> counts;
  std::map<Index, double> law;
  for (Index i = 0; i < 11; ++i) law[i] = 1.0 / 11;
  for (Index i = 0; i < 1000000; ++i) ++counts[words.below(11)];
  expectLaw(counts, law);
}

TEST(WordStream, CoinsHaveTheirProbability) {
  const SecretKey key = keyNumber(2);
  WordStream words(key, WordUse::Step, 0);
  for (const double p : {0.5, 0.3, 0.01, 0.999}) {
    std::map<bool, Index> counts;
    for (Index i = 0; i < 1000000; ++i) ++counts[words.coin(p)];
    expectLaw(counts, {{true, p}, {false, 1 - p}});
  }
  for (Index i = 0; i < 1000; ++i) {
    EXPECT_TRUE(words.coin(1));
    EXPECT_FALSE(words.coin(0));
    EXPECT_FALSE(words.coin(0x1p-80));
    EXPECT_FALSE(words.coin(0x1p-300));
    EXPECT_TRUE(words.coin(1 - 0x1p-53));
  }
}

// Cells of about the same probability, whatever q is.
TEST(GapLaw, IsGeometric) {
  const SecretKey key = keyNumber(3);
  for (const double q : {0.9, 0.5, 0.3, 0.01, 1e-6, 1e-12}) {
    const GapLaw law(q);
    WordStream words(key, WordUse::Step, static_cast<Index>(1 / q));
    const Index width = std::max<Index>(1, static_cast<Index>(0.1 / q));
    std::map<Index, Index> counts;
    std::map<Index, double> expected;
    constexpr Index kCells = 40;
    for (Index i = 0; i < 300000; ++i) ++counts[std::min(kCells, law.draw(words) / width)];
    for (Index cell = 0; cell <= kCells; ++cell) {
      const auto tail = [&](Index begin) { return std::exp(static_cast<double>(begin) * std::log1p(-q)); };
      const double p = tail(cell * width) - (cell == kCells ? 0 : tail((cell + 1) * width));
      if (p > 0) expected[cell] = p;
    }
    expectLaw(counts, expected);
  }
}

TEST(GapLaw, OfOneTakesAll) {
  const SecretKey key = keyNumber(3);
  WordStream words(key, WordUse::Step, 0);
  const std::vector<Index> all = takenOf(5, GapLaw(1), words, {});
  EXPECT_EQ(all, (std::vector<Index>{0, 1, 2, 3, 4}));
  EXPECT_THROW(GapLaw(0), InvalidArgument);
  EXPECT_THROW(GapLaw(1.5), InvalidArgument);
}

TEST(ExampleWords, AreTheSameHoweverTheyAreAsked) {
  const SecretKey key = keyNumber(4);
  ExampleWords dense(key, WordUse::Group, 0, true);
  ExampleWords sparse(key, WordUse::Group, 0, false);
  ExampleWords other(key, WordUse::Slot, 0, false);
  Index same = 0;
  for (Index i = 0; i < 3000; ++i) {
    const Index example = i * 7919 % 3000;
    const Index drawn = sparse.below(example, 1000);
    EXPECT_EQ(dense.below(example, 1000), drawn);
    same += other.below(example, 1000) == drawn ? 1 : 0;
  }
  EXPECT_LT(same, 20);
}

TEST(KeyedOrder, HoldsEveryExampleOnce) {
  const SecretKey key = keyNumber(5);
  for (const Index count : {1, 2, 3, 5, 6, 7, 12, 97, 1000, 1024}) {
    const KeyedOrder order(key, 3, count);
    std::vector<bool> met(static_cast<std::size_t>(count));
    for (Index place = 0; place < count; ++place) {
      const auto example = static_cast<std::size_t>(order.at(place));
      ASSERT_LT(example, met.size());
      EXPECT_FALSE(met[example]) << count;
      met[example] = true;
    }
  }
}

TEST(KeyedOrder, IsTheSameHoweverManyPlacesAreAskedFor) {
  const SecretKey key = keyNumber(7);
  for (const Index count : {1, 2, 3, 8, 63, 1000, 12345}) {
    const KeyedOrder single(key, 5, count, 0);
    const KeyedOrder many(key, 5, count, count);
    for (Index place = 0; place < count; ++place) ASSERT_EQ(many.at(place), single.at(place)) << count;
  }
}

// Which example comes first, over many orders.
TEST(KeyedOrder, MovesEveryExample) {
  const SecretKey key = keyNumber(6);
  std::map<Index, Index> counts;
  std::map<Index, double> law;
  for (Index i = 0; i < 13; ++i) law[i] = 1.0 / 13;
  for (Index number = 0; number < 100000; ++number) ++counts[KeyedOrder(key, number, 13).at(0)];
  expectLaw(counts, law);
}

}  // namespace
}  // namespace noiseloom
