#include "core/linalg/real_fft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

std::vector<double> signal(Index size) {
  std::vector<double> values;
  for (Index j = 0; j < size; ++j) values.push_back(std::sin(1.7 * double(j * j)) + 0.3);
  return values;
}

TEST(RealFft, MatchesTheDefinition) {
  for (const Index size : {2, 4, 6, 10, 18, 64, 1280}) {
    const std::vector<double> x = signal(size);
    RealFft fft(size);
    std::copy(x.begin(), x.end(), fft.values().begin());
    fft.forward();
    ASSERT_EQ(fft.spectrum().size(), std::size_t(size / 2 + 1));
    for (Index k = 0; k <= size / 2; ++k) {
      std::complex<double> sum = 0;
      for (Index j = 0; j < size; ++j) {
        sum += x[std::size_t(j)] * std::polar(1.0, -2 * std::numbers::pi * double(j * k % size) / double(size));
      }
      EXPECT_LT(std::abs(fft.spectrum()[std::size_t(k)] - sum), 1e-13 * double(size)) << size << " " << k;
    }
  }
}

TEST(RealFft, InverseUndoesForward) {
  for (const Index size : {2, 6, 40, 4608}) {
    const std::vector<double> x = signal(size);
    RealFft fft(size);
    std::copy(x.begin(), x.end(), fft.values().begin());
    fft.forward();
    fft.inverse();
    for (Index j = 0; j < size; ++j) {
      EXPECT_NEAR(fft.values()[std::size_t(j)] / double(size), x[std::size_t(j)], 1e-14) << size << " " << j;
    }
  }
}

TEST(RealFft, RefusesOddAndAbsurdSizes) {
  EXPECT_THROW(RealFft(7), InvalidArgument);
  EXPECT_THROW(RealFft(0), InvalidArgument);
  EXPECT_THROW(RealFft(Index{1} << 40), InvalidArgument);
}

TEST(RealFft, GoodSizesAreEvenAndClose) {
  for (Index size = 1; size < 5000; ++size) {
    const Index good = RealFft::goodSize(size);
    EXPECT_GE(good, size);
    EXPECT_EQ(good % 2, 0);
    EXPECT_LE(good, std::max<Index>(10, size * 4 / 3 + 2)) << size;
  }
}

}  // namespace
}  // namespace noiseloom
