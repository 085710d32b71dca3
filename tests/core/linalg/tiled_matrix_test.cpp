#include "core/linalg/tiled_matrix.h"
#include "core/linalg/parallel.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "core/linalg/rational_root.h"
#include "tests/calls.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<RowMajor> view(SquareMatrix& x) {
  return {x.values.data(), x.size, x.size};
}

TEST(TiledMatrix, AgreesWithDenseAlgebra) {
  for (const Index n : {Index{1}, Index{7}, Index{192}, Index{430}}) {
    std::srand(3);
    const Eigen::MatrixXd y = Eigen::MatrixXd::Random(n, n);
    const Eigen::MatrixXd spd = y.transpose() * y + Eigen::MatrixXd::Identity(n, n);
    SquareMatrix x(n), inverse(n), product(n), full(n), out(n);
    view(x) = spd;
    ASSERT_EQ(cholesky(x, {}), MatrixOutcome::Done);
    zeroUpper(x);
    const Eigen::MatrixXd l = view(x);
    EXPECT_LT((l * l.transpose() - spd).norm(), 1e-12 * spd.norm());
    ASSERT_EQ(invertLower(x, inverse, {}), MatrixOutcome::Done);
    EXPECT_LT((l * view(inverse) - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-10);
    ASSERT_EQ(lowerGram(inverse, product, {}), MatrixOutcome::Done);
    mirror(product);
    EXPECT_LT((spd * view(product) - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-9);
    view(full) = y;
    ASSERT_EQ(gram(full, product, {}), MatrixOutcome::Done);
    mirror(product);
    EXPECT_LT((view(product) - y.transpose() * y).norm(), 1e-11 * spd.norm());
    ASSERT_EQ(timesLower(full, x, out, {}), MatrixOutcome::Done);
    EXPECT_LT((view(out) - y * l).norm(), 1e-12 * spd.norm());
    ASSERT_EQ(solveLower(x, full, {}), MatrixOutcome::Done);
    EXPECT_LT((l * view(full) - y).norm(), 1e-11 * spd.norm());
    view(x) = spd - 2 * spd.trace() * Eigen::MatrixXd::Identity(n, n);
    EXPECT_EQ(cholesky(x, {}), MatrixOutcome::NotPositive);
  }
  SquareMatrix x(3);
  EXPECT_EQ(cholesky(x, stoppedAtOnce()), MatrixOutcome::Stopped);
}

// Many short calls at a time: a BLAS whose work space has no locks gives other numbers now and then.
TEST(TiledMatrix, SameBitsWithAnyNumberOfThreads) {
  const Index n = 400;
  SquareMatrix x(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j)
      x.row(i)[j] = 0.3 * std::cos(static_cast<double>(i * j)) / static_cast<double>(1 + i - j);
    x.row(i)[i] = 3;
  }
  const auto inverse = [&] {
    SquareMatrix lower = x, out(n);
    EXPECT_EQ(cholesky(lower, {}), MatrixOutcome::Done);
    EXPECT_EQ(invertLower(lower, out, {}), MatrixOutcome::Done);
    return out.values;
  };
  setParallelThreads(1);
  const std::vector<double> one = inverse();
  setParallelThreads(3);
  int others = 0;
  for (int repetition = 0; repetition < 300; ++repetition) others += inverse() != one;
  setParallelThreads(0);
  EXPECT_EQ(others, 0);
}

TEST(RationalRoot, ConvergesAsPublished) {
  for (const double ratio : {1.0, 1e2, 1e6, 1e10}) {
    for (const int count : {4, 12, 40}) {
      // The leading term is 4 exp(..); the shifts near the pole of the tangent carry the rounding of large ratios.
      const double bound =
          std::max(5 * std::exp(-2 * M_PI * M_PI * count / (std::log(ratio) + 3)), 2e-14 * std::pow(ratio, 0.25));
      const auto nodes = inverseRootNodes(0.3, 0.3 * ratio, count);
      for (double t = 0.3; t <= 0.3 * ratio * 1.0001; t *= 1.7) {
        double sum = 0;
        for (const RootNode& node : nodes) sum += node.weight / (t + node.shift);
        EXPECT_NEAR(sum * std::sqrt(t), 1, bound) << ratio << " " << count << " at " << t;
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
