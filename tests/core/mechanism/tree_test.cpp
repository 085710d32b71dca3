#include <gtest/gtest.h>

#include <cmath>

#include "core/base/errors.h"
#include "core/error/tree_error.h"
#include "core/participation/participation.h"
#include "core/strategy/full_tree.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/error/column_error.h"
#include "tests/core/reference.h"

namespace noiseloom {
namespace {

// The encoder C_T as a matrix.
Eigen::MatrixXd encoder(Index n) {
  const Strategy tree = TreeStrategy(n);
  const std::vector<double> block = tree.block(0, tree.rows(), 0, n);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(block.data(),
                                                                                                  tree.rows(), n);
}

// Largest ||sum of columns||^2 of C^T C = X over the combs o, o + s, ... of at most k columns.
double combSensitivity(const Eigen::MatrixXd& x, Index hits, Index separation) {
  double most = 0;
  for (Index start = 0; start < x.rows(); ++start) {
    double sum = 0;
    for (Index i = start, a = 0; a < hits && i < x.rows(); ++a, i += separation) {
      for (Index j = start, b = 0; b < hits && j < x.rows(); ++b, j += separation) sum += x(i, j);
    }
    most = std::max(most, sum);
  }
  return std::sqrt(most);
}

void compare(const ErrorSummary& error, const nlohmann::json& known, double rtol) {
  ASSERT_TRUE(error.valid);
  const double mean = known.at("mean_unit"), most = known.at("max_unit");
  EXPECT_NEAR(std::sqrt(error.variance.mean), mean, rtol * mean);
  EXPECT_NEAR(std::sqrt(error.variance.max), most, rtol * most);
}

TEST(Tree, ReferenceErrorsAndSensitivities) {
  for (const auto& c : mechanismReference().at("binary_tree")) {
    const Index n = c.at("n");
    SCOPED_TRACE(n);
    const double rtol = c.at("rtol"), single = c.at("sens_single");
    const Workload prefix = Workload::prefix();
    EXPECT_EQ(TreeStrategy(n).rows(), c.at("encoder_rows").get<Index>());
    compare(errorOf(TreeStrategy(n), prefix), c.at("online_from_below"), rtol);
    compare(errorOf(TreeStrategy(n, TreeEstimate::OwnNode), prefix), c.at("online_own_node_only"), rtol);
    const DenseStrategy full = fullTreeStrategy(n);
    const ErrorSummary fullError = errorOf(full, prefix);
    compare(fullError, c.at("full_pseudo_inverse"), rtol);
    EXPECT_NEAR(sensitivityOf(full, Participation::single()).value, single, rtol * single);
    EXPECT_NEAR(sensitivityOf(TreeStrategy(n), Participation::single()).value, single, rtol * single);
    const Eigen::MatrixXd matrix = denseOf(full);
    const Eigen::MatrixXd x = matrix.transpose() * matrix;
    for (const auto& m : c.at("multi")) {
      const double sens = combSensitivity(x, m.at("max_participations"), m.at("min_sep"));
      EXPECT_NEAR(sens, m.at("epoch_sens").get<double>(), rtol * sens);
      const double rmse = m.at("mean_rmse_epoch_full_pseudo_inverse");
      EXPECT_NEAR(sens * std::sqrt(fullError.variance.mean), rmse, rtol * rmse);
    }
  }
}

TEST(Tree, FullDecoderIsTheLowerTriangularRootOfTheTree) {
  for (const Index n : {1, 2, 3, 7, 8, 13, 100}) {
    const Eigen::MatrixXd tree = encoder(n);
    const Eigen::MatrixXd c = denseOf(fullTreeStrategy(n));
    EXPECT_LT((c.transpose() * c - tree.transpose() * tree).cwiseAbs().maxCoeff(), 1e-13 * static_cast<double>(n));
    EXPECT_GT(c.diagonal().minCoeff(), 0);
    EXPECT_EQ(c.cwiseAbs().triangularView<Eigen::StrictlyUpper>().toDenseMatrix().sum(), 0);
    // A C_T^+ by the pseudo-inverse itself.
    for (const Workload& workload : someWorkloads(n)) {
      const Eigen::MatrixXd decoder = denseOf(workload, n) * tree.completeOrthogonalDecomposition().pseudoInverse();
      EXPECT_LT((denseVariances(fullTreeStrategy(n), workload) - decoder.rowwise().squaredNorm()).cwiseAbs().maxCoeff(),
                1e-11 * decoder.squaredNorm());
    }
  }
}

// amplified-bandmf, Table 2, "Optimal TreeAgg": n = 2052, 6 epochs of 342 steps. Of the decoders and of the two ways to
// treat n that is no power of two, only the full decoder over the complete nodes inside [0, n) gives the printed
// ratios: DP-SGD's rmse is sqrt(6 (n + 1) / 2) and its printed ratio to the optimum 9.63.
TEST(Tree, PublishedRatios) {
  const Index n = 2052;
  const DenseStrategy full = fullTreeStrategy(n);
  const double single = sensitivityOf(full, Participation::single()).value;
  EXPECT_NEAR(single, std::sqrt(12), 1e-12);
  const Eigen::MatrixXd matrix = denseOf(full);
  const double sens = combSensitivity(matrix.transpose() * matrix, 6, 342);
  EXPECT_NEAR(sens * sens, 118, 1e-9);
  EXPECT_EQ(std::round(100 * single / sens), 32);
  const double rmse = sens * std::sqrt(errorOf(full, Workload::prefix()).variance.mean);
  EXPECT_NEAR(rmse, 12.47149622399675, 1e-9 * rmse);
  const double optimum = std::sqrt(6 * 2053 / 2.0) / 9.63;
  EXPECT_EQ(std::round(100 * rmse / optimum), 153);
}

TEST(Tree, ErrorAgreesWithTheColumnsUnderAnyWorkload) {
  for (const Index n : {1, 2, 5, 8, 63, 64, 100}) {
    for (const TreeEstimate estimate : {TreeEstimate::FromBelow, TreeEstimate::OwnNode}) {
      const TreeStrategy tree(n, estimate);
      for (const Workload& workload : someWorkloads(n)) {
        const ErrorSummary known = errorByColumns(tree, workload);
        for (const ErrorSummary& error : {treeError(tree, workload), treeErrorBySteps(tree, workload)}) {
          ASSERT_TRUE(error.valid);
          EXPECT_NEAR(error.variance.mean, known.variance.mean, 1e-12 * known.variance.mean);
          EXPECT_NEAR(error.variance.max, known.variance.max, 1e-12 * known.variance.max);
          EXPECT_NEAR(error.variance.last, known.variance.last, 1e-12 * known.variance.max);
        }
      }
    }
  }
}

TEST(Tree, ClosedFormAgreesWithTheStepsAtLargeN) {
  for (const Index n : {Index{1'000'003}, Index{1} << 20}) {
    const TreeStrategy tree(n);
    const ErrorSummary closed = treeError(tree, Workload::prefix());
    const ErrorSummary steps = treeErrorBySteps(tree, Workload::prefix());
    EXPECT_NEAR(closed.variance.mean, steps.variance.mean, 1e-10 * closed.variance.mean);
    EXPECT_NEAR(closed.variance.max, steps.variance.max, 1e-10 * closed.variance.max);
    EXPECT_NEAR(closed.variance.last, steps.variance.last, 1e-10 * closed.variance.max);
  }
  // Every digit of m is set half of the time, and a tall node has variance 1/2.
  const ErrorSummary huge = treeError(TreeStrategy((Index{1} << 50) - 1), Workload::prefix());
  EXPECT_NEAR(huge.variance.mean, huge.variance.max / 2, 1e-9);
  EXPECT_EQ(huge.variance.last, huge.variance.max);
}

TEST(Tree, StopsAndRefuses) {
  EXPECT_FALSE(treeError(TreeStrategy(1000), Workload::sgd(1, 0.9), stoppedAtOnce()).valid);
  EXPECT_THROW(treeError(TreeStrategy(10), Workload::learningRates({1, 1}, 0)), InvalidArgument);
  EXPECT_THROW(fullTreeStrategy(0), InvalidArgument);
  EXPECT_THROW(fullTreeStrategy(kMostFullTreeIterations + 1), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
