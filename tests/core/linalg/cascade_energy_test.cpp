#include "core/linalg/cascade_energy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

using Gaps = std::vector<double>;

// The energies by running the filters one step at a time in extended precision, each as (1 - z x) / (1 - p x).
struct Direct {
  double total = 0;
  double accumulated = 0;
};
Direct direct(const Gaps& zeros, const Gaps& poles, Index terms) {
  std::vector<long double> input(poles.size(), 0.0L), output(poles.size(), 0.0L);  // of the step before
  long double total = 0, accumulated = 0;
  for (Index t = 0; t < terms; ++t) {
    long double signal = t == 0 ? 1 : 0;
    for (std::size_t k = 0; k < poles.size(); ++k) {
      const long double zero = k < zeros.size() ? 1 - static_cast<long double>(zeros[k]) : 0;
      const long double next = signal - zero * input[k] + (1 - static_cast<long double>(poles[k])) * output[k];
      input[k] = signal;
      signal = output[k] = next;
    }
    total += signal * signal;
    accumulated += static_cast<long double>(terms - t) * signal * signal;
  }
  return {static_cast<double>(total), static_cast<double>(accumulated)};
}

struct Example {
  Gaps zeros, poles;
};
std::vector<Example> interlaced() {
  return {{{}, {0}},
          {{}, {0.25}},
          {{1e-4}, {0, 1e-2}},
          {{1e-5, 1e-3, 0.1}, {0, 1e-4, 1e-2, 0.5}},
          {{1e-5, 1e-3, 0.1}, {0, 1e-4, 1e-2, 0.5, 0.1}},
          // Poles that coincide, to 1e-13 and exactly, and one that is 1 to the last digit.
          {{1e-5, 1e-2}, {1e-16, 1e-4, 0.1, 0.1 + 1e-13}},
          {{1e-3, 0.2}, {1e-4, 0.1, 0.1, 0.1}}};
}

TEST(CascadeEnergy, AgreesWithRunningTheFiltersInExtendedPrecision) {
  for (const Example& example : interlaced()) {
    for (const Index n : {1, 2, 3, 17, 1000, 65'536, 100'001}) {
      const Direct known = direct(example.zeros, example.poles, n);
      EXPECT_NEAR(cascadeEnergy(example.zeros, example.poles, n, EnergyKind::Total), known.total, 3e-14 * known.total);
      EXPECT_NEAR(cascadeEnergy(example.zeros, example.poles, n, EnergyKind::Accumulated), known.accumulated,
                  3e-14 * known.accumulated);
    }
  }
}

TEST(CascadeEnergy, AnyOrderOfPolesAndZerosAndZerosAboveThePoles) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> gap(0, 1);
  for (int i = 0; i < 50; ++i) {
    const Gaps zeros{gap(random), gap(random)}, poles{gap(random), gap(random), gap(random)};
    const Direct known = direct(zeros, poles, 400);
    EXPECT_NEAR(cascadeEnergy(zeros, poles, 400, EnergyKind::Total), known.total, 1e-10 * known.total);
    EXPECT_NEAR(cascadeEnergy(zeros, poles, 400, EnergyKind::Accumulated), known.accumulated,
                1e-10 * known.accumulated);
  }
}

TEST(CascadeEnergy, GeometricSeriesInClosedFormUpToTenToTheTwelve) {
  for (const Index n : {Index{1000}, Index{1'000'000}, Index{1'000'000'000'000}}) {
    for (const double gap : {1e-14, 1e-12, 1e-6, 0.3}) {
      // f_t = (1 - gap)^t.
      const double square = gap * (2 - gap), count = static_cast<double>(n);
      const double known = -std::expm1(2 * count * std::log1p(-gap)) / square;
      EXPECT_NEAR(cascadeEnergy({}, Gaps{gap}, n, EnergyKind::Total), known, 1e-13 * known) << n << " " << gap;
    }
    const double count = static_cast<double>(n);
    EXPECT_NEAR(cascadeEnergy({}, Gaps{0}, n, EnergyKind::Accumulated), count * (count + 1) / 2, 1e-14 * count * count);
  }
}

TEST(CascadeEnergy, GradientMatchesCentralDifferences) {
  for (const Example& example : interlaced()) {
    for (const Index n : {1, 2, 37, 1'000'000}) {
      for (const EnergyKind kind : {EnergyKind::Total, EnergyKind::Accumulated}) {
        std::vector<double> zeroGradient(example.zeros.size()), poleGradient(example.poles.size());
        const double f = cascadeEnergy(example.zeros, example.poles, n, kind, zeroGradient, poleGradient);
        const auto check = [&](bool pole, std::size_t k, double found) {
          Example moved = example;
          double& gap = pole ? moved.poles[k] : moved.zeros[k];
          // Relative to the gap, and only where both sides are inside the domain.
          const double kept = gap, step = 1e-5 * kept;
          if (kept < 1e-15) return;
          gap = kept + step;
          const double above = cascadeEnergy(moved.zeros, moved.poles, n, kind);
          gap = kept - step;
          const double below = cascadeEnergy(moved.zeros, moved.poles, n, kind);
          EXPECT_NEAR(kept * found, kept * (above - below) / (2 * step), 2e-8 * f) << n << " " << pole << " " << k;
        };
        for (std::size_t k = 0; k < example.zeros.size(); ++k) check(false, k, zeroGradient[k]);
        for (std::size_t k = 0; k < example.poles.size(); ++k) check(true, k, poleGradient[k]);
      }
    }
  }
}

TEST(CascadeEnergy, RefusesWhatIsNoChain) {
  EXPECT_THROW(cascadeEnergy(Gaps{0.1}, {}, 5, EnergyKind::Total), InvalidArgument);
  EXPECT_THROW(cascadeEnergy({}, Gaps{-0.1}, 5, EnergyKind::Total), InvalidArgument);
  EXPECT_THROW(cascadeEnergy(Gaps{1.5}, Gaps{0.1}, 5, EnergyKind::Total), InvalidArgument);
  EXPECT_THROW(cascadeEnergy({}, Gaps{std::nan("")}, 5, EnergyKind::Total), InvalidArgument);
  EXPECT_THROW(cascadeEnergy({}, Gaps{0.1}, 0, EnergyKind::Total), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
