#include "core/accounting/composition/other_release.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Kind = OtherRelease::Kind;

TEST(OtherRelease, IsReadAndWritten) {
  for (const char* text : {"dp:1", "dp:0.5:1e-6", "12xlaplace:4", "gaussian:30", "3xdiscrete-gaussian:2.5", "zcdp:0.1"})
    EXPECT_EQ(toString(otherReleaseFromText(text)), text);
  const OtherRelease release = otherReleaseFromText("2xdp:1/2:1e-3/2");
  EXPECT_EQ(release.times, 2);
  EXPECT_EQ(release.parameter, 0.5);
  EXPECT_EQ(release.delta, 5e-4);
}

TEST(OtherRelease, RefusesWhatItCannotRead) {
  const auto refusal = [](const char* text) {
    const auto read = [text] { otherReleaseFromText(text); };
    EXPECT_EQ(refusedArgument(read), "release");
    return messageOf<InvalidArgument>(read);
  };
  for (const char* text : {"", "laplace", "laplacian:2", "x", "3x", "3xfoo:1", "dp", ":1"})
    EXPECT_THAT(refusal(text), HasSubstr("laplace:SCALE")) << text;
  for (const char* text : {"laplace:", "laplace:two", "dp:1:", "gaussian:1:1e-6"})
    EXPECT_THAT(refusal(text), HasSubstr("numbers such as")) << text;
  for (const char* text : {"laplace:0", "laplace:-1", "gaussian:0", "dp:-1", "dp:701", "dp:1:2", "zcdp:0",
                           "discrete-gaussian:1001", "0xlaplace:1", "1000001xlaplace:1"})
    EXPECT_THAT(refusal(text), HasSubstr("a number from")) << text;
}

// Two outputs of Laplace noise: each loss is -a or a, or even between with a density, so that delta is a double sum
// over cells of losses, rounded down for a lower bound and up for an upper one.
TEST(OtherRelease, OfTwoLaplaceReleasesIsWhatLossesAddUpTo) {
  for (const double scale : {0.4, 1.0, 5.0}) {
    const double a = 1 / scale;
    constexpr int kCells = 2000;
    // P(loss <= l) = e^((l - a)/2) / 2 from -a to below a.
    std::vector<double> masses{std::exp(-a) / 2};  // the atom -a, kCells cells, the atom a
    const auto below = [&](int cell) { return std::exp((2 * a * cell / kCells - 2 * a) / 2) / 2; };
    for (int i = 0; i < kCells; ++i) masses.push_back(below(i + 1) - below(i));
    masses.push_back(0.5);
    const auto loss = [&](int i, double within) {
      return i == 0 ? -a : i > kCells ? a : -a + 2 * a * (i - 1 + within) / kCells;
    };
    const auto profile = profileOf({Kind::Laplace, scale}, 1e-12);
    const ProfileComposition both({profile, profile});
    for (const double epsilon : {0.0, 0.3 * a, a, 1.7 * a}) {
      const auto sum = [&](double within) {
        double delta = 0;
        for (int i = 0; i < std::ssize(masses); ++i) {
          for (int j = 0; j < std::ssize(masses); ++j) {
            const double excess = loss(i, within) + loss(j, within) - epsilon;
            if (excess > 0) delta -= masses[i] * masses[j] * std::expm1(-excess);
          }
        }
        return delta;
      };
      EXPECT_GE(both.delta(epsilon), sum(0) * (1 - 1e-12)) << scale << " " << epsilon;
      EXPECT_LE(both.delta(epsilon), sum(1) * (1 + 2e-3)) << scale << " " << epsilon;
    }
  }
}

TEST(OtherRelease, OfDiscreteGaussiansIsTheSumOverIntegers) {
  for (const double sigma : {0.3, 1.0, 3.7, 60.0}) {
    const int reach = static_cast<int>(12 * sigma) + 4;
    double total = 0;
    const auto weight = [&](int y) { return std::exp(-y * y / (2 * sigma * sigma)); };
    for (int y = -reach; y <= reach; ++y) total += weight(y);
    const double widest = zcdpEpsilon(1 / (2 * sigma * sigma), 1e-8);
    const auto profile = profileOf({Kind::DiscreteGaussian, sigma}, 1e-10);
    const ProfileComposition once({profile}), twice({profile, profile});
    for (const double share : {0.0, 0.2, 0.5, 0.8}) {
      const double epsilon = share * widest;
      double exact = 0, exactTwice = 0;
      for (int y = -reach; y <= reach; ++y) {
        exact += std::max(0.0, weight(y) - std::exp(epsilon) * weight(y - 1)) / total;
        for (int z = -reach; sigma < 10 && z <= reach; ++z) {
          exactTwice +=
              std::max(0.0, weight(y) * weight(z) - std::exp(epsilon) * weight(y - 1) * weight(z - 1)) / total / total;
        }
      }
      EXPECT_GE(once.delta(epsilon), exact * (1 - 1e-10)) << sigma << " " << epsilon;
      EXPECT_LE(once.delta(epsilon), exact * 1.005 + 1e-10) << sigma << " " << epsilon;
      if (sigma < 10) {
        EXPECT_GE(twice.delta(epsilon), exactTwice * (1 - 1e-10)) << sigma << " " << epsilon;
        EXPECT_LE(twice.delta(epsilon), exactTwice * 1.01 + 3e-10) << sigma << " " << epsilon;
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
