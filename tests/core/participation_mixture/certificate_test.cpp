#include "core/participation_mixture/certificate.h"

#include <gmock/gmock.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include "core/accounting/calibration/calibration.h"
#include "core/balls_in_bins/certificate.h"
#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/monte_carlo/weight_sample.h"
#include "tests/core/participation_mixture/mixtures.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

// delta of up to three columns by the midpoint rule over independent normals, patterns enumerated.
double quadrature(const MixtureColumns& columns, const std::map<unsigned, double>& patterns, Direction direction,
                  double stddev, double epsilon) {
  const Index n = columns.steps;
  Eigen::MatrixXd gram(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) gram(i, j) = product(columns, 1U << i, 1U << j);
  }
  const Eigen::MatrixXd lower = gram.llt().matrixL();
  const int nodes = n == 3 ? 130 : 700;
  const double reach = 8 + std::sqrt(gram.sum()) / stddev;
  const double step = 2 * reach / nodes;
  double sum = 0;
  Eigen::VectorXd w(n);
  std::vector<double> y(static_cast<std::size_t>(n));
  for (int at = 0; at < std::pow(nodes, n); ++at) {
    int rest = at;
    for (Index i = 0; i < n; ++i, rest /= nodes) w[i] = (rest % nodes + 0.5) * step - reach;
    const double density = std::exp(-0.5 * w.squaredNorm());
    if (density < 1e-40) continue;
    const Eigen::VectorXd moved = stddev * (lower * w);
    std::copy(moved.begin(), moved.end(), y.begin());
    const double loss = plainLoss(columns, patterns, stddev, y);
    sum += density * (direction == Direction::Remove ? std::max(0.0, std::exp(loss) - std::exp(epsilon))
                                                     : std::max(0.0, 1 - std::exp(epsilon + loss)));
  }
  return sum * std::pow(step / std::sqrt(2 * 3.14159265358979323846), static_cast<double>(n));
}

// delta of more columns, patterns enumerated, observations drawn at the means of the patterns times `stretch`: mean and
// standard error.
class DrawnDelta {
 public:
  DrawnDelta(const MixtureColumns& columns, const std::map<unsigned, double>& patterns, double stddev, double epsilon)
      : m_stddev(stddev), m_epsilon(epsilon) {
    const Index n = columns.steps;
    const auto count = static_cast<Index>(patterns.size());
    Eigen::MatrixXd gram(n, n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) gram(i, j) = product(columns, 1U << i, 1U << j);
    }
    m_taken = Eigen::MatrixXd::Zero(n, count);
    m_chance.resize(count);
    Index column = 0;
    for (const auto& [pattern, chance] : patterns) {
      for (Index i = 0; i < n; ++i) m_taken(i, column) = pattern >> i & 1U;
      m_chance[column++] = chance;
    }
    m_lower = gram.llt().matrixL();
    m_means = gram * m_taken;
    m_halves = 0.5 * (m_taken.array() * m_means.array()).colwise().sum().transpose();
    // Who is absent teaches nothing: patterns of those that take part alone.
    m_present.assign(m_chance.begin(), m_chance.end());
    if (patterns.contains(0U)) m_present.front() = 0;
    const double present = std::accumulate(m_present.begin(), m_present.end(), 0.0);
    for (double& chance : m_present) chance /= present;
  }

  /// Draws until the standard error is 0.2 % of the mean; the stretch is the best of a few tried.
  std::pair<double, double> operator()(Direction direction, std::mt19937_64& random) const {
    double best = 0, least = std::numeric_limits<double>::infinity();
    for (const double stretch : {1.0, 1.5, 2.0, 3.0, 4.5, 7.0}) {
      const auto [mean, error] = draw(direction, stretch, 1.0, 5000, random);
      if (mean > 0 && error / mean < least) std::tie(best, least) = std::pair(stretch, error / mean);
    }
    return best > 0 ? draw(direction, best, 0.002, 4'000'000, random) : std::pair(0.0, 0.0);
  }

 private:
  std::pair<double, double> draw(Direction direction, double stretch, double relative, int most,
                                 std::mt19937_64& random) const {
    std::discrete_distribution<Index> whichPattern(m_present.begin(), m_present.end());
    std::normal_distribution<double> normal;
    const double towards = direction == Direction::Remove ? stretch : -stretch;
    const double scale = 1 / (m_stddev * m_stddev);
    const Eigen::Map<const Eigen::ArrayXd> present(m_present.data(), m_chance.size());
    Eigen::VectorXd w(m_lower.rows());
    double sum = 0, squares = 0;
    for (int draws = 1;; ++draws) {
      for (double& value : w) value = normal(random);
      const Eigen::VectorXd y = m_stddev * (m_lower * w) + towards * m_means.col(whichPattern(random));
      const Eigen::ArrayXd along = m_taken.transpose() * y;
      const double ratio = (m_chance * (scale * (along - m_halves)).exp()).sum();
      const double gain =
          direction == Direction::Remove ? ratio - std::exp(m_epsilon) : 1 - std::exp(m_epsilon) * ratio;
      if (gain > 0) {
        const double value = gain / (present * (scale * towards * (along - towards * m_halves)).exp()).sum();
        sum += value;
        squares += value * value;
      }
      if (draws % 5000 != 0) continue;
      const double mean = sum / draws;
      const double error = std::sqrt(std::max(0.0, squares / draws - mean * mean) / draws);
      if (draws >= most || (mean > 0 && error <= relative * mean)) return {mean, error};
    }
  }

  double m_stddev;
  double m_epsilon;
  Eigen::MatrixXd m_taken;  // a pattern a column
  Eigen::MatrixXd m_means;
  Eigen::MatrixXd m_lower;
  Eigen::ArrayXd m_chance;
  Eigen::ArrayXd m_halves;
  std::vector<double> m_present;
};

TEST(MixtureCertificate, IsNeverBelowLongSimulationsOfSmallRandomCases) {
  std::mt19937_64 random(32);
  std::uniform_real_distribution<double> uniform;
  int drawn = 0;
  // Seven has no factor in common with what follows from the round.
  for (int round = 0; round < 24; round += thorough(7, 1)) {
    const Index n = 4 + round % 9, bands = 2 + round % 3;
    std::vector<double> coefficients{1};
    while (static_cast<Index>(coefficients.size()) < bands)
      coefficients.push_back(coefficients.back() * uniform(random));
    const ToeplitzStrategy strategy(n, coefficients);
    ParticipationMixture::Law law = RandomGroups{bands, 0.05 + 0.9 * uniform(random)};
    if (round % 2 == 0) law = SpacedSampling{bands, 0.05 + 0.9 * uniform(random)};
    const ParticipationMixture mixture(strategy, law);
    const double stddev = 0.6 + uniform(random), epsilon = 0.1 + 0.9 * uniform(random);
    const auto patterns = patternsOf(law, n);
    double truth = 0, error = 0;
    const DrawnDelta drawnDelta(mixture.columns(), patterns, stddev, epsilon);
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      const auto [delta, own] = drawnDelta(direction, random);
      if (delta > truth) std::tie(truth, error) = std::tie(delta, own);
    }
    EXPECT_LE(error, 0.0025 * truth) << round;
    const SampledCertificate certified = certifiedDelta(mixture, stddev, epsilon);
    EXPECT_GE(certified.value, truth - 4 * error) << round;
    if (certified.method != SampledMethod::MonteCarlo) continue;
    ++drawn;
    EXPECT_LE(certified.value, 1.5 * (truth + 4 * error) + 1e-12) << round;
  }
  EXPECT_GT(drawn, thorough(2, 16));
}

TEST(MixtureCertificate, IsNeverBelowTheTruthOfSmallRandomCases) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> uniform;
  int drawn = 0;
  for (int round = 0; round < 36; round += thorough(5, 1)) {
    const Index n = round % 8 == 7 ? 3 : 2;
    const ToeplitzStrategy strategy(n, {1, uniform(random)});
    ParticipationMixture::Law law = RandomGroups{2, 0.05 + 0.9 * uniform(random)};
    if (round % 2 == 0) law = SpacedSampling{2, 0.05 + 0.9 * uniform(random)};
    const ParticipationMixture mixture(strategy, law);
    const double stddev = 0.8 + 1.5 * uniform(random), epsilon = 0.1 + 1.2 * uniform(random);
    const auto patterns = patternsOf(law, n);
    double truth = 0;
    for (const Direction direction : {Direction::Remove, Direction::Add})
      truth = std::max(truth, quadrature(mixture.columns(), patterns, direction, stddev, epsilon));
    const SampledCertificate certified = certifiedDelta(mixture, stddev, epsilon);
    EXPECT_GE(certified.value, truth * (1 - 1e-4)) << round;
    if (certified.method != SampledMethod::MonteCarlo) continue;
    ++drawn;
    EXPECT_LE(certified.value, 1.5 * truth) << round;
    // The noise and the epsilon that keep this delta.
    EXPECT_GE(certifiedNoise(mixture, epsilon, truth).value, stddev * (1 - 1e-4));
    EXPECT_GE(certifiedEpsilon(mixture, stddev, truth).value, epsilon * (1 - 1e-4));
  }
  EXPECT_GT(drawn, thorough(5, 24));
}

TEST(MixtureCertificate, OneGroupAndNoRestArePoissonSampling) {
  const ToeplitzStrategy strategy = squareRoot(40, 1);
  const double expected = PoissonSteps(0.1, 40).certifiedNoiseMultiplier(1, 1e-6).value;
  for (const ParticipationMixture::Law& law :
       {ParticipationMixture::Law(RandomGroups{1, 0.1}), ParticipationMixture::Law(SpacedSampling{1, 0.1})}) {
    const SampledCertificate certificate = certifiedNoise(ParticipationMixture(strategy, law), 1, 1e-6);
    EXPECT_DOUBLE_EQ(certificate.value, expected);
    EXPECT_EQ(certificate.method, SampledMethod::Composition);
    // By draws, too: their model knows nothing of that.
    const ParticipationMixture mixture(strategy, law);
    const auto own = lawOf(mixture);
    const MixtureWeights weights(mixture.columns(), *own);
    for (const Direction direction : {Direction::Remove, Direction::Add}) {
      const auto deltas = approximateDirections(PoissonSteps(0.1, 40), expected, 1);
      const double delta = *(direction == Direction::Remove ? deltas.remove : deltas.add);
      const Tilt tilt = weights.boundedTilt(direction, expected, 1).tilt;
      const WeightSample sample(weights.sampler(tilt, expected, {}), 0, 1, 100'000, 1e12, {});
      const WeightEstimate estimate = sample.at(expected, 1);
      EXPECT_NEAR(estimate.logDelta, std::log(delta),
                  5 * std::sqrt(estimate.relativeVariance / static_cast<double>(sample.count())));
    }
  }
}

TEST(MixtureCertificate, SureParticipationIsBallsInBins) {
  const ToeplitzStrategy strategy = squareRoot(48, 6);
  const double binned = certifiedNoise(binGram(strategy, 8), 2, 1e-6).value;
  for (const ParticipationMixture::Law& law :
       {ParticipationMixture::Law(RandomGroups{6, 1}), ParticipationMixture::Law(SpacedSampling{6, 1})}) {
    const SampledCertificate certificate = certifiedNoise(ParticipationMixture(strategy, law), 2, 1e-6);
    EXPECT_EQ(certificate.method, SampledMethod::MonteCarlo);
    EXPECT_NEAR(certificate.value, binned, 0.02 * binned);
  }
}

TEST(MixtureCertificate, NeverNeedsMoreThanKnownGroupsDo) {
  for (const Index bands : {2, 5, 16}) {
    const double q = static_cast<double>(bands) / 40;
    const double composed = PoissonSteps(q, 160 / bands).certifiedNoiseMultiplier(2, 1e-6).value;
    const ParticipationMixture mixture(squareRoot(160, bands), RandomGroups{bands, q});
    EXPECT_LE(certifiedNoise(mixture, 2, 1e-6).value, composed);
    EXPECT_LE(approximateNoise(mixture, 2, 1e-6), composed);
  }
}

TEST(MixtureCertificate, TheApproximationIsAPercentAway) {
  for (const double epsilon : {0.5, 2.0, 8.0}) {
    for (const ParticipationMixture::Law& law : {ParticipationMixture::Law(RandomGroups{8, 0.5}),
                                                 ParticipationMixture::Law(SpacedSampling::ofRate(8, 1.0 / 16))}) {
      const ParticipationMixture mixture(squareRoot(128, 8), law);
      SampledOptions options;
      options.tau = 1.1;
      const double certified = certifiedNoise(mixture, epsilon, 1e-5, options).value;
      const double approximate = approximateNoise(mixture, epsilon, 1e-5);
      EXPECT_NEAR(approximate, certified, 0.025 * certified) << epsilon;
    }
  }
}

TEST(MixtureCertificate, TheApproximationIsAsGoodAtFewBands) {
  // Few strong coincidences make the loss there: pairs of patterns alone are a poor guide.
  for (const Index bands : {2, 3, 4}) {
    for (const double delta : {1e-5, 1e-8}) {
      for (const bool groups : {true, false}) {
        const auto b = static_cast<double>(bands);
        ParticipationMixture::Law law = SpacedSampling::ofRate(bands, 1.0 / 64);
        if (groups) law = RandomGroups{bands, b / 64};
        const ParticipationMixture mixture(squareRoot(512, bands), law);
        const SampledCertificate certificate = certifiedNoise(mixture, 8, delta);
        const double approximate = approximateNoise(mixture, 8, delta);
        EXPECT_EQ(certificate.method, SampledMethod::MonteCarlo);
        // The certificate is above it by its tau, about a percent and a half.
        EXPECT_NEAR(approximate * 1.01, certificate.value, 0.025 * certificate.value) << bands << ' ' << delta;
      }
    }
  }
}

TEST(MixtureCertificate, TheApproximationGoesSmoothlyOverBands) {
  // Noise grows with the bands, and so evenly that its second differences tell of the draws alone.
  for (const bool groups : {true, false}) {
    std::vector<double> logs;
    for (Index bands = 1; bands <= 12; ++bands) {
      const auto b = static_cast<double>(bands);
      ParticipationMixture::Law law = SpacedSampling::ofRate(bands, 1.0 / 32);
      if (groups) law = RandomGroups{bands, b / 32};
      logs.push_back(std::log(approximateNoise(ParticipationMixture(squareRoot(256, bands), law), 8, 1e-6)));
    }
    for (std::size_t i = 2; i + 1 < logs.size(); ++i) {
      EXPECT_GT(logs[i], logs[i - 1]) << i;
      EXPECT_NEAR(logs[i], 0.5 * (logs[i - 1] + logs[i + 1]), 0.03) << i;
    }
  }
}

TEST(MixtureCertificate, NextRungIsWhereDrawsAreSaidToDo) {
  // Weights that vary much, or whose bound is far above them: rungs at fixed ratios ended 12 % above and more.
  const ParticipationMixture varied(squareRoot(20000, 91), RandomGroups{91, 91 * 3.0 / 20000});
  const ParticipationMixture unbounded(squareRoot(2000, 64), RandomGroups{64, 64 * 8.0 / 2000});
  for (const auto& [mixture, epsilon, delta, most] :
       {std::tuple{&varied, 0.54, 1e-5, 1.15}, std::tuple{&unbounded, 8.0, 1e-8, 1.10}}) {
    const SampledCertificate certificate = certifiedNoise(*mixture, epsilon, delta);
    EXPECT_EQ(certificate.method, SampledMethod::MonteCarlo);
    EXPECT_GT(certificate.samples, 0);
    EXPECT_LT(certificate.value, most * approximateNoise(*mixture, epsilon, delta));
  }
}

TEST(MixtureCertificate, IsTheSameForAllThreadsAndAnotherForAnotherStream) {
  const ParticipationMixture mixture(squareRoot(64, 4), SpacedSampling::ofRate(4, 0.1));
  const SampledCertificate certificate = certifiedNoise(mixture, 1, 1e-5);
  EXPECT_GT(certificate.samples, 0);
  setParallelThreads(1);
  EXPECT_EQ(certifiedNoise(mixture, 1, 1e-5).value, certificate.value);
  setParallelThreads(0);
  SampledOptions options;
  options.stream = 7;
  const double other = certifiedNoise(mixture, 1, 1e-5, options).value;
  EXPECT_NE(other, certificate.value);
  EXPECT_NEAR(other, certificate.value, 0.03 * other);
}

TEST(MixtureCertificate, LargeProblemsRestOnTheBoundOrTheFallback) {
  // Too many steps for draws.
  const ParticipationMixture many(squareRoot(ParticipationMixture::kMostDrawnSteps + 8, 4), RandomGroups{4, 0.002});
  const SampledCertificate bounded = certifiedNoise(many, 1, 1e-5);
  EXPECT_EQ(bounded.failureProbability, 0);
  EXPECT_EQ(bounded.samples, 0);
  const double composed = PoissonSteps(0.002, many.mostParticipations()).certifiedNoiseMultiplier(1, 1e-5).value;
  EXPECT_LE(bounded.value, composed * (1 + 1e-12));
  // Too much for the bound, too.
  const ParticipationMixture wide(squareRoot(Index{1} << 17, 2048), SpacedSampling::ofRate(2048, 1e-5));
  EXPECT_EQ(certifiedNoise(wide, 1, 1e-5).method, SampledMethod::Unamplified);
}

// The same value where it is of use, else the one without draws, in whose place none smaller is claimed.
TEST(MixtureCertificate, DrawsForNoMoreThanIsOfUse) {
  struct Case {
    ToeplitzStrategy strategy;
    ParticipationMixture::Law law;
    bool joined;
  };
  const auto ofUse = [](double most) {
    SampledOptions options;
    options.mostOfUse = most;
    return options;
  };
  const ToeplitzStrategy root = squareRoot(4100, 228);
  std::vector<double> ofJoined(root.coefficients().begin(), root.coefficients().end());
  ofJoined.resize(240, 0.0);
  for (const Case& each : {Case{squareRoot(128, 8), SpacedSampling::ofRate(8, 1.0 / 16), false},
                           Case{squareRoot(128, 8), RandomGroups{8, 0.5}, false},
                           Case{ToeplitzStrategy(4100, ofJoined), SpacedSampling::ofRate(240, 2.0 / 4100), true}}) {
    const ParticipationMixture mixture(each.strategy, each.law);
    EXPECT_EQ(mixture.joinable(), each.joined);
    const double noise = certifiedNoise(mixture, 1, 1e-5).value;
    EXPECT_EQ(certifiedNoise(mixture, 1, 1e-5, ofUse(1.001 * noise)).value, noise);
    const SampledCertificate withoutDraws = noiseWithoutDraws(mixture, 1, 1e-5, {});
    const SampledCertificate of = certifiedNoise(mixture, 1, 1e-5, ofUse(0.99 * noise));
    EXPECT_EQ(of.value, withoutDraws.value);
    EXPECT_EQ(of.failureProbability, 0);
    EXPECT_GT(of.value, noise);
  }
  const BinGram bins = binGram(squareRoot(48, 48), 6);
  const double noise = certifiedNoise(bins, 1, 1e-5).value;
  EXPECT_EQ(certifiedNoise(bins, 1, 1e-5, ofUse(1.001 * noise)).value, noise);
  EXPECT_EQ(certifiedNoise(bins, 1, 1e-5, ofUse(0.99 * noise)).value, noiseWithoutDraws(bins, 1, 1e-5).value);
}

// One of several is chosen, and any of them may be the one that errs, passed or not.
TEST(MixtureCertificate, ProbabilitiesOfAllThatWereTriedAddUp) {
  const ParticipationMixture mixture(squareRoot(128, 8), SpacedSampling::ofRate(8, 1.0 / 16));
  std::optional<SampledCertificate> passed = certifiedNoise(mixture, 1, 1e-5);
  ASSERT_GT(passed->samples, 0);
  EXPECT_EQ(passed->triedProbability, SampledOptions{}.failureProbability);
  const SampledCertificate failed{.value = 9, .triedProbability = 3e-9, .method = SampledMethod::Unamplified};
  SampledCertificate read = *passed;  // a file has no such number
  read.triedProbability = 0;
  FailureOfAll failure;
  failure.add(passed);
  failure.add(failed);
  failure.add(read);
  failure.add(std::nullopt);
  failure.state(passed);
  EXPECT_DOUBLE_EQ(passed->failureProbability, 5e-9);
  std::optional<SampledCertificate> none = failed;
  failure.state(none);
  EXPECT_EQ(none->failureProbability, 0);
}

TEST(MixtureCertificate, ExtremesAreSafeAndNeverNaN) {
  int at = 0;  // steps through the grid that meet every value of each argument
  for (const double epsilon : {0.1, 20.0, 80.0}) {
    for (const double delta : {1e-15, 1e-5}) {
      for (const double rate : {1e-6, 0.02, 0.25}) {
        for (const ParticipationMixture::Law& law : {ParticipationMixture::Law(RandomGroups{4, 4 * rate}),
                                                     ParticipationMixture::Law(SpacedSampling::ofRate(4, rate))}) {
          if (at++ % thorough(7, 1) != 0) continue;
          const ParticipationMixture mixture(squareRoot(32, 4), law);
          SampledOptions options;
          options.tau = 2;
          const SampledCertificate certificate = certifiedNoise(mixture, epsilon, delta, options);
          const double approximate = approximateNoise(mixture, epsilon, delta);
          EXPECT_GT(certificate.value, 0);
          EXPECT_TRUE(std::isfinite(certificate.value));
          EXPECT_GT(approximate, 0);
          EXPECT_TRUE(std::isfinite(approximate));
          EXPECT_LT(approximate, 1.25 * certificate.value) << epsilon << ' ' << delta << ' ' << rate;
        }
      }
    }
  }
}

TEST(MixtureCertificate, StopsWithTheFallback) {
  std::stop_source source;
  source.request_stop();
  const RunControl control{source.get_token(), {}};
  const ParticipationMixture mixture(squareRoot(128, 8), SpacedSampling::ofRate(8, 1.0 / 16));
  const SampledCertificate certificate = certifiedNoise(mixture, 1, 1e-5, {}, control);
  EXPECT_TRUE(certificate.stopped);
  EXPECT_EQ(certificate.method, SampledMethod::Unamplified);
  EXPECT_TRUE(ParticipationMixture(squareRoot(128, 8), RandomGroups{8, 0.5}, control).stopped());
}

TEST(MixtureCertificate, RefusesWhatItsProofsDoNotCover) {
  EXPECT_THROW(ParticipationMixture(squareRoot(12, 4), RandomGroups{3, 0.5}), InvalidArgument);
  EXPECT_THROW(ParticipationMixture(squareRoot(12, 4), RandomGroups{13, 0.5}), InvalidArgument);
  EXPECT_THROW(ParticipationMixture(squareRoot(12, 4), SpacedSampling{3, 0.5}), InvalidArgument);
  EXPECT_THROW(ParticipationMixture(squareRoot(12, 4), SpacedSampling{4, 1.1}), InvalidArgument);
  EXPECT_THROW(ParticipationMixture(squareRoot(12, 4), RandomGroups{4, 0}), InvalidArgument);
  const ParticipationMixture mixture(squareRoot(12, 4), RandomGroups{4, 0.5});
  EXPECT_THROW(certifiedNoise(mixture, -1, 1e-5), InvalidArgument);
  EXPECT_THROW(certifiedNoise(mixture, 1, 1), InvalidArgument);
  EXPECT_THROW(certifiedDelta(mixture, -1, 1), InvalidArgument);
  SampledOptions options;
  options.tau = 1;
  EXPECT_THROW(certifiedEpsilon(mixture, 1, 1e-5, options), InvalidArgument);
}

TEST(MixtureCertificate, SignsDoNotHelp) {
  // Patterns are mixed over, so that |C| counts: a sign that cancels two steps' outputs must not.
  const ToeplitzStrategy plus(2, {1, 0.9}), minus(2, {1, -0.9});
  for (const ParticipationMixture::Law& law :
       {ParticipationMixture::Law(RandomGroups{2, 1}), ParticipationMixture::Law(SpacedSampling{2, 0.4})}) {
    EXPECT_EQ(certifiedNoise(ParticipationMixture(minus, law), 1, 1e-3).value,
              certifiedNoise(ParticipationMixture(plus, law), 1, 1e-3).value);
  }
}

}  // namespace
}  // namespace noiseloom
