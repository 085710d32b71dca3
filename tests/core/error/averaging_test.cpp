#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "core/base/errors.h"
#include "core/error/lower_bound.h"
#include "core/error/mean_of_all_error.h"
#include "core/error/nuclear_norm.h"
#include "core/error/row_error.h"
#include "core/error/schedule_error.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/square_root.h"
#include "tests/core/dense.h"
#include "tests/core/error/expected_variances.h"

namespace noiseloom {
namespace {

// The Toeplitz matrix of 1 / (1 - rate x).
Eigen::MatrixXd filter(double rate, Index n) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) matrix(i, j) = i == j ? 1 : std::pow(rate, static_cast<double>(i - j));
  }
  return matrix;
}

struct Case {
  Workload workload;
  Eigen::MatrixXd matrix;
};

// The mean of all iterates so far.
Eigen::MatrixXd meansOfAll(Index n) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) matrix(i, j) = 1 / static_cast<double>(i + 1);
  }
  return matrix;
}

// One of each five has two equal poles, another one no momentum; every other one has learning rates.
Case drawnCase(int number, std::mt19937_64& random, bool ofAll = false) {
  std::uniform_real_distribution<double> unit(0, 1);
  const Index n = 1 + static_cast<Index>(random() % 40);
  const double alpha = number % 3 == 0 ? 1 : 0.8 + 0.2 * unit(random);
  const double beta = number % 5 == 0 ? 0 : alpha * unit(random);
  double gamma = unit(random);
  if (number % 5 == 1) gamma = beta;
  if (number % 5 == 2 && alpha < 1) gamma = alpha;
  if (ofAll) gamma = 1;
  Eigen::VectorXd rates = Eigen::VectorXd::Ones(n);
  Workload workload = Workload::sgd(alpha, beta).withAveraging(gamma);
  if (number % 2 == 0) {
    for (double& rate : rates) rate = 0.05 + unit(random);
    workload = workload.withRates({rates.begin(), rates.end()});
  }
  const Eigen::MatrixXd averages = ofAll ? meansOfAll(n) : Eigen::MatrixXd((1 - gamma) * filter(gamma, n));
  return {workload, averages * filter(alpha, n) * rates.asDiagonal() * filter(beta, n)};
}

TEST(Averaging, IsTheProductOfItsMatrices) {
  std::mt19937_64 random(71);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random);
    const Index n = matrix.rows();
    EXPECT_LT((denseOf(workload, n) - matrix).norm(), 1e-12 * matrix.norm()) << number;
    if (!workload.isToeplitz()) continue;
    for (Index lag = 0; lag < n; ++lag) EXPECT_NEAR(workload.coefficient(lag), matrix(lag, 0), 1e-13 * matrix.norm());
  }
}

TEST(Averaging, ErrorsAreThoseOfEveryEntry) {
  std::mt19937_64 random(72);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random);
    for (const Strategy& strategy : oneOfEveryKind(matrix.rows(), random)) {
      SCOPED_TRACE(testing::Message() << strategy.kindName() << number);
      expectVariances(strategy, workload, entryVariances(strategy, matrix));
    }
  }
}

TEST(MeanOfAll, IsTheProductOfItsMatrices) {
  std::mt19937_64 random(75);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random, true);
    const Index n = matrix.rows();
    EXPECT_LT((denseOf(workload, n) - matrix).norm(), 1e-12 * matrix.norm()) << number;
    std::vector<double> row(static_cast<std::size_t>(workload.inverseBands()));
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
      workload.inverseRow(i, row);
      for (Index lag = 0; lag <= std::min(i, std::ssize(row) - 1); ++lag) inverse(i, i - lag) = row[lag];
    }
    EXPECT_LT((inverse * matrix - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-9) << number;
  }
}

TEST(MeanOfAll, ErrorsAreThoseOfEveryEntry) {
  std::mt19937_64 random(76);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random, true);
    for (const Strategy& strategy : oneOfEveryKind(matrix.rows(), random)) {
      SCOPED_TRACE(testing::Message() << strategy.kindName() << number);
      const Eigen::VectorXd plain = entryVariances(strategy, matrix);
      expectVariances(strategy, workload, plain);
      if (const auto rows = errorByRows(strategy, workload)) {
        EXPECT_NEAR(rows->lastVariance, plain.tail(1)[0], 1e-9 * plain.maxCoeff());
      }
    }
  }
}

TEST(MeanOfAll, NoErrorIsBelowItsBounds) {
  std::mt19937_64 random(77);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random, true);
    const Index n = matrix.rows();
    const double exact = matrix.bdcSvd().singularValues().sum();
    EXPECT_NEAR(nuclearNorm(workload, n), exact, 1e-8 * exact) << number;
    const Index hits = 1 + static_cast<Index>(random() % 3), separation = (n + hits - 1) / hits;
    for (const Participation& participation :
         {Participation::single(), Participation::minSeparation(hits, separation)}) {
      const double mean = meanErrorLowerBound(workload, n, participation);
      const double most = maxErrorLowerBound(workload, n, participation);
      const double last = lastErrorLowerBound(workload, n, participation);
      for (const Strategy& strategy : oneOfEveryKind(n, random)) {
        const double sensitivity = sensitivityOf(strategy, participation).value;
        const ErrorSummary error = errorOf(strategy, workload);
        EXPECT_GE(sensitivity * std::sqrt(error.variance.mean), mean * (1 - 1e-9)) << strategy.kindName() << number;
        EXPECT_GE(sensitivity * std::sqrt(error.variance.max), most * (1 - 1e-9)) << strategy.kindName() << number;
        EXPECT_GE(sensitivity * std::sqrt(error.variance.last), last * (1 - 1e-9)) << strategy.kindName() << number;
      }
    }
  }
}

// Both ways to the decoder, before and after it has settled.
TEST(MeanOfAll, SumsOfSeriesGiveTheErrorsOfTheRecursion) {
  const Index n = 6000;
  for (const Index bands : {Index{1}, Index{5}, Index{300}}) {
    for (const Workload& iterates : {Workload::prefix(), Workload::sgd(0.999, 0.9)}) {
      const Workload workload = iterates.withAveraging(1);
      const ToeplitzStrategy strategy(n, squareRootCoefficients(iterates, bands));
      MeanOfAllError error(workload, n);
      ASSERT_TRUE(error.forward(strategy.coefficients()));
      EXPECT_LT(error.relativeErrorBound(), 1e-9);
      const std::vector<double> known = scheduleVariances(strategy, workload);
      for (std::size_t t = 0; t < known.size(); ++t) ASSERT_NEAR(error.variances()[t], known[t], 1e-9 * known[t]) << t;
    }
  }
  EXPECT_THROW(MeanOfAllError(Workload::prefix(), n), InvalidArgument);
  EXPECT_THROW(MeanOfAllError(Workload::learningRates({1, 1}, 0).withAveraging(1), 2), InvalidArgument);
  MeanOfAllError outside(Workload::prefix().withAveraging(1), n);
  EXPECT_FALSE(outside.forward(std::vector<double>{0, 1}));
  EXPECT_FALSE(outside.forward(std::vector<double>{1, -3}));
}

TEST(MeanOfAll, GradientsAreThoseOfDifferences) {
  const Index n = 400;
  const Workload workload = Workload::sgd(0.99, 0.6).withAveraging(1);
  std::vector<double> seeds;
  for (Index t = 0; t < n; ++t) seeds.push_back(1 + static_cast<double>(t % 7));
  MeanOfAllError error(workload, n);
  const auto value = [&](std::span<const double> theta) {
    error.forward(theta);
    return std::inner_product(seeds.begin(), seeds.end(), error.variances().begin(), 0.0);
  };
  std::vector<double> theta{1, 0.5, 0.3, 0.2};
  for (const Index more : {Index{0}, Index{300}}) {
    theta.resize(theta.size() + static_cast<std::size_t>(more), 1e-4);
    const double here = value(theta);
    const std::vector<double> gradient = error.reverse(seeds);
    for (std::size_t l = 0; l < 4; ++l) {
      const double kept = theta[l], step = 1e-5 * kept;
      theta[l] = kept + step;
      const double above = value(theta);
      theta[l] = kept - step;
      const double below = value(theta);
      theta[l] = kept;
      EXPECT_NEAR(gradient[l], (above - below) / (2 * step), 1e-6 * here / kept) << l;
    }
  }
}

// The largest error need not be the last one: averages of much correlated noise fall.
TEST(MeanOfAll, AveragesOfNoiseThatIsTakenBackFall) {
  const Workload workload = Workload::prefix().withAveraging(1);
  const ErrorSummary error = errorOf(InverseToeplitzStrategy(100, {1, -0.99}), workload);
  EXPECT_EQ(error.variance.max, 1);
  EXPECT_LT(error.variance.last, 0.03);
  const Workload once = Workload::learningRates(std::vector<double>(100, 1.0), 0).withAveraging(1);
  EXPECT_NEAR(errorOf(IdentityStrategy(100), workload).variance.mean,
              errorOf(IdentityStrategy(100), once).variance.mean, 1e-12);
}

TEST(Averaging, WithoutMomentumIsAMomentumTimesItsShare) {
  std::mt19937_64 random(73);
  const Index n = 300;
  const Workload one = Workload::sgd(1, 0.9), two = Workload::prefix().withAveraging(0.9);
  for (const Strategy& strategy : oneOfEveryKind(n, random)) {
    const ErrorSummary momentum = errorOf(strategy, one), average = errorOf(strategy, two);
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      EXPECT_NEAR(average.variance[objective], 0.01 * momentum.variance[objective], 1e-12 * average.variance[objective])
          << strategy.kindName();
    }
  }
  for (const Index steps : {Index{50}, n, Index{1} << 20}) {
    const Participation participation = Participation::minSeparation(4, steps / 4);
    const double bound = 0.1 * meanErrorLowerBound(one, steps, participation);
    EXPECT_NEAR(meanErrorLowerBound(two, steps, participation), bound, 1e-9 * bound);
    const double last = 0.1 * lastErrorLowerBound(one, steps, participation);
    EXPECT_NEAR(lastErrorLowerBound(two, steps, participation), last, 1e-9 * last);
  }
  const std::vector<double> root = squareRootCoefficients(one, 100), averaged = squareRootCoefficients(two, 100);
  for (std::size_t j = 0; j < root.size(); ++j) EXPECT_NEAR(averaged[j], root[j], 1e-12);
}

TEST(Averaging, BothRoutesOfTheLossAgreeAndTheirGradientsToo) {
  const Index n = 4096;
  const std::vector<double> theta = squareRootCoefficients(Workload::sgd(0.9, 0), 12);
  for (const Workload& workload : {Workload::sgd(1, 0.8).withAveraging(0.8), Workload::sgd(1, 0.5).withAveraging(0.98),
                                   Workload::sgd(0.95, 0.8).withAveraging(0.95)}) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
      std::vector<double> closed(theta.size()), stepwise(theta.size());
      const double one = toeplitzLossClosed(theta, workload, n, objective, closed);
      const double two = toeplitzLossByRecurrence(theta, workload, n, objective, stepwise);
      EXPECT_NEAR(one, two, 1e-9 * two);
      for (std::size_t l = 0; l < theta.size(); ++l) EXPECT_NEAR(closed[l], stepwise[l], 1e-8 * std::abs(stepwise[0]));
    }
  }
}

TEST(Averaging, NuclearNormsAreThoseOfSingularValues) {
  std::mt19937_64 random(74);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = drawnCase(number, random);
    const double exact = matrix.bdcSvd().singularValues().sum();
    EXPECT_NEAR(nuclearNorm(workload, matrix.rows()), exact, 1e-8 * exact) << number;
    if (!workload.isToeplitz()) continue;
    EXPECT_LE(nuclearNormLowerBound(workload, matrix.rows()), exact * (1 + 1e-9)) << number;
  }
  // Far out, the bound for many steps is close.
  const Workload workload = Workload::sgd(0.999, 0.9).withAveraging(0.99);
  const double norm = nuclearNorm(workload, 100'000);
  EXPECT_LE(nuclearNormLowerBound(workload, 100'000), norm);
  EXPECT_GT(nuclearNormLowerBound(workload, 100'000), 0.98 * norm);
}

TEST(Averaging, CutSquareRootsHaveAnErrorThatIsFinite) {
  for (const Index bands : {2, 20, 100, 600}) {
    for (const double gamma : {0.2, 0.9, 0.99, 0.9999}) {
      const Workload workload = Workload::sgd(1, 0.9).withAveraging(gamma);
      const ErrorSummary error = errorOf(ToeplitzStrategy(2000, bandedSquareRoot(workload, bands)), workload);
      ASSERT_TRUE(error.valid) << bands << ' ' << gamma;
      const ErrorSummary independent = errorOf(IdentityStrategy(2000), workload);
      EXPECT_LT(error.variance.mean, independent.variance.mean) << bands << ' ' << gamma;
    }
  }
}

TEST(Averaging, SquareRootsSquareToTheWorkload) {
  for (const Workload& workload :
       {Workload::sgd(1, 0.9).withAveraging(0.99), Workload::sgd(0.99, 0).withAveraging(0.99),
        Workload::sgd(0.95, 0.9).withAveraging(0.999)}) {
    constexpr std::size_t n = 200;
    const std::vector<double> root = squareRootCoefficients(workload, n);
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i <= j; ++i) sum += root[i] * root[j - i];
      const double expected = workload.coefficient(static_cast<Index>(j)) / (1 - workload.averaging());
      EXPECT_NEAR(sum, expected, 1e-11 * expected);
    }
  }
}

}  // namespace
}  // namespace noiseloom
