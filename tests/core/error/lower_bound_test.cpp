#include "core/error/lower_bound.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <tuple>

#include "core/base/errors.h"
#include "core/error/nuclear_norm.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

TEST(LowerBound, ReferenceValues) {
  for (const auto& c : mechanismReference().at("lower_bounds")) {
    const Workload workload = workloadOf(c.at("workload"));
    const Index n = c.at("n");
    const double rtol = c.at("rtol");
    const double nuclear = c.at("nuclear_norm");
    EXPECT_NEAR(nuclearNorm(workload, n), nuclear, rtol * nuclear);
    EXPECT_GE(maxErrorLowerBound(workload, n, Participation::single()),
              c.at("max_err_single_lower_bound").get<double>() * (1 - rtol));
    // The error of the first query alone can be a better bound than the nuclear norm, which the reference gives.
    EXPECT_GE(meanErrorLowerBound(workload, n, Participation::single()),
              c.at("mean_rmse_single_lower_bound").get<double>() * (1 - rtol));
    for (const auto& m : c.at("multi")) {
      const double bound =
          meanErrorLowerBound(workload, n, Participation::minSeparation(m.at("max_participations"), m.at("min_sep")));
      const double known = m.at("mean_rmse_lower_bound");
      if (m.at("nuclear_bound").is_null()) {
        EXPECT_GE(bound, known * (1 - rtol));  // ours holds for any n, also where k s is not n
      } else {
        EXPECT_NEAR(bound, known, rtol * known);
      }
    }
  }
}

TEST(NuclearNorm, LargePrefixContinuesTheExactSum) {
  // The closed form takes over above 4096 terms.
  for (const Index n : {Index{4097}, Index{20'000}}) {
    double sum = 0;
    for (Index j = 1; j <= n; ++j)
      sum += 0.5 / std::sin(static_cast<double>(2 * j - 1) * M_PI / (4.0 * static_cast<double>(n) + 2));
    EXPECT_NEAR(prefixNuclearNorm(n), sum, 1e-12 * sum);
  }
}

TEST(NuclearNorm, IsTheSumOfTheSingularValues) {
  for (const Index n : {1, 2, 3, 5, 40, 150}) {
    for (const Workload& workload : someWorkloads(n)) {
      const double sum = Eigen::JacobiSVD<Eigen::MatrixXd>(denseOf(workload, n)).singularValues().sum();
      EXPECT_NEAR(nuclearNorm(workload, n), sum, 1e-11 * sum) << "n = " << n;
    }
  }
}

TEST(NuclearNorm, AgreesWithTheClosedFormAtLargeN) {
  // A momentum that changes no digit, so that the prefix is integrated too.
  for (const Index n : {Index{5000}, Index{100'000}}) {
    const double closed = prefixNuclearNorm(n);
    EXPECT_NEAR(nuclearNorm(Workload::sgd(1, 1e-200), n), closed, 2e-10 * closed);
  }
}

TEST(NuclearNorm, LargeNIsBoundedFromBelowAndClosely) {
  for (const auto& [alpha, beta, least] :
       {std::tuple{1.0, 0.9, 0.998}, {1.0, 0.5, 0.999}, {1.0, 0.0, 0.999}, {0.999, 0.9, 0.98}, {0.9999, 0.0, 0.98}}) {
    const Workload workload = Workload::sgd(alpha, beta);
    for (const Index n : {Index{10}, Index{1000}, Index{100'000}}) {
      const double exact = nuclearNorm(workload, n);
      const double bound = nuclearNormLowerBound(workload, n);
      EXPECT_LE(bound, exact * (1 + 1e-9));
      EXPECT_GE(bound, exact * (n == 100'000 ? least : 0.3)) << alpha << ' ' << beta << " n = " << n;
    }
    // In the same units at both ends of the change from one to the other, and beyond.
    EXPECT_GE(nuclearNorm(workload, (1 << 18) + 1), 0.98 * nuclearNorm(workload, 1 << 18));
    EXPECT_GT(nuclearNorm(workload, 1'000'000'000'000), 1e6 * nuclearNorm(workload, 100'000));
  }
}

TEST(LowerBound, OfTheIdentityIsIndependentNoise) {
  for (const Index n : {Index{1}, Index{100}, Index{10'000'000}}) {
    EXPECT_NEAR(meanErrorLowerBound(Workload::identity(), n, Participation::single()), 1, 1e-9) << n;
    EXPECT_EQ(lastErrorLowerBound(Workload::identity(), n, Participation::single()), 1) << n;
  }
}

TEST(NuclearNorm, StoppedIsNoInformation) {
  EXPECT_EQ(nuclearNorm(Workload::sgd(1, 0.9), 1000, stoppedAtOnce()), 0);
}

TEST(LowerBound, LastRowOfAnyLength) {
  // The same patterns by the row itself and, beyond 2^22 steps, in closed form.
  const Index s = 300'000;
  const auto at = [&](const Workload& workload, Index n) {
    return lastErrorLowerBound(workload, n, Participation::minSeparation(10, s));
  };
  for (const Workload& workload :
       {Workload::prefix(), Workload::sgd(1, 0.9), Workload::sgd(0.999999, 0), Workload::identity()}) {
    const double before = at(workload, Index{1} << 22);
    EXPECT_NEAR(at(workload, (Index{1} << 22) + 1), before, 1e-5 * before);
  }
  const Workload both = Workload::sgd(0.999999, 0.5);
  const double before = at(both, Index{1} << 22);
  EXPECT_NEAR(at(both, (Index{1} << 22) + 1), before, 1e-5 * before);
  EXPECT_LE(at(both, (Index{1} << 22) + 1), before * (1 + 1e-12));
  // Hits at 0 and 2 of three steps see the coefficients 3 and 1 of running sums of running sums.
  const Workload schedule = Workload::learningRates({1, 1, 1}, 0.5);
  EXPECT_NEAR(lastErrorLowerBound(schedule, 3, Participation::minSeparation(2, 2)), 1.75 + 1, 1e-15);
}

TEST(LowerBound, RefusesASizeThatTheScheduleDoesNotHave) {
  EXPECT_THROW(meanErrorLowerBound(Workload::learningRates({1, 0.5}, 0), 3, Participation::single()), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
