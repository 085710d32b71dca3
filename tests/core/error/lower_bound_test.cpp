#include "core/error/lower_bound.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

TEST(LowerBound, ReferenceValues) {
  for (const auto& c : mechanismReference().at("lower_bounds")) {
    const Workload workload = workloadOf(c.at("workload"));
    const Index n = c.at("n");
    if (workload.name() != "prefix" && n > 512) continue;  // beyond, only the comb bound is offered
    const double rtol = c.at("rtol");
    const double nuclear = c.at("nuclear_norm");
    EXPECT_NEAR(nuclearNorm(workload, n), nuclear, rtol * nuclear);
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

TEST(LowerBound, LargePrefixContinuesTheExactSum) {
  // The closed form takes over above 4096 terms.
  for (const Index n : {Index{4097}, Index{20'000}}) {
    double sum = 0;
    for (Index j = 1; j <= n; ++j)
      sum += 0.5 / std::sin(static_cast<double>(2 * j - 1) * M_PI / (4.0 * static_cast<double>(n) + 2));
    EXPECT_NEAR(prefixNuclearNorm(n), sum, 1e-12 * sum);
  }
}

TEST(LowerBound, NoStrategyBeatsIt) {
  std::mt19937_64 random(5);
  const auto pick = [&](Index least, Index most) { return std::uniform_int_distribution<Index>(least, most)(random); };
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = pick(1, 24);
    const Strategy strategy = randomBanded(random, n, pick(1, n));
    const Participation participation = trial % 3 == 0
                                            ? Participation::single()
                                            : (trial % 3 == 1 ? Participation::minSeparation(pick(1, 5), pick(1, n))
                                                              : Participation::fixedEpochOrder(pick(1, 5), pick(1, n)));
    for (const Workload& workload : someWorkloads(n)) {
      const double error =
          sensitivityOf(strategy, participation).value * std::sqrt(denseVariances(strategy, workload).mean());
      EXPECT_GE(error, meanErrorLowerBound(workload, n, participation) * (1 - 1e-12)) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace noiseloom
