#include "core/mechanism/dense/banded_pencil.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "tests/core/dense.h"

namespace noiseloom {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<RowMajor> view(SquareMatrix& x) {
  return {x.values.data(), x.size, x.size};
}

TEST(BandedPencil, RootSolvesItsEquationOnBothSides) {
  constexpr Index n = 12;
  std::vector<double> p, m;
  for (Index i = 0; i < n; ++i) {
    p.push_back(0.5 + 0.1 * static_cast<double>(i % 5));
    m.push_back(1 + 0.3 * static_cast<double>(i % 4));
  }
  const Eigen::MatrixXd weights = Eigen::Map<Eigen::VectorXd>(p.data(), n).asDiagonal();
  const Eigen::MatrixXd diagonal = Eigen::Map<Eigen::VectorXd>(m.data(), n).asDiagonal();
  for (const Workload& workload : someWorkloads(n)) {
    const Eigen::MatrixXd a = denseOf(workload, n);
    for (const auto side : {BandedPencil::Side::Columns, BandedPencil::Side::Reversed}) {
      const bool columns = side == BandedPencil::Side::Columns;
      const Eigen::MatrixXd half = columns ? Eigen::MatrixXd(a.transpose()) : a;
      const Eigen::MatrixXd g = half * weights * half.transpose();
      const BandedPencil pencil(workload, p, side);
      const auto nodes = pencil.rootNodes(m, 40);
      SquareMatrix x(n);
      ASSERT_TRUE(pencil.root(m, nodes, x, {}));
      const Eigen::MatrixXd root = view(x);
      EXPECT_LT((root * diagonal * root - g).norm(), 1e-8 * g.norm());
      const std::vector<double> found = pencil.rootDiagonal(m, nodes);
      for (Index i = 0; i < n; ++i) EXPECT_NEAR(found[static_cast<std::size_t>(i)], root(i, i), 1e-10 * root(i, i));
      // The derivative V = dX in the direction -R: V M X + X M V = X R X.
      SquareMatrix r(n), out(n), work(n);
      view(r) = Eigen::MatrixXd::Ones(n, n) + 2 * Eigen::MatrixXd::Identity(n, n);
      ASSERT_TRUE(pencil.rootDerivative(m, nodes, r, out, work, {}));
      const Eigen::MatrixXd v = view(out), right = root * view(r) * root;
      EXPECT_LT((v * diagonal * root + root * diagonal * v - right).norm(), 1e-7 * right.norm());
    }
  }
}

}  // namespace
}  // namespace noiseloom
