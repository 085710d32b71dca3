#include "core/workload/workload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/errors.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

TEST(Workload, InverseRowsInvertTheMatrix) {
  const Index n = 12;
  for (const Workload& workload : someWorkloads(n)) {
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(n, n);
    std::vector<double> row(static_cast<std::size_t>(workload.inverseBands()));
    for (Index i = 0; i < n; ++i) {
      workload.inverseRow(i, row);
      for (Index lag = 0; lag < workload.inverseBands(); ++lag) {
        if (lag <= i) {
          inverse(i, i - lag) = row[static_cast<std::size_t>(lag)];
        } else {
          EXPECT_EQ(row[static_cast<std::size_t>(lag)], 0) << "left of column 0";
        }
      }
    }
    EXPECT_LT((inverse * denseOf(workload, n) - Eigen::MatrixXd::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(Workload, CoefficientsAreTheFirstColumn) {
  const Index n = 40;
  for (const Workload& workload : someWorkloads(n)) {
    if (!workload.isToeplitz()) {
      EXPECT_THROW(workload.coefficient(0), InvalidArgument);
      EXPECT_EQ(workload.fixedIterations(), std::ssize(workload.eta()));
      continue;
    }
    const Eigen::MatrixXd dense = denseOf(workload, n);
    for (Index i = 0; i < n; ++i) EXPECT_NEAR(workload.coefficient(i), dense(i, 0), 1e-13 * std::abs(dense(i, 0)));
    EXPECT_NEAR(workload.coefficient(100'000), workload.coefficientLimit(), 1e-12);
  }
}

TEST(Workload, MultipliesInPlace) {
  std::vector<double> x{1, 2, 3};
  Workload::prefix().multiply(x, x);
  EXPECT_EQ(x, (std::vector<double>{1, 3, 6}));
}

TEST(Workload, OneParameterChangesAndTheOthersStay) {
  const Workload workload = Workload::learningRates({1, 0.5, 0.25}, 0.5, 0.9);
  EXPECT_EQ(workload.withMomentum(0.25), Workload::learningRates({1, 0.5, 0.25}, 0.25, 0.9));
  EXPECT_EQ(workload.withWeightDecay(1), Workload::learningRates({1, 0.5, 0.25}, 0.5));
  EXPECT_EQ(workload.withRates({1, 1}), Workload::learningRates({1, 1}, 0.5, 0.9));
  EXPECT_EQ(workload.withoutRates(), Workload::sgd(0.9, 0.5));
  const Workload average = workload.withAveraging(0.9);
  EXPECT_EQ(average.averaging(), 0.9);
  EXPECT_EQ(average.name(), "sgd");
  EXPECT_NE(average, workload);
  EXPECT_EQ(average.withAveraging(0), workload);
  EXPECT_EQ(average.withMomentum(0).withWeightDecay(1).withoutRates(), Workload::prefix().withAveraging(0.9));
  EXPECT_EQ(average.withRates({1, 1}).averaging(), 0.9);
  for (const double gamma : {1.1, -0.1, std::nan("")}) EXPECT_THROW(workload.withAveraging(gamma), InvalidArgument);
  EXPECT_THROW(Workload::identity().withAveraging(0.5), InvalidArgument);
  EXPECT_THROW(workload.withMomentum(0.9), InvalidArgument);
  EXPECT_THROW(workload.withWeightDecay(0.5), InvalidArgument);
  EXPECT_THROW(Workload::identity().withMomentum(0.1), InvalidArgument);
  EXPECT_THROW(Workload::identity().withWeightDecay(1), InvalidArgument);
  EXPECT_THROW(Workload::identity().withRates({1, 1}), InvalidArgument);
}

TEST(Workload, AMatrixIsItsRows) {
  const Workload matrix = Workload::matrix({2, -1, 3, 0, 4, 5}, "a.csv");
  EXPECT_EQ(matrix.name(), "matrix");
  EXPECT_TRUE(matrix.isMatrix());
  EXPECT_FALSE(matrix.isToeplitz());
  EXPECT_FALSE(matrix.isRational());
  EXPECT_EQ(matrix.fixedIterations(), 3);
  std::vector<double> out(3);
  matrix.multiply(std::vector<double>{1, 10, 100}, out);
  EXPECT_EQ(out, (std::vector<double>{2, 29, 540}));
  std::vector<double> columns{1, 0, 0, 1, 0, 0};  // e_0 and e_1
  matrix.multiplyColumns(columns, 2);
  EXPECT_EQ(columns, (std::vector<double>{2, 0, -1, 3, 0, 4}));
  EXPECT_EQ(matrix.lastRow(3), (std::vector<double>{0, 4, 5}));
  EXPECT_EQ(matrix.lastRow(2), (std::vector<double>{-1, 3}));
  EXPECT_EQ(matrix, Workload::matrix({2, -1, 3, 0, 4, 5}, "b.csv"));
  EXPECT_NE(matrix, Workload::toeplitz({2, -1, 3, 0, 4, 5}));
  for (const std::vector<double>& rows : {std::vector<double>{}, {1, 2}, {1, 2, 0}, {-1}, {1, std::nan(""), 1}})
    EXPECT_THROW(Workload::matrix(rows), InvalidArgument);
  EXPECT_THROW(matrix.withMomentum(0.5), InvalidArgument);
  EXPECT_THROW(matrix.withWindow(2), InvalidArgument);
  EXPECT_THROW(matrix.withRates({1, 1, 1}), InvalidArgument);
  EXPECT_THROW(matrix.coefficient(0), InvalidArgument);
  EXPECT_THROW(Workload::prefix().multiplyColumns(columns, 2), InvalidArgument);
}

TEST(Workload, TheMeanOfAllIteratesIsAnAverageOfItsOwn) {
  const Workload all = Workload::sgd(0.9, 0.5).withAveraging(1);
  EXPECT_TRUE(all.averagesAll());
  EXPECT_FALSE(all.isToeplitz());
  EXPECT_TRUE(all.isRational());
  EXPECT_EQ(all.fixedIterations(), 0);
  EXPECT_EQ(all.constant(), Workload::sgd(0.9, 0.5));
  EXPECT_EQ(all.withRates({1, 0.5}).constant(), Workload::sgd(0.9, 0.5));
  EXPECT_EQ(all.withRates({1, 0.5}).withoutRates(), all);
  EXPECT_NE(Workload::prefix().withAveraging(1), Workload::prefix());
  std::vector<double> means{1, 3, -1, 5};
  Workload::prefix().withAveraging(1).multiply(means, means);
  EXPECT_NEAR(means[1], 2.5, 1e-15);
  EXPECT_NEAR(means[3], 4, 1e-15);
  EXPECT_THROW(all.withWindow(2), InvalidArgument);
  EXPECT_THROW(Workload::prefix().withWindow(2).withAveraging(1), InvalidArgument);
  EXPECT_THROW(all.coefficient(1), InvalidArgument);
  EXPECT_THROW(all.transition(1), InvalidArgument);
}

TEST(Workload, TheIdentityIsItself) {
  const Workload identity = Workload::identity();
  EXPECT_EQ(identity.name(), "identity");
  EXPECT_NE(identity, Workload::prefix());
  EXPECT_EQ(denseOf(identity, 7), Eigen::MatrixXd::Identity(7, 7));
}

TEST(Workload, RefusesWhatIsNotAWorkload) {
  EXPECT_THROW(Workload::sgd(1, 1), InvalidArgument);
  EXPECT_THROW(Workload::sgd(1.1, 0.5), InvalidArgument);
  EXPECT_THROW(Workload::sgd(0, 0), InvalidArgument);
  EXPECT_THROW(Workload::sgd(1, -0.1), InvalidArgument);
  EXPECT_THROW(Workload::sgd(std::nan(""), 0), InvalidArgument);
  EXPECT_THROW(Workload::learningRates({}, 0), InvalidArgument);
  EXPECT_THROW(Workload::learningRates({1, 0}, 0), InvalidArgument);
  EXPECT_THROW(Workload::learningRates({1, std::numeric_limits<double>::infinity()}, 0), InvalidArgument);
  std::vector<double> x(3);
  EXPECT_THROW(Workload::learningRates({1, 1}, 0).multiply(x, x), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
