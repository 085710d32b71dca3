#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "core/base/errors.h"
#include "core/design/class_lower_bound.h"
#include "core/error/blt_error.h"
#include "core/error/error_profile.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/error/lower_bound.h"
#include "core/error/nuclear_norm.h"
#include "core/error/row_error.h"
#include "core/error/series_error.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/square_root.h"
#include "core/participation/participation.h"
#include "tests/core/dense.h"
#include "tests/core/error/expected_variances.h"

namespace noiseloom {
namespace {

Eigen::MatrixXd toeplitzMatrix(std::span<const double> coefficients, Index n) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = std::max<Index>(0, i - std::ssize(coefficients) + 1); j <= i; ++j)
      matrix(i, j) = coefficients[static_cast<std::size_t>(i - j)];
  }
  return matrix;
}

struct ToeplitzCase {
  Workload workload;
  Eigen::MatrixXd matrix;
};

// Windows over iterates of SGD, also with a moving average, and coefficients of either sign, some fewer than n.
ToeplitzCase toeplitzCase(int number, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  const Index n = 1 + static_cast<Index>(random() % 40);
  if (number % 3 == 2) {
    std::vector<double> given{0.5 + unit(random)};
    const Index size = number % 2 == 0 ? n : 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(n));
    for (Index lag = 1; lag < size; ++lag) given.push_back(0.8 * unit(random) - 0.3);
    return {Workload::toeplitz(given), toeplitzMatrix(given, n)};
  }
  const double alpha = number % 2 == 0 ? 1 : 0.8 + 0.2 * unit(random);
  const double beta = number % 5 == 0 ? 0 : alpha * unit(random);
  const double gamma = number % 4 == 0 ? unit(random) : 0;
  const Index window = 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(n));
  const Workload iterates = Workload::sgd(alpha, beta).withAveraging(gamma);
  const std::vector<double> means(static_cast<std::size_t>(window), 1 / static_cast<double>(window));
  return {iterates.withWindow(window), toeplitzMatrix(means, n) * denseOf(iterates, n)};
}

TEST(ToeplitzWorkload, IsTheProductOfItsMatrices) {
  std::mt19937_64 random(81);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = toeplitzCase(number, random);
    const Index n = matrix.rows();
    EXPECT_LT((denseOf(workload, n) - matrix).norm(), 1e-12 * matrix.norm()) << number;
    std::vector<double> rest(static_cast<std::size_t>(n - n / 2));
    workload.coefficients(n / 2, rest);
    for (Index lag = 0; lag < n; ++lag) {
      EXPECT_NEAR(workload.coefficient(lag), matrix(lag, 0), 1e-13 * matrix.norm()) << number;
      if (lag >= n / 2) {
        EXPECT_NEAR(rest[static_cast<std::size_t>(lag - n / 2)], matrix(lag, 0), 1e-13 * matrix.norm()) << number;
      }
    }
  }
}

TEST(ToeplitzWorkload, ErrorsAreThoseOfEveryEntry) {
  std::mt19937_64 random(82);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = toeplitzCase(number, random);
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

// Any lower triangle.
ToeplitzCase matrixCase(std::mt19937_64& random, Index n) {
  std::uniform_real_distribution<double> unit(0, 1);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  std::vector<double> rows;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) rows.push_back(matrix(i, j) = j < i ? 2 * unit(random) - 0.7 : 0.3 + unit(random));
  }
  return {Workload::matrix(rows), matrix};
}

TEST(MatrixWorkload, ErrorsAreThoseOfEveryEntryAndNotBelowTheirBounds) {
  std::mt19937_64 random(87);
  for (int number = 0; number < 60; ++number) {
    const Index n = 1 + static_cast<Index>(random() % 40);
    const auto [workload, matrix] = matrixCase(random, n);
    EXPECT_LT((denseOf(workload, n) - matrix).norm(), 1e-12 * matrix.norm());
    const double nuclear = matrix.bdcSvd().singularValues().sum();
    EXPECT_NEAR(nuclearNorm(workload, n), nuclear, 1e-6 * nuclear);
    EXPECT_LE(nuclearNorm(workload, n), nuclear);
    const Participation participation = Participation::minSeparation(2, (n + 1) / 2);
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      SCOPED_TRACE(testing::Message() << strategy.kindName() << number);
      const Eigen::VectorXd plain = entryVariances(strategy, matrix);
      expectVariances(strategy, workload, plain);
      if (const auto rows = errorByRows(strategy, workload)) {
        EXPECT_NEAR(rows->lastVariance, plain.tail(1)[0], 1e-9 * plain.maxCoeff());
      }
      const double sensitivity = sensitivityOf(strategy, participation).value;
      const auto error = [&](double variance) { return sensitivity * std::sqrt(variance) * (1 + 1e-9); };
      EXPECT_GE(error(plain.mean()), meanErrorLowerBound(workload, n, participation));
      EXPECT_GE(error(plain.maxCoeff()), maxErrorLowerBound(workload, n, participation));
      EXPECT_GE(error(plain.tail(1)[0]), lastErrorLowerBound(workload, n, participation));
    }
  }
}

// Running sums by their rows are running sums; beyond what eigenvalues are computed for, bounds stay below.
TEST(MatrixWorkload, SpecialCasesCoincide) {
  std::mt19937_64 random(88);
  const Index n = 150;
  const Workload sums = Workload::matrix(std::vector<double>(n * (n + 1) / 2, 1.0));
  for (const Strategy& strategy : oneOfEveryKind(n, random)) {
    const ErrorSummary prefix = errorOf(strategy, Workload::prefix()), read = errorOf(strategy, sums);
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      EXPECT_NEAR(read.variance[objective], prefix.variance[objective], 1e-9 * prefix.variance.max)
          << strategy.kindName();
    }
  }
  const Index many = 600;
  const double bound = nuclearNorm(Workload::matrix(std::vector<double>(many * (many + 1) / 2, 1.0)), many);
  EXPECT_LE(bound, nuclearNorm(Workload::prefix(), many));
  EXPECT_GE(bound, many * (1 - 1e-8));
}

TEST(ToeplitzWorkload, SeriesGiveTheErrorsOfRationalWorkloads) {
  std::mt19937_64 random(83);
  const Index n = 700;
  for (const Workload& workload : {Workload::prefix(), Workload::sgd(0.99, 0.8).withAveraging(0.9)}) {
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      const ErrorSummary one = errorOf(strategy, workload), other = summaryOf(seriesVariances(strategy, workload));
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
        EXPECT_NEAR(other.variance[objective], one.variance[objective], 1e-9 * one.variance.max) << strategy.kindName();
      }
    }
  }
}

TEST(ToeplitzWorkload, SpecialCasesCoincide) {
  std::mt19937_64 random(84);
  const Index n = 300;
  EXPECT_EQ(Workload::prefix().withWindow(1), Workload::prefix());
  const Workload sums = Workload::toeplitz(std::vector<double>(n, 1.0)), whole = Workload::prefix().withWindow(n);
  std::vector<double> means;
  for (Index lag = 0; lag < n; ++lag) means.push_back(static_cast<double>(lag + 1) / static_cast<double>(n));
  for (const Strategy& strategy : oneOfEveryKind(n, random)) {
    const ErrorSummary prefix = errorOf(strategy, Workload::prefix()), read = errorOf(strategy, sums);
    const ErrorSummary window = errorOf(strategy, whole), given = errorOf(strategy, Workload::toeplitz(means));
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      EXPECT_NEAR(read.variance[objective], prefix.variance[objective], 1e-9 * prefix.variance.max)
          << strategy.kindName();
      EXPECT_NEAR(given.variance[objective], window.variance[objective], 1e-9 * window.variance.max)
          << strategy.kindName();
    }
  }
}

// Long windows that settle beyond their end, under transforms and under the recurrence, and rescaled last columns.
TEST(ToeplitzWorkload, DecodersSettleAfterTheWindow) {
  const Index n = 9000;
  for (const Index bands : {Index{3}, Index{300}}) {
    const std::vector<double> theta = squareRootCoefficients(Workload::prefix(), bands);
    for (const Workload& workload : {Workload::prefix().withWindow(1000), Workload::sgd(0.9, 0.5).withWindow(700)}) {
      for (const ColumnScaling scaling : {ColumnScaling::None, ColumnScaling::Normalized}) {
        const ToeplitzStrategy strategy(n, theta, scaling);
        const ErrorSummary error = errorOf(strategy, workload);
        const ErrorSummary every = summaryOf(seriesVariances(strategy, workload));
        ASSERT_TRUE(error.valid);
        EXPECT_NEAR(error.variance.mean, every.variance.mean, 1e-9 * every.variance.mean) << bands;
        EXPECT_NEAR(error.variance.last, every.variance.last, 1e-9 * every.variance.last) << bands;
      }
    }
  }
  // Coefficients that vanish for long and come back.
  std::vector<double> given(5000, 0.0);
  given[0] = 1;
  given[4000] = 2;
  const ErrorSummary error = errorOf(IdentityStrategy(5000), Workload::toeplitz(given));
  EXPECT_NEAR(error.variance.last, 5, 1e-9);
}

void expectGradient(const std::function<double(std::span<const double>, std::span<double>)>& loss,
                    std::vector<double> at) {
  std::vector<double> gradient(at.size()), none(at.size());
  const double value = loss(at, gradient);
  for (std::size_t l = 0; l < at.size(); ++l) {
    const double here = at[l], step = 1e-5 * std::abs(here);
    at[l] = here + step;
    const double above = loss(at, none);
    at[l] = here - step;
    const double below = loss(at, none);
    at[l] = here;
    EXPECT_NEAR(gradient[l], (above - below) / (2 * step), 1e-6 * value / std::abs(here)) << l;
  }
}

TEST(ToeplitzWorkload, GradientsAreThoseOfDifferences) {
  const Index n = 400;
  std::vector<double> given{1};
  for (Index lag = 1; lag < n; ++lag) given.push_back(std::cos(0.3 * static_cast<double>(lag)) * std::pow(0.98, lag));
  for (const Workload& workload : {Workload::sgd(0.99, 0.6).withWindow(30), Workload::toeplitz(given)}) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Last}) {
      expectGradient([&](std::span<const double> theta,
                         std::span<double> gradient) { return toeplitzLoss(theta, workload, n, objective, gradient); },
                     {1, 0.5, 0.3, 0.2});
      expectGradient(
          [&](std::span<const double> g, std::span<double> gradient) {
            return inverseToeplitzVariance(g, workload, n, objective, gradient);
          },
          {1, -0.4, -0.1, -0.07});
      expectGradient(
          [&](std::span<const double> x, std::span<double> gradient) {
            const auto kind = objective == ErrorObjective::Mean ? EnergyKind::Accumulated : EnergyKind::Total;
            return bltEnergy(x.first(2), x.last(2), workload, n, kind, gradient.first(2), gradient.last(2));
          },
          {0.02, 0.3, 0.05, 0.5});
    }
  }
}

TEST(ToeplitzWorkload, BltEnergiesAreThoseOfTheirErrors) {
  const Index n = 500;
  const BltStrategy blt(n, {0.99, 0.6}, {0.95, 0.4});
  std::vector<double> by(2), byInverse(2);
  for (const Workload& workload : {Workload::prefix(), Workload::prefix().withWindow(20)}) {
    const ErrorSummary error = errorOf(blt, workload);
    const double sum = bltEnergy(blt.gaps(), blt.inverseGaps(), workload, n, EnergyKind::Accumulated, by, byInverse);
    EXPECT_NEAR(sum / n, error.variance.mean, 1e-10 * error.variance.mean);
  }
}

TEST(ToeplitzWorkload, NuclearNormsAreThoseOfSingularValuesOrBelow) {
  std::mt19937_64 random(85);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = toeplitzCase(number, random);
    const double exact = matrix.bdcSvd().singularValues().sum();
    EXPECT_NEAR(nuclearNorm(workload, matrix.rows()), exact, 1e-9 * exact) << number;
  }
  const Index n = 500;  // beyond what eigenvalues are computed for
  const std::vector<double> ones(n, 1.0);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<double> drawn{3};
  while (std::ssize(drawn) < n) drawn.push_back(unit(random));
  for (const Workload& workload : {Workload::toeplitz(ones), Workload::prefix().withWindow(20),
                                   Workload::prefix().withWindow(n), Workload::toeplitz(drawn)}) {
    const double exact = denseOf(workload, n).bdcSvd().singularValues().sum();
    EXPECT_LE(nuclearNorm(workload, n), exact * (1 + 1e-12));
    EXPECT_GT(nuclearNorm(workload, n), 0.8 * exact);
  }
}

TEST(ToeplitzWorkload, NoErrorIsBelowItsBounds) {
  std::mt19937_64 random(86);
  for (int number = 0; number < 60; ++number) {
    const auto [workload, matrix] = toeplitzCase(number, random);
    const Index n = matrix.rows();
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
        if (strategy.as<IdentityStrategy>()) {
          EXPECT_GE(sensitivity * std::sqrt(error.variance.mean),
                    toeplitzClassLowerBound(workload, n, 1, participation, ErrorObjective::Mean) * (1 - 1e-9));
        }
      }
    }
  }
}

TEST(ToeplitzWorkload, SquareRootsSquareToTheWorkload) {
  const Index n = 200;
  std::vector<double> given{2};
  for (Index lag = 1; lag < n; ++lag) given.push_back(std::pow(0.9, lag));
  for (const Workload& workload :
       {Workload::prefix().withWindow(30), Workload::sgd(0.99, 0.5).withWindow(7), Workload::toeplitz(given)}) {
    const std::vector<double> root = squareRootCoefficients(workload, n);
    const double first = workload.coefficient(0);
    for (std::size_t j = 0; j < root.size(); ++j) {
      double sum = 0;
      for (std::size_t i = 0; i <= j; ++i) sum += root[i] * root[j - i];
      EXPECT_NEAR(sum, workload.coefficient(static_cast<Index>(j)) / first, 1e-10 * (1 + std::abs(sum)));
    }
  }
}

TEST(ToeplitzWorkload, RefusesWhatItIsNot) {
  EXPECT_THROW(Workload::prefix().withWindow(0), InvalidArgument);
  EXPECT_THROW(Workload::identity().withWindow(2), InvalidArgument);
  EXPECT_THROW(Workload::learningRates({1, 2}, 0).withWindow(2), InvalidArgument);
  EXPECT_THROW(Workload::prefix().withWindow(2).withRates({1, 2}), InvalidArgument);
  EXPECT_THROW(Workload::toeplitz({}), InvalidArgument);
  EXPECT_THROW(Workload::toeplitz({0, 1}), InvalidArgument);
  EXPECT_THROW(Workload::toeplitz({1, std::nan("")}), InvalidArgument);
  EXPECT_THROW(Workload::toeplitz({1, 1}).withMomentum(0.5), InvalidArgument);
  EXPECT_EQ(Workload::toeplitz({1, 1}).name(), "toeplitz");
  EXPECT_EQ(Workload::prefix().withWindow(2).name(), "sgd");
  EXPECT_FALSE(Workload::toeplitz({1, 1}, "a") == Workload::toeplitz({1, 2}, "a"));
  EXPECT_TRUE(Workload::toeplitz({1, 1}, "a") == Workload::toeplitz({1, 1}, "b"));
  std::vector<double> row(2);
  EXPECT_THROW(Workload::prefix().withWindow(2).inverseRow(1, row), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
