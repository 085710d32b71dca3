#include "core/strategy/recursive_blt_strategy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/errors.h"
#include "core/error/error_profile.h"
#include "core/error/error_summary.h"
#include "core/error/recursive_blt_error.h"
#include "core/mechanism/recursive_blt.h"
#include "core/participation/participation.h"
#include "core/participation/recursive_blt_sensitivity.h"
#include "tests/core/dense.h"

namespace noiseloom {
namespace {

struct Matrices {
  Eigen::MatrixXd encoder, noising;
};
Matrices matricesOf(const Strategy& strategy) {
  const Index n = strategy.iterations(), rows = strategy.rows();
  Matrices found{Eigen::MatrixXd(rows, n), Eigen::MatrixXd(n, rows)};
  for (Index i = 0; i < n; ++i) {
    for (Index r = 0; r < rows; ++r) {
      found.encoder(r, i) = strategy.entry(r, i);
      found.noising(i, r) = strategy.inverseEntry(i, r);
    }
  }
  return found;
}

Eigen::MatrixXd kronecker(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd product(a.rows() * b.rows(), a.cols() * b.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) product.block(i * b.rows(), j * b.cols(), b.rows(), b.cols()) = a(i, j) * b;
  }
  return product;
}

// The paper's factors of the running sums (definition 6.1, proposition 6.3), every row of them.
struct Factors {
  Eigen::MatrixXd b, c;
};
Factors combined(const Factors& above, const Factors& below) {
  const Index many = above.c.cols(), size = below.c.cols();
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(many, many);
  Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(many, many);
  for (Index i = 1; i < many; ++i) shift(i, i - 1) = 1;
  Factors found;
  const Eigen::MatrixXd inside = kronecker(one, below.c);
  const Eigen::MatrixXd sums = kronecker(above.c, Eigen::MatrixXd::Ones(1, size));
  found.c.resize(inside.rows() + sums.rows(), inside.cols());
  found.c << inside, sums;
  const Eigen::MatrixXd decoded = kronecker(one, below.b);
  const Eigen::MatrixXd before = kronecker(shift * above.b, Eigen::MatrixXd::Ones(size, 1));
  found.b.resize(decoded.rows(), decoded.cols() + before.cols());
  found.b << decoded, before;
  return found;
}

TEST(RecursiveBltStrategy, EncoderAndNoisingMatrixBelongTogether) {
  for (const Index n : {1, 2, 3, 7, 8, 9, 10, 16, 26, 27, 40}) {
    for (const Index m : {2, 3, 5, 50}) {
      const Strategy strategy = someRecursion(n, m);
      const auto* recursive = strategy.as<RecursiveBltStrategy>();
      const auto [encoder, noising] = matricesOf(strategy);
      for (Index i = 0; i < n; ++i) {
        EXPECT_NEAR(strategy.columnNormSquared(i), encoder.col(i).squaredNorm(), 1e-13);
        for (Index j = 0; j < n; ++j) EXPECT_NEAR(recursive->gram(i, j), encoder.col(i).dot(encoder.col(j)), 1e-13);
        // Nothing is used before it is there, and no row knows later steps.
        for (Index r = recursive->firstRow(i + 1); r < strategy.rows(); ++r) EXPECT_EQ(noising(i, r), 0);
        for (Index r = 0; r < strategy.ownRow(i); ++r) EXPECT_EQ(encoder(r, i), 0);
        EXPECT_EQ(strategy.column(i).front(), encoder(strategy.ownRow(i), i));
      }
      // No row is of no use.
      for (Index r = 0; r < strategy.rows(); ++r) EXPECT_GT(noising.col(r).norm(), 0) << n << " " << m << " " << r;
      EXPECT_LT((noising * encoder - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12);
      const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
      std::vector<double> rows(static_cast<std::size_t>(strategy.rows())), steps(static_cast<std::size_t>(n));
      strategy.multiply({x.data(), static_cast<std::size_t>(n)}, rows);
      const Eigen::Map<Eigen::VectorXd> image(rows.data(), std::ssize(rows));
      EXPECT_LT((image - encoder * x).norm(), 1e-12);
      strategy.solve(rows, steps);
      EXPECT_LT((Eigen::Map<Eigen::VectorXd>(steps.data(), n) - noising * image).norm(), 1e-12);
    }
  }
}

// The paper's own: all levels equal with all weights 1.
RecursiveBltStrategy uniformRecursiveBlt(Index iterations, Index blockSize, const BltStrategy& level) {
  const Index levels = RecursiveBltStrategy::levelsFor(iterations, blockSize);
  std::vector<double> theta, inverseTheta;
  for (Index l = 0; l < levels; ++l) {
    const BltParameters& own = level.parameters();
    theta.insert(theta.end(), own.theta.begin(), own.theta.end());
    inverseTheta.insert(inverseTheta.end(), own.inverseTheta.begin(), own.inverseTheta.end());
  }
  return {iterations, blockSize, std::vector<double>(levels, 1.0), std::move(theta), std::move(inverseTheta)};
}

// streaming-blt, proposition 6.3: with equal levels the same errors, and the same rows of C but for those that no
// estimate uses.
TEST(RecursiveBltStrategy, IsTheConstructionOfThePaper) {
  for (const Index m : {2, 3, 5}) {
    const BltStrategy base(m, {0.8, 0.4}, {0.6, 0.1});
    Factors level;
    level.c = denseOf(Strategy(base));
    level.b = denseOf(Workload::prefix(), m) * level.c.inverse();
    Factors whole = level;
    for (Index n = m * m, levels = 2; n <= 130; n *= m, ++levels) {
      whole = combined(level, whole);
      const Strategy strategy = uniformRecursiveBlt(n, m, base);
      const auto [encoder, noising] = matricesOf(strategy);
      EXPECT_LT((whole.b * whole.c - denseOf(Workload::prefix(), n)).norm(), 1e-11);
      EXPECT_NEAR(whole.c.colwise().squaredNorm().maxCoeff(),
                  static_cast<double>(levels) * level.c.colwise().squaredNorm().maxCoeff(), 1e-11);
      const Eigen::MatrixXd decoder = denseOf(Workload::prefix(), n) * noising;
      EXPECT_LT((decoder * decoder.transpose() - whole.b * whole.b.transpose()).norm(), 1e-11 * whole.b.squaredNorm());
      Eigen::MatrixXd used(0, n);
      for (Index r = 0; r < whole.c.rows(); ++r) {
        if (whole.b.col(r).norm() < 1e-14) continue;
        used.conservativeResize(used.rows() + 1, n);
        used.row(used.rows() - 1) = whole.c.row(r);
      }
      EXPECT_EQ(used.rows(), strategy.rows());
      EXPECT_LT((encoder.transpose() * encoder - used.transpose() * used).norm(), 1e-11);
    }
  }
}

TEST(RecursiveBltStrategy, ErrorsAreThoseOfTheMatrices) {
  for (const Index n : {1, 5, 16, 27, 50}) {
    for (const Index m : {2, 3, 7}) {
      const Strategy strategy = someRecursion(n, m);
      std::vector<Workload> workloads = someWorkloads(n);
      workloads.push_back(Workload::prefix());
      for (const Workload& workload : workloads) {
        const Eigen::VectorXd expected = (denseOf(workload, n) * matricesOf(strategy).noising).rowwise().squaredNorm();
        const ErrorSummary error = errorOf(strategy, workload);
        ASSERT_TRUE(error.valid);
        EXPECT_NEAR(error.variance.mean, expected.mean(), 1e-12 * expected.mean());
        EXPECT_NEAR(error.variance.max, expected.maxCoeff(), 1e-12 * expected.maxCoeff());
        EXPECT_NEAR(error.variance.last, expected[n - 1], 1e-12 * expected.maxCoeff());
        const ErrorProfile profile = errorProfile(strategy, workload, 128);
        ASSERT_TRUE(profile.valid);
        for (std::size_t i = 0; i < profile.steps.size(); ++i)
          EXPECT_NEAR(profile.variances[i], expected[profile.steps[i]], 1e-12 * expected.maxCoeff());
      }
      const ErrorSummary closed = errorOf(strategy, Workload::prefix());
      const ErrorSummary stepped = recursiveBltErrorBySteps(*strategy.as<RecursiveBltStrategy>(), Workload::prefix());
      EXPECT_NEAR(closed.variance.mean, stepped.variance.mean, 1e-12 * closed.variance.mean);
      EXPECT_NEAR(closed.variance.max, stepped.variance.max, 1e-12 * closed.variance.max);
    }
  }
}

TEST(RecursiveBltStrategy, SensitivityIsExactOrAboveTheTruth) {
  Index exact = 0, loosest = 0;
  for (const Index n : {4, 9, 12, 14}) {
    for (const Index m : {2, 3, 4}) {
      const Strategy strategy = someRecursion(n, m);
      const Eigen::MatrixXd encoder = matricesOf(strategy).encoder;
      EXPECT_NEAR(sensitivityOf(strategy, Participation::single()).value,
                  std::sqrt(encoder.colwise().squaredNorm().maxCoeff()), 1e-13);
      for (const Index separation : {1, 2, 3, 4, 6}) {
        for (const Index hits : {2, 3, 5}) {
          for (const Participation& participation :
               {Participation::fixedEpochOrder(hits, separation), Participation::minSeparation(hits, separation)}) {
            const double truth = enumeratedSensitivity(strategy, participation);
            const Sensitivity found = sensitivityOf(strategy, participation);
            EXPECT_GE(found.value, truth * (1 - 1e-12));
            if (found.kind == BoundKind::Exact) {
              ++exact;
              EXPECT_NEAR(found.value, truth, 1e-12 * truth);
            } else {
              ++loosest;
              EXPECT_LE(found.value, 1.25 * truth) << n << " " << m << " " << separation << " " << hits;
            }
            const bool fixed = participation.schema == Participation::Schema::FixedEpochOrder;
            EXPECT_TRUE(found.kind == BoundKind::Exact || !fixed);
          }
        }
      }
    }
  }
  EXPECT_GT(exact, loosest);
}

// Coefficients below 0, and rising ones: a bound that still holds.
TEST(RecursiveBltStrategy, SensitivityHoldsForAnySigns) {
  const RecursiveBltStrategy strategy(12, 4, {1, 2}, {0.3, 0.6}, {0.9, 0.2});
  for (const Index separation : {1, 2, 3, 5}) {
    for (const Participation& participation :
         {Participation::fixedEpochOrder(3, separation), Participation::minSeparation(3, separation)}) {
      EXPECT_GE(sensitivityOf(strategy, participation).value * (1 + 1e-12),
                enumeratedSensitivity(strategy, participation));
    }
    EXPECT_GE(sensitivityOf(strategy, Participation::onceEachEpoch(2, 6)).value * (1 + 1e-12),
              enumeratedSensitivity(strategy, Participation::minSeparation(2, 1)) * 0.999);
  }
}

TEST(RecursiveBltStrategy, GramOfBinsIsThatOfTheMatrix) {
  for (const Index n : {5, 16, 27, 300}) {
    for (const Index epochs : {1, 2, 4}) {
      const Strategy strategy = someRecursion(n, 3);
      const Eigen::MatrixXd encoder = matricesOf(strategy).encoder;
      const BinGram gram = binGram(strategy, epochs);
      Eigen::MatrixXd folded = Eigen::MatrixXd::Zero(encoder.rows(), gram.bins);
      for (Index j = 0; j < n; ++j) folded.col(j % gram.bins) += encoder.col(j);
      const Eigen::MatrixXd expected = folded.transpose() * folded;
      for (Index i = 0; i < gram.bins; ++i) {
        for (Index j = 0; j < gram.bins; ++j) EXPECT_NEAR(gram(i, j), expected(i, j), 1e-12 * expected.maxCoeff());
      }
    }
  }
  EXPECT_THROW(binGram(RecursiveBltStrategy(9, 3, {1, 1}, {0.3, 0.6}, {0.9, 0.2}), 2), InvalidArgument);
}

TEST(RecursiveBltStrategy, RefusesWhatIsNone) {
  EXPECT_THROW(RecursiveBltStrategy(9, 1, {1, 1}, {0.5, 0.5}, {0.2, 0.2}), InvalidArgument);
  EXPECT_THROW(RecursiveBltStrategy(9, 3, {1}, {0.5, 0.5}, {0.2, 0.2}), InvalidArgument);
  EXPECT_THROW(RecursiveBltStrategy(9, 3, {1, 0}, {0.5, 0.5}, {0.2, 0.2}), InvalidArgument);
  EXPECT_THROW(RecursiveBltStrategy(9, 3, {1, 1}, {0.5, 0.4, 0.3}, {0.2, 0.2, 0.1}), InvalidArgument);
  EXPECT_THROW(RecursiveBltStrategy(9, 3, {1, 1}, {0.5, 0.5}, {0.2}), InvalidArgument);
  EXPECT_THROW(RecursiveBltStrategy(9, 3, {1, 1}, {0.5, 1.5}, {0.2, 0.2}), InvalidArgument);
  EXPECT_THROW(Strategy(RecursiveBltStrategy(9, 3, {1, 1}, {0.5, 0.5}, {0.2, 0.2})).withIterations(10),
               InvalidArgument);
}

TEST(RecursiveBltStrategy, LevelsAndBlocks) {
  EXPECT_EQ(RecursiveBltStrategy::levelsFor(9, 3), 2);
  EXPECT_EQ(RecursiveBltStrategy::levelsFor(10, 3), 3);
  EXPECT_EQ(RecursiveBltStrategy::levelsFor(1, 2), 1);
  EXPECT_EQ(RecursiveBltStrategy::blockSizeFor(2000, 2), 45);
  EXPECT_EQ(RecursiveBltStrategy::blockSizeFor(1'000'000, 3), 100);
  EXPECT_EQ(RecursiveBltStrategy::blockSizeFor(1'000'001, 3), 101);
}

}  // namespace
}  // namespace noiseloom
