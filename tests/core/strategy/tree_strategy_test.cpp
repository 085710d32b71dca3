#include "core/strategy/tree_strategy.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST(TreeStrategy, EncoderAndNoisingMatrixBelongTogether) {
  for (const Index n : {1, 2, 3, 6, 8, 13, 32}) {
    for (const TreeEstimate estimate : {TreeEstimate::FromBelow, TreeEstimate::OwnNode}) {
      const TreeStrategy tree(n, estimate);
      const Strategy strategy = tree;
      const Index rows = tree.rows();
      Eigen::MatrixXd encoder(rows, n);
      Eigen::MatrixXd noising(n, rows);
      for (Index i = 0; i < n; ++i) {
        for (Index r = 0; r < rows; ++r) {
          encoder(r, i) = strategy.entry(r, i);
          noising(i, r) = strategy.inverseEntry(i, r);
          // Nothing is used before it is complete.
          if (r >= TreeStrategy::firstRow(i + 1)) {
            EXPECT_EQ(noising(i, r), 0);
          }
        }
        EXPECT_EQ(strategy.columnNormSquared(i), encoder.col(i).squaredNorm());
      }
      // The estimates are unbiased: noising matrix times encoder is the identity.
      EXPECT_LT((noising * encoder - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-13);
      const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
      Eigen::VectorXd nodes(rows);
      Eigen::VectorXd steps(n);
      const std::span<double> nodeValues(nodes.data(), static_cast<std::size_t>(rows));
      const std::span<double> stepValues(steps.data(), static_cast<std::size_t>(n));
      strategy.multiply({x.data(), static_cast<std::size_t>(n)}, nodeValues);
      EXPECT_LT((nodes - encoder * x).norm(), 1e-13 * (1 + nodes.norm()));
      nodes = Eigen::VectorXd::LinSpaced(rows, -1, 3).array().cos();
      strategy.solve(nodeValues, stepValues);
      EXPECT_LT((steps - noising * nodes).norm(), 1e-13 * (1 + steps.norm()));
    }
  }
}

TEST(TreeStrategy, RefusesWhatIsNotATree) {
  EXPECT_THROW(TreeStrategy(0), InvalidArgument);
  EXPECT_THROW(Strategy(TreeStrategy(4)).entry(7, 0), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
