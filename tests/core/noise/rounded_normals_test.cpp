#include "core/noise/rounded_normals.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <vector>

#include "core/base/errors.h"
#include "core/noise/normal_digits.h"
#include "tests/core/noise/test_key.h"

namespace noiseloom {
namespace {

constexpr std::uint64_t kAllOnes = std::numeric_limits<std::uint64_t>::max();

std::vector<WideInteger> draw(Index row, Index first, int bits, std::size_t count) {
  std::vector<WideInteger> out(count);
  RoundedNormals(testKey()).fill(row, first, bits, out);
  return out;
}

double normalBelow(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

// Chi-square of counts in `bins` bins of width 1 / perUnit around 0 (and both tails), less its degrees of freedom, in
// standard deviations.
double misfit(const std::vector<WideInteger>& values, int bits, double perUnit, int bins, bool centred) {
  // Edges between the numbers that can be, where the rounding decides.
  const auto edge = [&](int i) { return (i - bins / 2.0) / perUnit; };
  const double half = centred ? 0 : std::ldexp(0.5, -bits);
  std::vector<double> counts(static_cast<std::size_t>(bins) + 2);
  for (const WideInteger value : values) {
    const double x = std::ldexp(static_cast<double>(value), -bits);
    const double place = std::floor(x * perUnit + bins / 2.0) + 1;
    ++counts[static_cast<std::size_t>(std::clamp(place, 0.0, bins + 1.0))];
  }
  double sum = 0;
  for (int i = 0; i < bins + 2; ++i) {
    const double below = i == 0 ? 0 : normalBelow(edge(i - 1) - half);
    const double above = i == bins + 1 ? 1 : normalBelow(edge(i) - half);
    const double expected = (above - below) * static_cast<double>(values.size());
    EXPECT_GT(expected, 20) << i;
    const double difference = counts[static_cast<std::size_t>(i)] - expected;
    sum += difference * difference / expected;
  }
  return (sum - bins - 1) / std::sqrt(2.0 * (bins + 1));
}

// A bound is floor(2^64 S(i)): whatever follows, a number that begins with less is below S(i), and one with more is
// not.
TEST(NormalCells, BoundsAreExact) {
  const NormalCells& cells = NormalCells::get();
  long double sum = 0;
  Index undecided = 0;
  for (Index cell = 0; cell < 127; ++cell) {
    sum += std::exp(-static_cast<long double>(cell * cell) / 512) / 21;
    const auto about = static_cast<std::uint64_t>(sum * 0x1p64L);
    Index found = 0;
    for (std::uint64_t first = about - 64; first != about + 64; ++first) {
      const Index known = cells.find(first);
      const Index least = NormalCells::decide(first, [] { return std::uint64_t{0}; });
      const Index most = NormalCells::decide(first, [] { return kAllOnes; });
      if (known == NormalCells::kUndecided) {
        EXPECT_EQ(least, cell);
        EXPECT_EQ(most, cell + 1);
        ++found;
      } else {
        EXPECT_EQ(known, least);
        EXPECT_EQ(known, most);
      }
    }
    EXPECT_EQ(found, 1) << cell;
    undecided += found;
  }
  EXPECT_EQ(undecided, 127);
}

TEST(NormalCells, GoesOnBeyondItsTable) {
  const NormalCells& cells = NormalCells::get();
  std::uint64_t low = 0;  // the last number that find() decides for a cell
  const auto inTable = [&](std::uint64_t first) { return cells.find(first) >= 0 || cells.find(first + 1) >= 0; };
  for (std::uint64_t step = std::uint64_t{1} << 63U; step != 0; step /= 2)
    if (low + step != kAllOnes && inTable(low + step)) low += step;
  EXPECT_EQ(cells.find(low), 127);
  Index before = 127;
  std::uint64_t first = low + 1;
  for (; cells.find(first) == NormalCells::kUndecided; first += 64) {
    const Index cell = NormalCells::decide(first, [] { return std::uint64_t{0}; });
    if (cell == NormalCells::kNone) break;
    EXPECT_GE(cell, before);
    before = cell;
  }
  EXPECT_GT(before, 135);
  EXPECT_LT(before, 160);
  EXPECT_EQ(NormalCells::decide(kAllOnes, [] { return kAllOnes; }), NormalCells::kNone);
  EXPECT_EQ(cells.find(kAllOnes), NormalCells::kNone);
}

TEST(LazyReal, DrawsDigitsUntilTheyDiffer) {
  std::deque<std::uint64_t> words{std::uint64_t{5} << 10, 8, 9};
  const auto next = [&] {
    const std::uint64_t word = words.front();
    words.pop_front();
    return word;
  };
  LazyReal x(7, 5);
  LazyReal y(7);
  EXPECT_TRUE(x.less(y, next));  // 7 5 8 .. and 7 5 9 ..
  EXPECT_TRUE(words.empty());
  EXPECT_FALSE(y.less(x, next));  // keeps the digits
  EXPECT_FALSE(LazyReal(8).less(x, next));
}

TEST(ExponentialCoin, HasItsProbability) {
  std::uint64_t state = 1;
  const auto next = [&state] {  // splitmix64
    std::uint64_t z = state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  };
  constexpr int kTosses = 400'000;
  for (const auto& [cell, bits] : {std::pair<Index, int>{0, 9}, {0, 1}, {1, 2}, {100, 9}, {255, 9}, {300, 10}}) {
    for (const double part : {0.25, 0.5, 0.96875}) {
      int heads = 0;
      for (int i = 0; i < kTosses; ++i) {
        LazyReal f(static_cast<std::uint64_t>(part * 0x1p64));
        heads += exponentialCoin(f, cell, bits, next() >> (64 - bits), next) ? 1 : 0;
      }
      const double p = std::exp(-part * (2 * static_cast<double>(cell) + part) / std::ldexp(1.0, bits));
      EXPECT_NEAR(heads, p * kTosses, 4.5 * std::sqrt(p * (1 - p) * kTosses) + 1) << cell << " " << part;
    }
  }
}

TEST(RoundedNormals, HasTheExactLaw) {
  constexpr std::size_t kDraws = 4'000'000;
  for (const Index row : {0, 1}) {
    const std::vector<WideInteger> coarse = draw(row, 0, 4, kDraws);  // standard deviation 16: every value a bin
    EXPECT_LT(misfit(coarse, 4, 16, 112, false), 4) << row;
    const std::vector<WideInteger> finer = draw(row, 0, 7, kDraws);
    EXPECT_LT(misfit(finer, 7, 128, 800, false), 4) << row;
    const std::vector<WideInteger> fine = draw(row, 0, 80, kDraws);
    EXPECT_LT(misfit(fine, 80, 2, 16, true), 4) << row;
    EXPECT_LT(misfit(fine, 80, 500, 3000, true), 4) << row;
    double sum = 0, squares = 0, fourth = 0;
    std::array<double, 3> beyond{};
    std::array<double, 64> ones{};
    for (const WideInteger value : fine) {
      const double x = std::ldexp(static_cast<double>(value), -80);
      sum += x;
      squares += x * x;
      fourth += x * x * x * x;
      for (std::size_t i = 0; i < 3; ++i) beyond[i] += std::abs(x) > 3.5 + 0.5 * static_cast<double>(i) ? 1 : 0;
      for (std::size_t bit = 0; bit < 64; ++bit)
        ones[bit] += static_cast<double>(static_cast<std::uint64_t>(value) >> bit & 1U);
    }
    const double root = std::sqrt(static_cast<double>(kDraws));
    EXPECT_NEAR(sum / kDraws, 0, 4 / root);
    EXPECT_NEAR(squares / kDraws, 1, 4 * std::sqrt(2.0) / root);
    EXPECT_NEAR(fourth / kDraws, 3, 4 * std::sqrt(96.0) / root);
    for (std::size_t i = 0; i < 3; ++i) {
      const double expected = 2 * normalBelow(-3.5 - 0.5 * static_cast<double>(i)) * kDraws;
      EXPECT_NEAR(beyond[i], expected, 4 * std::sqrt(expected)) << i;
    }
    for (const double count : ones) EXPECT_NEAR(count / kDraws, 0.5, 4.5 * 0.5 / root);
  }
}

// The same normal whatever the bits: rounded to few of them it is what the many round to.
TEST(RoundedNormals, BitsAreOfOneNormal) {
  const std::vector<WideInteger> many = draw(3, 5, 96, 5000);
  for (const int bits : {4, 20, 64, 80}) {
    const std::vector<WideInteger> few = draw(3, 5, bits, 5000);
    for (std::size_t i = 0; i < many.size(); ++i) {
      const WideInteger half = WideInteger{1} << (95 - bits);
      EXPECT_TRUE(few[i] == (many[i] + half) >> (96 - bits)) << bits << " " << i;
    }
  }
}

TEST(RoundedNormals, RangesAgreeWithTheWhole) {
  const std::vector<WideInteger> whole = draw(9, 0, 80, 5000);
  for (const auto& [first, count] :
       {std::pair<Index, std::size_t>{0, 1}, {1, 1023}, {1023, 2}, {1024, 1024}, {2047, 2500}, {4999, 1}}) {
    const std::vector<WideInteger> part = draw(9, first, 80, count);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first)) << first;
  }
  EXPECT_FALSE(draw(10, 0, 80, 5000) == whole);
}

// The documented layout with another cipher entry point (RFC 8439: 32-bit counter and 96-bit nonce, whose first word is
// then the counter's high half, here the chunk).
TEST(RoundedNormals, FollowsTheDocumentedLayout) {
  constexpr Index kRow = Index{1} << 40;
  constexpr std::uint32_t kChunk = 77;
  std::array<std::uint8_t, 12> nonce{};
  std::memcpy(nonce.data(), &kChunk, 4);
  std::memcpy(nonce.data() + 4, &kRow, 8);
  std::vector<std::uint64_t> words(8000);
  auto* const bytes = reinterpret_cast<unsigned char*>(words.data());
  crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, words.size() * 8, nonce.data(), 0, testKey().secret().data());
  std::size_t used = 0;
  const auto next = [&] { return words.at(used++); };
  const std::vector<WideInteger> drawn = draw(kRow, kChunk * RoundedNormals::kChunk, 57, 1024);
  for (const WideInteger value : drawn) {
    const NormalDigits normal = drawNormal(NormalCells::get(), next);
    const auto size = static_cast<WideInteger>(normal.cell) << 53U | normal.first >> 11U;
    const WideInteger rounded = size + (normal.first >> 10U & 1U);
    EXPECT_TRUE(value == (normal.negative ? -rounded : rounded));
  }
  EXPECT_LT(used, 3400U);  // 3.2 words a normal
}

TEST(RoundedNormals, RefusesWhatItHasNoWordsFor) {
  EXPECT_THROW(draw(-1, 0, 80, 1), InvalidArgument);
  EXPECT_THROW(draw(0, -1, 80, 1), InvalidArgument);
  EXPECT_THROW(draw(0, RoundedNormals::kMostCoordinates, 80, 1), InvalidArgument);
  EXPECT_THROW(draw(0, 0, 3, 1), InvalidArgument);
  EXPECT_THROW(draw(0, 0, 97, 1), InvalidArgument);
  EXPECT_NO_THROW(draw(0, RoundedNormals::kMostCoordinates - 1, 96, 1));
}

}  // namespace
}  // namespace noiseloom
