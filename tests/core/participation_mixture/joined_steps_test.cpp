#include "core/participation_mixture/joined_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/monte_carlo/weight_curve.h"
#include "core/participation_mixture/drawn_mixture.h"
#include "core/participation_mixture/equivalent_root.h"
#include "tests/core/participation_mixture/mixtures.h"

namespace noiseloom {
namespace {

using Vector = std::vector<double>;

struct JoinCase {
  Index n;
  Index bands;  // the others of a period are 0
  MixtureLaw law;
  ColumnScaling scaling = ColumnScaling::Normalized;
};

std::vector<JoinCase> joinCases() {
  return {{4100, 228, SpacedSampling::ofRate(240, 1.0 / 4100)},
          {4100, 236, SpacedSampling::ofRate(251, 5.0 / 4100), ColumnScaling::None},
          {6001, 475, SpacedSampling::ofRate(500, 3.0 / 6001)},
          {4800, 2, SpacedSampling{240, 1}},
          {4321, 228, RandomGroups{247, 0.3}},
          {4096, 100, RandomGroups{512, 1}, ColumnScaling::None}};
}

ToeplitzStrategy joinedStrategy(const JoinCase& each) {
  const ToeplitzStrategy root = squareRoot(each.n, each.bands);
  Vector c(root.coefficients().begin(), root.coefficients().end());
  c.resize(static_cast<std::size_t>(periodOf(each.law)), 0.0);
  return {each.n, std::move(c), each.scaling};
}

// Which of the joined steps a step is in.
Index partOf(const JoinCase& each, const JoinedSteps& joined, Index step) {
  if (std::holds_alternative<SpacedSampling>(each.law)) return step / joined.joined;
  return step * periodOf(joined.law) / periodOf(each.law);
}

// E_S of the product of x over S.
double meanOf(const SpacedSampling& law, const Vector& x) {
  const Index n = std::ssize(x);
  const double p = law.probability;
  Vector later(static_cast<std::size_t>(n + law.separation), 1.0);
  for (Index i = n - 1; i >= 0; --i) later[i] = (1 - p) * later[i + 1] + p * x[i] * later[i + law.separation];
  double sum = later[0];
  for (Index rest = 1; rest < law.separation; ++rest) sum += p * later[rest];
  return sum / (1 + static_cast<double>(law.separation - 1) * p);
}

double meanOf(const RandomGroups& law, const Vector& x) {
  double sum = 0;
  for (Index group = 0; group < law.cycle; ++group) {
    double product = 1;
    for (Index i = group; i < std::ssize(x); i += law.cycle) product *= 1 - law.probability + law.probability * x[i];
    sum += product;
  }
  return sum / static_cast<double>(law.cycle);
}

double meanOf(const MixtureLaw& law, const Vector& x) {
  return std::visit([&](const auto& own) { return meanOf(own, x); }, law);
}

TEST(JoinedSteps, NoPatternIsLikelierThanSaid) {
  std::mt19937_64 random(5);
  for (const JoinCase& each : joinCases()) {
    ASSERT_TRUE(canJoin(joinedStrategy(each), each.law));
    const JoinedSteps joined = *joinSteps(joinedStrategy(each), each.law);
    const Index parts = joined.columns.steps;
    EXPECT_GT(joined.joined, 1);
    EXPECT_GE(joined.shift, 0);
    EXPECT_LT(joined.shift, 0.05);
    double most = 0;
    for (int trial = 0; trial < 300; ++trial) {
      // Where nobody may take part but in a few parts, and much follows from it: single patterns.
      Vector x(static_cast<std::size_t>(parts), trial % 3 == 0 ? 1.0 : trial % 3 == 1 ? 0.5 : 0.0);
      const Index few = 1 + trial % 40;
      Index at = std::uniform_int_distribution<Index>(0, periodOf(joined.law))(random);
      for (Index i = 0; i < few && at < parts; ++i) {
        x[at] = trial % 2 == 0 ? 1e3 : 3;
        at += periodOf(joined.law) + (trial % 5 == 0 ? 0 : std::uniform_int_distribution<Index>(0, 40)(random));
      }
      Vector own;  // to the end of the last part
      for (Index i = 0; partOf(each, joined, i) < parts; ++i) own.push_back(x[partOf(each, joined, i)]);
      const double mean = meanOf(each.law, own), fewer = meanOf(joined.law, x);
      if (mean == 0) continue;
      const double ratio = std::log(mean / fewer);
      EXPECT_LE(ratio, joined.shift + 1e-9) << each.n << ' ' << trial;
      most = std::max(most, ratio);
    }
    EXPECT_GE(most, 0.1 * joined.shift - 1e-9) << each.n;  // not given away for nothing
  }
}

TEST(JoinedSteps, ColumnsMeetNoLessThanThoseTheyStandFor) {
  for (const JoinCase& each : joinCases()) {
    const ToeplitzStrategy strategy = joinedStrategy(each);
    const JoinedSteps joined = *joinSteps(strategy, each.law);
    const Index reach = 2 * periodOf(each.law);
    double tightest = 1e9;
    for (const Index first : {Index{0}, each.n / 2, each.n - reach}) {
      std::vector<Vector> columns;
      for (Index i = first; i < first + reach; ++i) columns.push_back(Strategy(strategy).column(i));
      for (Index i = 0; i < reach; i += 3) {
        for (Index j = i; j < std::min(reach, i + each.bands); ++j) {
          double product = 0;
          for (Index row = j; row < std::min(i + each.bands, reach); ++row) {
            const auto below = [&](Index k) {
              const auto& column = columns[static_cast<std::size_t>(k)];
              return row - k < std::ssize(column) ? std::abs(column[static_cast<std::size_t>(row - k)]) : 0;
            };
            product += below(i) * below(j);
          }
          const Index part = partOf(each, joined, first + i);
          const Index apart = partOf(each, joined, first + j) - part;
          ASSERT_LT(apart, periodOf(joined.law));
          const double raised = apart < joined.columns.bands ? joined.columns.product(part, apart) : 0;
          ASSERT_GE(raised * (1 + 1e-12), product) << each.n << ' ' << first + i << ' ' << first + j;
          if (i == j) tightest = std::min(tightest, raised / product);
        }
      }
    }
    EXPECT_LT(tightest, 1.05) << each.n;
  }
}

TEST(JoinedSteps, ProductsAreThoseOfTheColumnsThatDrawsAreMadeOf) {
  const JoinCase each = joinCases().front();
  const MixtureColumns columns = joinSteps(joinedStrategy(each), each.law)->columns;
  const Index most = columns.rows - columns.steps + 1;
  ASSERT_EQ(most, columns.bands);
  for (const Index step : {Index{0}, columns.steps / 2, columns.steps - 3}) {
    // Unit vectors, kLanes at a time, show the rows of the matrix that the column reaches.
    std::vector<Vector> found(3, Vector(static_cast<std::size_t>(columns.rows), 0.0));
    for (Index begin = step; begin < std::min(columns.rows, step + 2 + most); begin += kLanes) {
      AlignedBuffer in(static_cast<std::size_t>(columns.rows * kLanes));
      AlignedBuffer out(static_cast<std::size_t>(columns.steps * kLanes));
      for (Index lane = 0; lane < std::min<Index>(kLanes, columns.rows - begin); ++lane)
        in[static_cast<std::size_t>((begin + lane) * kLanes + lane)] = 1;
      columns.transposed.multiply(in.data(), out.data());
      for (Index lane = 0; lane < std::min<Index>(kLanes, columns.rows - begin); ++lane) {
        for (Index i = 0; i < 3; ++i)
          found[i][begin + lane] = out[static_cast<std::size_t>((step + i) * kLanes + lane)];
      }
    }
    for (Index d = 0; d < 3; ++d) {
      double product = 0;
      for (std::size_t row = 0; row < found[0].size(); ++row) product += found[0][row] * found[d][row];
      EXPECT_NEAR(product, columns.product(step, d), 1e-12 * columns.product(step, 0)) << step << ' ' << d;
    }
  }
}

// Where spectra nearly vanish, factors are inexact: products of parts are above those of the steps, and above 0, all
// the same, and not much above.
TEST(JoinedSteps, OddColumnsMeetNoLessEither) {
  std::vector<Vector> columns(4, Vector(240, 0.0));
  std::fill_n(columns[0].begin(), 70, 1.0);
  for (std::size_t i = 0; i < 225; ++i) columns[1][i] = i % 10 == 0 && i < 200 ? 1 : 1e-8;
  columns[2][0] = columns[2][180] = 1;
  for (std::size_t i = 0; i < 228; ++i) columns[3][i] = std::pow(0.97, static_cast<double>(i));
  const MixtureLaw law = SpacedSampling::ofRate(240, 1.0 / 4200);
  for (const Vector& c : columns) {
    const ToeplitzStrategy strategy(4200, c);
    ASSERT_TRUE(canJoin(strategy, law));
    const JoinedSteps joined = *joinSteps(strategy, law);
    const Index middle = joined.columns.steps / 2;
    for (Index part = 0; part < periodOf(joined.law); ++part) {
      const double raised = joined.columns.product(middle, part);
      EXPECT_GT(raised, 0) << part;
      for (Index d = std::max<Index>(0, joined.joined * (part - 1) + 1); d < joined.joined * (part + 1) && d < 240;
           ++d) {
        double product = 0;
        for (std::size_t u = 0; u + d < c.size(); ++u) product += c[u] * c[u + d];
        EXPECT_GE(raised * (1 + 1e-12), product) << part << ' ' << d;
      }
    }
    double square = 0;
    for (const double value : c) square += value * value;
    EXPECT_LT(joined.columns.product(middle, 0), 50 * square);
  }
}

TEST(JoinedSteps, TheLastCoefficientsHaveToBeZero) {
  const MixtureLaw law = SpacedSampling::ofRate(240, 1.0 / 4100);
  EXPECT_EQ(joinedTail(4000, law), 0);  // few steps
  EXPECT_EQ(joinedTail(4100, SpacedSampling::ofRate(100, 1e-3)), 0);
  const Index tail = joinedTail(4100, law);
  EXPECT_GT(tail, 0);
  EXPECT_LT(tail, 24);
  EXPECT_FALSE(canJoin(squareRoot(4100, 240), law));
  EXPECT_TRUE(canJoin(joinedStrategy({4100, 240 - tail, law}), law));
  // Who takes part in most steps gains nothing from rests that are longer.
  EXPECT_FALSE(canJoin(joinedStrategy({40'000, 228, law}), SpacedSampling::ofRate(240, 0.0041)));
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(joinSteps(joinedStrategy({4100, 228, law}), law, {source.get_token(), {}}));
}

// The certificate of joined steps against draws of the mixture itself.
TEST(JoinedSteps, CertifiedNoiseIsNotBelowTheMixturesOwn) {
  for (const JoinCase& each : {joinCases()[0], joinCases()[4]}) {
    const ToeplitzStrategy strategy = joinedStrategy(each);
    const ParticipationMixture mixture(strategy, each.law);
    ASSERT_TRUE(mixture.joinable());
    SampledOptions options;
    options.tau = 2;  // fewer draws
    const SampledCertificate certificate = certifiedNoise(mixture, 2, 1e-5, options);
    EXPECT_EQ(certificate.method, SampledMethod::MonteCarlo);
    EXPECT_GT(certificate.joined, 1);
    const MixtureColumns columns(strategy, {});
    const auto law = lawOf(mixture);
    const MixtureWeights weights(columns, *law);
    const auto deltaAt = [&](double stddev) {
      const BoundedTilt tilt = weights.boundedTilt(Direction::Remove, stddev, 2);
      const WeightEstimate found = estimateAtProposal(*weights.sampler(tilt.tilt, stddev, {}), 11, 1, 2048, 2, {});
      return std::exp(found.logDelta) * (1 + 3 * std::sqrt(found.relativeVariance / 2048));
    };
    EXPECT_LT(deltaAt(certificate.value), 1e-5) << each.n;
    EXPECT_GT(deltaAt(0.8 * certificate.value), 1e-5) << each.n;
    // What a search expects of it, without a draw.
    const double factor = joiningFactor(mixture, 2, 1e-5);
    EXPECT_GT(factor, 1);
    EXPECT_NEAR(factor * optimisticNoise(mixture, 2, 1e-5) / certificate.value, 1, 0.08) << factor;
    // Delta answers alike, and at an epsilon below what joining takes is still one.
    EXPECT_LE(certifiedDelta(mixture, 1.02 * certificate.value, 2, options).value, 1e-5);
    EXPECT_LE(certifiedDelta(mixture, certificate.value, 0, options).value, 1);
  }
}

// Where the bound of adding is not enough, lines tell: of all steps, of which those of a part share a column.
TEST(JoinedSteps, LinesOfTheirStepsShowAdding) {
  const JoinCase each = joinCases()[1];
  const ParticipationMixture mixture(joinedStrategy(each), each.law);
  const SampledCertificate certificate = certifiedNoise(mixture, 0.3, 1e-5);
  EXPECT_GT(certificate.joined, 1);
  const DrawnMixture drawn(mixture, {});
  const double epsilon = drawn.epsilon(0.3);
  EXPECT_GT(drawn.weights().logDeltaBound(Direction::Add, certificate.value, epsilon), std::log(drawn.delta(1e-5)));
  const MixtureColumns columns(joinedStrategy(each), {});
  const auto law = lawOf(mixture);
  const MixtureWeights weights(columns, *law);
  const Tilt tilt = weights.boundedTilt(Direction::Add, certificate.value, 0.3).tilt;
  const WeightEstimate found = estimateAtProposal(*weights.sampler(tilt, certificate.value, {}), 11, 1, 4096, 0.3, {});
  EXPECT_LT(std::exp(found.logDelta) * (1 + 3 * std::sqrt(found.relativeVariance / 4096)), 1e-5);
}

}  // namespace
}  // namespace noiseloom
