#include "core/mechanism/dense/class_pencil.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "core/mechanism/dense/class_dual.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The matrix of ClassBlocks.
Eigen::MatrixXd whole(const ClassBlocks& blocks, const std::vector<double>& values) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(blocks.iterations, blocks.iterations);
  for (Index i = 0; i < blocks.iterations; ++i) {
    for (Index j = i % blocks.separation; j < blocks.iterations; j += blocks.separation)
      x(i, j) =
          blocks.block(values, i % blocks.separation)[i / blocks.separation * blocks.stride + j / blocks.separation];
  }
  return x;
}

// Classes of equal and of different sizes; one part, a part and the border, several; fewer steps than a unit and more.
const std::vector<std::array<Index, 2>> kShapes{{12, 4}, {23, 8}, {20, 3}, {30, 2}, {9, 9}, {41, 13}, {70, 7}, {90, 5}};

TEST(ClassPencil, RootSolvesItsEquation) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& [n, separation] : kShapes) {
    SCOPED_TRACE(testing::Message() << "n " << n << " separation " << separation);
    const ClassBlocks blocks(n, separation);
    std::vector<double> m(blocks.size(), 0.0), inverse(blocks.size(), 0.0), p;
    for (Index i = 0; i < n; ++i) p.push_back(0.5 + 0.1 * static_cast<double>(i % 5));
    for (Index o = 0; o < blocks.classes; ++o) {
      const Index members = blocks.members(o);
      const RowMajor factor = RowMajor::NullaryExpr(members, members, [&] { return uniform(random); });
      const RowMajor block = factor * factor.transpose() + RowMajor::Identity(members, members);
      const RowMajor inverted = block.inverse();
      for (Index e = 0; e < members; ++e) {
        std::copy_n(block.row(e).data(), members, blocks.block(m, o) + e * blocks.stride);
        std::copy_n(inverted.row(e).data(), members, blocks.block(inverse, o) + e * blocks.stride);
      }
    }
    const Eigen::MatrixXd multipliers = whole(blocks, m);
    const Eigen::MatrixXd weights = Eigen::Map<Eigen::VectorXd>(p.data(), n).asDiagonal();
    for (const Workload& workload : someWorkloads(n)) {
      const Eigen::MatrixXd a = denseOf(workload, n), g = a.transpose() * weights * a;
      const BandedPencil banded(workload, p);
      const ClassPencil pencil(banded, blocks);
      const auto nodes = pencil.rootNodes(m, inverse);
      SquareMatrix x(n), work(n);
      ASSERT_EQ(pencil.root(m, nodes, x, work, {}), MatrixOutcome::Done);
      mirror(x);
      const Eigen::MatrixXd root = Eigen::Map<RowMajor>(x.values.data(), n, n);
      EXPECT_LT((root * multipliers * root - g).norm(), 1e-7 * g.norm());
      std::vector<double> found;
      ASSERT_EQ(pencil.rootBlocks(m, nodes, found, {}), MatrixOutcome::Done);
      const Eigen::MatrixXd within = whole(blocks, found);
      for (Index i = 0; i < n; ++i) {
        for (Index j = i % separation; j < n; j += separation)
          EXPECT_NEAR(within(i, j), root(i, j), 1e-10 * root.diagonal().maxCoeff());
      }
    }
  }
}

TEST(ClassPencil, RefusesWhatIsNotPositiveDefinite) {
  const ClassBlocks blocks(12, 4);
  std::vector<double> m(blocks.size(), 0.0), found;
  for (Index i = 0; i < 12; ++i) blocks.block(m, i % 4)[i / 4 * (blocks.stride + 1)] = i == 5 ? -1 : 1;
  const std::vector<double> p(12, 1.0);
  const BandedPencil banded(Workload::prefix(), p);
  EXPECT_EQ(ClassPencil(banded, blocks).rootBlocks(m, {{100, 1}}, found, {}), MatrixOutcome::NotPositive);
}

// At its end X has what the pattern demands within the classes, and nothing else does better: the dual function's value
// 2 tr(X M) - <M, X> is the loss of that X.
TEST(ClassDual, EndsWhereXIsOfThePattern) {
  for (const auto& [n, separation] : kShapes) {
    if (n == separation) continue;
    SCOPED_TRACE(testing::Message() << "n " << n << " separation " << separation);
    const Index members = (n - 1) / separation + 1;
    for (const ColumnNorms norms : {ColumnNorms::Equal, ColumnNorms::Free}) {
      const DensePattern pattern(n, n, separation, members, norms);
      const std::vector<double> p(static_cast<std::size_t>(n), 1 / static_cast<double>(n));
      for (const Workload& workload : {Workload::prefix(), Workload::sgd(1, 0.5)}) {
        const BandedPencil banded(workload, p);
        const ClassBlocks blocks(n, separation);
        const ClassPencil pencil(banded, blocks);
        const ClassOptimum optimum =
            classMultipliers(pencil, pattern, std::vector<double>(static_cast<std::size_t>(n), 1.0), 1e-7, {});
        ASSERT_FALSE(optimum.multipliers.empty());
        std::vector<double> found;
        ASSERT_EQ(pencil.rootBlocks(optimum.multipliers, optimum.nodes, found, {}), MatrixOutcome::Done);
        const Eigen::MatrixXd x = whole(blocks, found), m = whole(blocks, optimum.multipliers);
        for (Index o = 0; o < separation; ++o) {
          double sum = 0, demanded = 0;
          for (Index i = o; i < n; i += separation) {
            sum += x(i, i), demanded += pattern.startDiagonal(i);
            if (norms == ColumnNorms::Equal) {
              EXPECT_NEAR(x(i, i), 1, 1e-5);
            } else {
              EXPECT_NEAR(m(i, i), m(o, o), 1e-12 * m(o, o));
            }
            for (Index j = i + separation; j < n; j += separation) EXPECT_NEAR(x(i, j), 0, 1e-5);
          }
          EXPECT_NEAR(sum, demanded, 1e-5 * demanded);
        }
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
