#include "core/error/blt_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/errors.h"
#include "core/error/blt_schedule_error.h"
#include "core/participation/blt_sensitivity.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

TEST(BltError, ReferenceValues) {
  for (const auto& c : mechanismReference().at("blt_given")) {
    const BltStrategy strategy(c.at("n"), c.at("theta"), c.at("theta_hat"));
    const ErrorSummary error = bltError(strategy, Workload::prefix());
    const double rtol = 1e-2 * c.at("rtol").get<double>();
    const auto near = [&](double found, const char* name) {
      EXPECT_NEAR(found, c.at(name).get<double>(), rtol * found) << name << " n " << c.at("n");
    };
    const double sensitivity = bltSensitivity(strategy, Participation::single()).value;
    near(sensitivity * sensitivity, "sens_squared_single");
    near(error.variance.max, "max_squared_error_unit");
    near(error.variance.mean, "mean_squared_error_unit");
    near(sensitivity * std::sqrt(error.variance.max), "root_max_loss");
    near(sensitivity * std::sqrt(error.variance.mean), "root_mean_loss");
  }
}

// Any BLT, also one that is not interlaced, and decays on both sides of alpha and beta and next to them.
std::vector<BltStrategy> examples(Index n) {
  return {{n, {0.99, 0.8, 0.3}, {0.97, 0.6, 0.1}},
          {n, {1, 0.7}, {0.9, 0.2}},
          {n, {0.95}, {0.9 + 1e-9}},
          {n, {0.995, 0.9}, {0.99, 0.5}},
          {n, {0.999, 0.95}, {0.99, 0.8 - 1e-12}},
          {n, {0.5, 0.2}, {0.95, 0.7}}};
}

TEST(BltError, AgreesWithDenseAlgebraForEveryWorkload) {
  for (const Index n : {1, 2, 60, 200}) {
    for (const Workload& workload : someWorkloads(n)) {
      for (const BltStrategy& strategy : examples(n)) {
        const Eigen::VectorXd v = denseVariances(Strategy(strategy), workload);
        const ErrorSummary error = bltError(strategy, workload);
        ASSERT_TRUE(error.valid);
        EXPECT_NEAR(error.variance.mean, v.mean(), 1e-11 * v.mean());
        EXPECT_NEAR(error.variance.max, v.maxCoeff(), 1e-11 * v.maxCoeff());
        EXPECT_NEAR(error.variance.last, v[n - 1], 1e-11 * v[n - 1]);
      }
    }
  }
}

TEST(BltError, PolesThatNearlyCoincideLoseNothing) {
  // theta^ within 1e-13 of beta, and within 1e-13 of 1, against all terms in extended precision.
  constexpr Index n = 50'000;
  for (const double close : {0.9 - 1e-13, 0.9 + 1e-7, 0.9}) {
    const BltStrategy strategy(n, {1 - 1e-14, 0.95}, {1 - 1e-13, close});
    const Workload workload = Workload::sgd(1, 0.9);
    long double momentum = 0, sum = 0, v = 0, total = 0;
    std::vector<long double> input(2, 0.0L), output(2, 0.0L);
    for (Index t = 0; t < n; ++t) {
      long double signal = t == 0 ? 1 : 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const long double next = signal - static_cast<long double>(strategy.parameters().theta[k]) * input[k] +
                                 static_cast<long double>(strategy.parameters().inverseTheta[k]) * output[k];
        input[k] = signal;
        signal = output[k] = next;
      }
      momentum = static_cast<long double>(0.9) * momentum + signal;
      sum += momentum;
      total += v += sum * sum;
    }
    const ErrorSummary error = bltError(strategy, workload);
    EXPECT_NEAR(error.variance.last, static_cast<double>(v), 1e-12 * error.variance.last);
    EXPECT_NEAR(error.variance.mean, static_cast<double>(total / n), 1e-12 * error.variance.mean);
  }
}

TEST(BltError, ConstantScheduleIsTheToeplitzWorkload) {
  // Two routes that share no code past the filters' coefficients.
  constexpr Index n = 5000;
  for (const double beta : {0.0, 0.9}) {
    for (const BltStrategy& strategy : examples(n)) {
      const ErrorSummary steps =
          bltError(strategy, Workload::learningRates(std::vector<double>(static_cast<std::size_t>(n), 1.0), beta));
      const ErrorSummary closed = bltError(strategy, Workload::sgd(1, beta));
      EXPECT_NEAR(steps.variance.mean, closed.variance.mean, 1e-10 * closed.variance.mean);
      EXPECT_NEAR(steps.variance.last, closed.variance.last, 1e-10 * closed.variance.last);
    }
  }
}

TEST(BltScheduleError, GradientMatchesCentralDifferences) {
  constexpr Index n = 43;  // blocks of 7 steps, and one left over
  std::vector<double> eta, seeds;
  for (Index i = 0; i < n; ++i) {
    eta.push_back(1 - 0.02 * static_cast<double>(i));
    seeds.push_back(0.01 * static_cast<double>(i % 5));
  }
  for (const auto& [beta, alpha] : {std::pair{0.0, 1.0}, {0.8, 1.0}, {0.6, 0.9}}) {
    BltScheduleError error(Workload::learningRates(eta, beta, alpha), n);
    std::vector<double> gaps{0.01, 0.3}, inverseGaps{0.1, 0.6}, gradient(2), inverseGradient(2);
    const auto value = [&] {
      EXPECT_TRUE(error.forward(gaps, inverseGaps));
      return std::inner_product(seeds.begin(), seeds.end(), error.variances().begin(), 0.0);
    };
    const double f = value();
    ASSERT_TRUE(error.reverse(seeds, gradient, inverseGradient));
    for (const bool inverse : {false, true}) {
      for (std::size_t k = 0; k < 2; ++k) {
        double& gap = (inverse ? inverseGaps : gaps)[k];
        const double kept = gap, step = 1e-6;
        gap = kept + step;
        const double above = value();
        gap = kept - step;
        const double below = value();
        gap = kept;
        EXPECT_NEAR((inverse ? inverseGradient : gradient)[k], (above - below) / (2 * step), 1e-7 * f);
      }
    }
  }
}

TEST(BltScheduleError, StopsAndRefuses) {
  const Workload schedule = Workload::learningRates(std::vector<double>(50, 1.0), 0);
  EXPECT_FALSE(bltError(examples(50)[0], schedule, stoppedAtOnce()).valid);
  EXPECT_THROW(bltError(examples(49)[0], schedule), InvalidArgument);
  EXPECT_THROW(BltScheduleError(Workload::prefix(), 50), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
