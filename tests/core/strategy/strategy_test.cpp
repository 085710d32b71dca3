#include "core/strategy/strategy.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

std::vector<Strategy> examples() {
  std::mt19937_64 random(1);
  return {IdentityStrategy(7),
          ToeplitzStrategy(9, {1, 0.5, 0.25}),
          ToeplitzStrategy(9, {2, 1, 0.5, 0.1}, ColumnScaling::Normalized),
          ToeplitzStrategy(5, {1, -0.3, 0.2, 0.1, 0.4}),
          randomBanded(random, 11, 4),
          randomBanded(random, 6, 6),
          randomBanded(random, 5, 1)};
}

TEST(Strategy, AnswersLikeItsDenseMatrix) {
  for (const Strategy& strategy : examples()) {
    const Index n = strategy.iterations();
    const Eigen::MatrixXd dense = denseOf(strategy);
    const Eigen::MatrixXd inverse = dense.inverse();
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
    Eigen::VectorXd out(n);
    const auto size = static_cast<std::size_t>(n);
    strategy.multiply({x.data(), size}, {out.data(), size});
    EXPECT_LT((out - dense * x).norm(), 1e-13 * (1 + out.norm()));
    strategy.multiply({out.data(), size}, {out.data(), size});
    EXPECT_LT((out - dense * dense * x).norm(), 1e-12 * (1 + out.norm())) << "in place";
    out = x;
    strategy.solve({out.data(), size}, {out.data(), size});
    EXPECT_LT((out - inverse * x).norm(), 1e-12 * (1 + out.norm()));
    std::vector<double> band(static_cast<std::size_t>(strategy.bands()));
    for (Index i = 0; i < n; ++i) {
      EXPECT_NEAR(strategy.columnNormSquared(i), dense.col(i).squaredNorm(), 1e-14 * dense.col(i).squaredNorm());
      strategy.bandRow(i, band);
      for (Index j = 0; j < n; ++j) {
        EXPECT_EQ(strategy.entry(i, j), dense(i, j));
        EXPECT_NEAR(strategy.inverseEntry(i, j), inverse(i, j), 1e-12);
        const bool inBand = i - j >= 0 && i - j < strategy.bands();
        EXPECT_EQ(dense(i, j), inBand ? band[static_cast<std::size_t>(i - j)] : 0);
      }
      const std::vector<double> column = strategy.column(i);
      for (std::size_t l = 0; l < column.size(); ++l) EXPECT_EQ(column[l], dense(i + static_cast<Index>(l), i));
    }
  }
}

TEST(Strategy, NormalisedToeplitzHasEqualColumns) {
  const Strategy strategy = ToeplitzStrategy(9, {2, 1, 0.5, 0.1}, ColumnScaling::Normalized);
  for (Index j = 0; j < 9; ++j) EXPECT_NEAR(denseOf(strategy).col(j).norm(), denseOf(strategy).col(0).norm(), 1e-14);
}

TEST(Strategy, RefusesWhatIsNotAStrategy) {
  EXPECT_THROW(IdentityStrategy(0), InvalidArgument);
  EXPECT_THROW(ToeplitzStrategy(3, {}), InvalidArgument);
  EXPECT_THROW(ToeplitzStrategy(3, {1, 1, 1, 1}), InvalidArgument);
  EXPECT_THROW(ToeplitzStrategy(3, {0, 1}), InvalidArgument);
  EXPECT_THROW(ToeplitzStrategy(3, {1, std::nan("")}), InvalidArgument);
  EXPECT_THROW(ToeplitzStrategy(3, {1e200, 1e200}), InvalidArgument);
  EXPECT_THROW(BandedStrategy(2, 2, {0, 1, 1}), InvalidArgument);
  EXPECT_THROW(BandedStrategy(2, 2, {0, 1, 1, -1}), InvalidArgument);
  EXPECT_THROW(BandedStrategy(2, 2, {3, 1, 1, 1}), InvalidArgument);
  EXPECT_THROW(BandedStrategy(2, 3, {0, 0, 1, 0, 1, 1}), InvalidArgument);
  const Strategy strategy = ToeplitzStrategy(3, {1, 0.5});
  EXPECT_THROW(strategy.entry(3, 0), InvalidArgument);
  EXPECT_THROW(strategy.inverseEntry(0, -1), InvalidArgument);
  EXPECT_THROW(strategy.block(2, 1, 0, 1), InvalidArgument);
  std::vector<double> two(2), three(3);
  EXPECT_THROW(strategy.multiply(two, three), InvalidArgument);
}

// Coefficients do not know how many steps follow; entries of single steps do.
TEST(Strategy, TheSameCoefficientsAtOtherIterations) {
  for (const Strategy& strategy :
       {Strategy(IdentityStrategy(7)), Strategy(ToeplitzStrategy(9, {2, 1, 0.5, 0.1}, ColumnScaling::Normalized)),
        Strategy(InverseToeplitzStrategy(8, {1, -0.4, -0.1})), Strategy(BltStrategy(6, {0.9}, {0.5})),
        Strategy(TreeStrategy(5, TreeEstimate::OwnNode))}) {
    SCOPED_TRACE(strategy.kindName());
    for (const Index n : {Index{2}, strategy.iterations(), Index{20}}) {
      const Strategy other = strategy.withIterations(n);
      EXPECT_EQ(other.iterations(), n);
      EXPECT_EQ(other.kindName(), strategy.kindName());
      const Index common = std::min(n, strategy.iterations());
      // The noise of the steps that both have is the same but for the scales of the last columns.
      if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
        EXPECT_EQ(other.as<ToeplitzStrategy>()->scaling(), toeplitz->scaling());
      } else {
        for (Index i = 0; i < common; ++i) EXPECT_NEAR(other.inverseEntry(i, 0), strategy.inverseEntry(i, 0), 1e-15);
      }
      if (!strategy.rowsAreSteps()) continue;  // has rows for the nodes
      EXPECT_NEAR(other.entry(common - 1, 0), strategy.entry(common - 1, 0), 1e-15);
    }
    EXPECT_THROW(strategy.withIterations(0), InvalidArgument);
  }
  const Strategy banded = BandedStrategy(2, 2, {0, 1, 1, 1});
  EXPECT_EQ(banded.withIterations(2).entry(1, 0), 1);
  EXPECT_THROW(banded.withIterations(3), InvalidArgument);
  EXPECT_EQ(Strategy(ToeplitzStrategy(3, {1, 0.5, 0.25})).withIterations(9).entry(8, 5), 0);
}

}  // namespace
}  // namespace noiseloom
