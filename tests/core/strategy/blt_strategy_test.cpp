#include "core/strategy/blt_strategy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

TEST(BltStrategy, OutputScalesOfTheReference) {
  for (const auto& c : mechanismReference().at("blt_given")) {
    const BltParameters found = bltParameters(c.at("theta"), c.at("theta_hat"));
    const auto omega = c.at("omega").get<std::vector<double>>(), inverse = c.at("omega_hat").get<std::vector<double>>();
    const double rtol = c.at("rtol_parameters");
    for (std::size_t i = 0; i < omega.size(); ++i) {
      EXPECT_NEAR(found.omega[i], omega[i], rtol * std::abs(omega[i]));
      EXPECT_NEAR(found.inverseOmega[i], inverse[i], rtol * std::abs(inverse[i]));
    }
  }
}

TEST(BltStrategy, AnswersLikeItsDenseMatrix) {
  constexpr Index n = 23;
  const std::vector<BltStrategy> examples = {{n, {0.9}, {0.5}},
                                             {n, {0.99, 0.8, 0.3}, {0.97, 0.6, 0.1}},
                                             {n, {1, 0.7}, {0.9, 0.2}},
                                             {n, {0.5, 0.2}, {0.95, 0.7}}};  // omega < 0 < omega^
  for (const BltStrategy& blt : examples) {
    const Strategy strategy = blt;
    const Eigen::MatrixXd dense = denseOf(strategy);
    const Eigen::MatrixXd inverse = dense.inverse();
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
    Eigen::VectorXd out(n);
    blt.multiply({x.data(), n}, {out.data(), n});
    EXPECT_LT((out - dense * x).norm(), 1e-13 * (1 + out.norm()));
    blt.solve({out.data(), n}, {out.data(), n});
    EXPECT_LT((out - x).norm(), 1e-12) << "in place, and the inverse of C";
    for (Index i = 0; i < n; ++i) {
      EXPECT_NEAR(blt.columnNormSquared(i), dense.col(i).squaredNorm(), 1e-13 * dense.col(i).squaredNorm());
      for (Index j = 0; j <= i; ++j) EXPECT_NEAR(blt.inverseEntry(i, j), inverse(i, j), 1e-12);
    }
    EXPECT_EQ(strategy.noiseRows(), blt.buffers());
  }
}

TEST(BltStrategy, RefusesWhatIsNotABlt) {
  EXPECT_THROW(BltStrategy(0, {0.5}, {0.2}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {}, {}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {0.5}, {0.2, 0.1}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {0.5}, {0.5}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {1.5}, {0.5}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {0.5}, {0}), InvalidArgument);
  EXPECT_THROW(BltStrategy(5, {std::nan("")}, {0.5}), InvalidArgument);
  // Scales near +-10^9: half of the digits of every coefficient would cancel.
  EXPECT_THROW(BltStrategy(5, {0.5, 0.5 + 1e-10}, {0.9, 0.1}), InvalidArgument);
  EXPECT_NO_THROW(BltStrategy(5, {0.5, 0.5 - 2e-10}, {0.5 - 1e-10, 0.1})) << "close together but interlaced";
}

}  // namespace
}  // namespace noiseloom
