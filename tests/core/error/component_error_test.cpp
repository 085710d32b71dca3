// Errors over the curvatures of a spectrum: of every kind against dense matrices, and their gradients.

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/error/component_recursion.h"
#include "core/error/component_sum.h"
#include "core/error/inverse_toeplitz_error.h"
#include "core/error/lower_bound.h"
#include "core/error/toeplitz_loss.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

Workload curved() {
  return Workload::prefix().withSpectrum(Spectrum({{0, 0.5}, {0.02, 2}, {0.3, 1}, {1, 3}}));
}

// Of the mean over the steps, and of the last one.
std::pair<double, double> denseCurvature(const Strategy& strategy, const Workload& workload) {
  double mean = 0, last = 0;
  for (const WorkloadComponent& component : workload.components()) {
    Eigen::MatrixXd noising(strategy.iterations(), strategy.rows());
    for (Index i = 0; i < noising.rows(); ++i) {
      for (Index j = 0; j < noising.cols(); ++j) noising(i, j) = strategy.inverseEntry(i, j);
    }
    const Eigen::VectorXd squares =
        (denseOf(component.workload, strategy.iterations()) * noising).rowwise().squaredNorm();
    mean += component.weight * squares.mean();
    last += component.weight * squares(squares.size() - 1);
  }
  return {mean, last};
}

TEST(ComponentError, IsThePlainSumForEveryKind) {
  std::mt19937_64 random(3);
  for (const Index n : {1, 8, 90}) {
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      const ErrorSummary error = errorOf(strategy, curved());
      ASSERT_TRUE(error.valid);
      const auto [mean, last] = denseCurvature(strategy, curved());
      EXPECT_NEAR(error.variance.curvature, mean, 1e-9 * mean) << strategy.kindName() << " n " << n;
      EXPECT_NEAR(error.variance.curvatureLast, last, 1e-9 * last) << strategy.kindName() << " n " << n;
      const ErrorSummary plain = errorOf(strategy, Workload::prefix());
      EXPECT_EQ(plain.variance.curvature, 0);
      EXPECT_EQ(plain.variance.curvatureLast, 0);
      EXPECT_EQ(plain.variance.mean, error.variance.mean);
      const ErrorSummary level = errorOf(strategy, Workload::prefix().withSpectrum(Spectrum({{0, 3}})));
      EXPECT_EQ(level.variance.curvature, plain.variance.mean);
      EXPECT_EQ(level.variance.curvatureLast, plain.variance.last);
    }
  }
}

TEST(ComponentError, GradientsOfCoefficientsAreDifferences) {
  const std::vector<double> start{1, 0.6, 0.3, 0.15};
  const auto check = [&](const auto& loss) {
    std::vector<double> gradient(start.size()), none(start.size());
    const double value = loss(start, gradient);
    for (std::size_t l = 0; l < start.size(); ++l) {
      constexpr double kStep = 1e-6;
      std::vector<double> up = start, down = start;
      up[l] += kStep;
      down[l] -= kStep;
      const double slope = (loss(up, none) - loss(down, none)) / (2 * kStep);
      EXPECT_NEAR(gradient[l], slope, 1e-7 * value) << l;
    }
  };
  for (const ErrorObjective objective : {ErrorObjective::Curvature, ErrorObjective::CurvatureLast}) {
    for (const Index n : {20, 5000}) {
      check([&](std::span<const double> theta, std::span<double> gradient) {
        return toeplitzLoss(theta, curved(), n, objective, gradient);
      });
      check([&](std::span<const double> theta, std::span<double> gradient) {
        return toeplitzLossByRecurrence(theta, curved(), n, objective, gradient);
      });
      check([&](std::span<const double> g, std::span<double> gradient) {
        return inverseToeplitzVariance(g, curved(), n, objective, gradient);
      });
    }
  }
}

TEST(ComponentError, OutsideOneDomainIsOutsideTheSum) {
  std::vector<double> gradient{1, 1};
  EXPECT_TRUE(std::isinf(toeplitzLoss(std::vector<double>{-1, 0}, curved(), 10, ErrorObjective::Curvature, gradient)));
  EXPECT_EQ(gradient, std::vector<double>({0, 0}));
  EXPECT_THROW(toeplitzLoss(std::vector<double>{1, 0}, Workload::prefix(), 10, ErrorObjective::Curvature, gradient),
               InvalidArgument);
}

// With many rows of many components one history is kept at a time: another route to the same numbers.
TEST(ComponentError, RecursionsThatForgetGiveTheSameGradients) {
  constexpr Index n = 100;
  constexpr Index kBands = 3;
  const auto gradientWith = [](Index mostHistory) {
    const auto row = [&](Index i, std::span<double> out) {
      for (Index p = 0; p < kBands; ++p)
        out[static_cast<std::size_t>(p)] = i - kBands + 1 + p < 0 ? 0
                                           : p + 1 == kBands      ? 1
                                                                  : 0.3 + 0.1 * static_cast<double>((i + p) % 3);
    };
    ComponentRecursion recursion(curved(), n, kBands, ErrorObjective::Curvature, mostHistory);
    EXPECT_TRUE(recursion.forward(row, true));
    std::vector<double> seeds(n), sum(n * kBands, 0.0);
    for (std::size_t i = 0; i < n; ++i) seeds[i] = 1.0 / static_cast<double>(i + 1);
    EXPECT_TRUE(recursion.reverse(row, seeds, [&](Index i, std::span<const double> gradient) {
      for (Index p = 0; p < kBands; ++p)
        sum[static_cast<std::size_t>(i * kBands + p)] += gradient[static_cast<std::size_t>(p)];
    }));
    sum.insert(sum.end(), recursion.variances().begin(), recursion.variances().end());
    return sum;
  };
  EXPECT_EQ(gradientWith(1), gradientWith(ComponentRecursion::kMostHistory));
}

TEST(ComponentError, LowerBoundIsBelowEveryKindAndThatOfTheMeanForOneCurvatureOfZero) {
  std::mt19937_64 random(9);
  constexpr Index n = 48;
  for (const Participation& participation :
       {Participation::single(), Participation::fixedEpochOrder(4, 12), Participation::minSeparation(3, 16)}) {
    const double bound = curvatureErrorLowerBound(curved(), n, participation);
    EXPECT_GT(bound, 0);
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      const double error =
          sensitivityOf(strategy, participation).value * std::sqrt(errorOf(strategy, curved()).variance.curvature);
      EXPECT_LE(bound, error * (1 + 1e-12)) << strategy.kindName();
    }
    const double last = curvatureLastErrorLowerBound(curved(), n, participation);
    EXPECT_GT(last, 0);
    for (const Strategy& strategy : oneOfEveryKind(n, random)) {
      const double error =
          sensitivityOf(strategy, participation).value * std::sqrt(errorOf(strategy, curved()).variance.curvatureLast);
      EXPECT_LE(last, error * (1 + 1e-12)) << strategy.kindName();
    }
    EXPECT_DOUBLE_EQ(
        curvatureLastErrorLowerBound(Workload::prefix().withSpectrum(Spectrum({{0, 2}})), n, participation),
        lastErrorLowerBound(Workload::prefix(), n, participation));
    EXPECT_DOUBLE_EQ(curvatureErrorLowerBound(Workload::prefix().withSpectrum(Spectrum({{0, 2}})), n, participation),
                     meanErrorLowerBound(Workload::prefix(), n, participation));
  }
}

}  // namespace
}  // namespace noiseloom
