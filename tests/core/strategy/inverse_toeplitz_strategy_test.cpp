#include "core/strategy/inverse_toeplitz_strategy.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

// Inverse entries, products and solves are those of the dense matrix.
void expectProductsFit(const Strategy& strategy, const Eigen::MatrixXd& dense) {
  const Index n = strategy.iterations();
  Eigen::MatrixXd inverse(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) inverse(i, j) = strategy.inverseEntry(i, j);
  }
  EXPECT_LT((inverse * dense - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-13);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
  Eigen::VectorXd out = x;
  const std::span<double> values(out.data(), static_cast<std::size_t>(n));
  strategy.multiply(values, values);
  EXPECT_LT((out - dense * x).norm(), 1e-13 * (1 + out.norm()));
  strategy.solve(values, values);
  EXPECT_LT((out - x).norm(), 1e-13 * (1 + x.norm()));
}

TEST(InverseToeplitzStrategy, AnswersLikeItsDenseMatrix) {
  for (const std::vector<double>& g :
       {std::vector<double>{2}, {1, -0.5}, {1, 0.4, -0.3}, {1, -0.3, 0.2, 0.1, 0.4, -0.1, 0.05}}) {
    const Index n = 9;
    const Strategy strategy = InverseToeplitzStrategy(n, g);
    const Eigen::MatrixXd dense = denseOf(strategy);
    for (Index i = 0; i < n; ++i) {
      EXPECT_NEAR(strategy.columnNormSquared(i), dense.col(i).squaredNorm(), 1e-14 * dense.col(i).squaredNorm());
      for (Index j = 0; j < n; ++j) {
        const Index lag = i - j;
        const bool inside = lag >= 0 && lag < static_cast<Index>(g.size());
        EXPECT_EQ(strategy.inverseEntry(i, j), inside ? g[static_cast<std::size_t>(lag)] : 0);
      }
    }
    expectProductsFit(strategy, dense);
  }
}

TEST(InverseToeplitzStrategy, NormalisedColumnsAreAsLongAsTheFirst) {
  for (const std::vector<double>& g : {std::vector<double>{2}, {1, -0.5}, {1, 0.4, -0.3}, {1, -0.3, 0.2, 0.1, 0.4}}) {
    const Index n = 9;
    const Eigen::MatrixXd plain = denseOf(Strategy(InverseToeplitzStrategy(n, g)));
    const Strategy strategy = InverseToeplitzStrategy(n, g, ColumnScaling::Normalized);
    const Eigen::MatrixXd dense = denseOf(strategy);
    const Eigen::RowVectorXd scales = plain.col(0).norm() * plain.colwise().norm().cwiseInverse();
    EXPECT_LT((dense - plain * scales.asDiagonal()).norm(), 1e-13);
    for (Index i = 0; i < n; ++i)
      EXPECT_NEAR(strategy.columnNormSquared(i), dense.col(0).squaredNorm(), 1e-14 * dense.col(0).squaredNorm());
    expectProductsFit(strategy, dense);
    EXPECT_EQ(strategy.noiseRows(), g.size() == 2 ? 0 : static_cast<Index>(g.size()) - 1);
  }
}

TEST(InverseToeplitzStrategy, KeepsOnlyWhatHasNotDecayed) {
  const InverseToeplitzStrategy strategy(1'000'000'000'000, {1, -0.5});
  EXPECT_EQ(strategy.noisingBands(), 2);
  EXPECT_LT(strategy.bands(), 100);
  EXPECT_NEAR(strategy.columnNormSquared(0), 4.0 / 3, 1e-15);
  EXPECT_EQ(strategy.entry(3, 0), 0.125);
  EXPECT_EQ(strategy.entry(1'000'000, 0), 0);
  EXPECT_EQ(InverseToeplitzStrategy(5, {2}).bands(), 1);
  EXPECT_EQ(InverseToeplitzStrategy(5, {1, -1}).bands(), 5) << "C = running sums";
}

TEST(InverseToeplitzStrategy, RefusesWhatIsNotAStrategy) {
  EXPECT_THROW(InverseToeplitzStrategy(0, {1}), InvalidArgument);
  EXPECT_THROW(InverseToeplitzStrategy(3, {}), InvalidArgument);
  EXPECT_THROW(InverseToeplitzStrategy(1, {1, 1}), InvalidArgument);
  EXPECT_THROW(InverseToeplitzStrategy(3, {0, 1}), InvalidArgument);
  EXPECT_THROW(InverseToeplitzStrategy(3, {1, std::nan("")}), InvalidArgument);
  EXPECT_THROW(InverseToeplitzStrategy(2 * kMostInverseToeplitzTerms, {1, -1}), InvalidArgument) << "never decays";
  EXPECT_THROW(InverseToeplitzStrategy(5000, {1, -2}), InvalidArgument) << "overflows";
  EXPECT_THROW(InverseToeplitzStrategy(600, {1, -2}), InvalidArgument) << "its norm overflows";
}

}  // namespace
}  // namespace noiseloom
