#include "core/mechanism/dense.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>
#include <tuple>

#include "core/base/errors.h"
#include "core/linalg/parallel.h"
#include "core/mechanism/dense/certificate.h"
#include "core/mechanism/stamped.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"
#include "tests/processor_time.h"

namespace noiseloom {
namespace {

constexpr double kFine = 1e-6;
constexpr double kFineWorst = 1e-5;  // of the largest error, which is then known to 1e-8

// Largest sum over a class of the squared column norms, by the matrix itself.
double classSum(const Eigen::MatrixXd& c, Index separation) {
  double most = 0;
  for (Index first = 0; first < std::min<Index>(separation, c.cols()); ++first) {
    double sum = 0;
    for (Index j = first; j < c.cols(); j += separation) sum += c.col(j).squaredNorm();
    most = std::max(most, sum);
  }
  return most;
}

void compare(const Workload& workload, Index n, Index k, Index s, const DenseOptions& options, double known,
             double bound, double rtol, ErrorObjective objective = ErrorObjective::Mean) {
  const Participation participation = k == 1 ? Participation::single() : Participation::fixedEpochOrder(k, s);
  const Solution optimum = optimizeDense({workload, n, participation, objective}, options);
  EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
  EXPECT_NEAR(optimum.summary.objective, known, rtol * known);
  // The figure is that of the strategy, by dense algebra.
  const Eigen::MatrixXd c = denseOf(optimum.strategy);
  const Eigen::VectorXd v = denseVariances(optimum.strategy, workload);
  const double variance = objective == ErrorObjective::Max ? v.maxCoeff() : v.mean();
  EXPECT_NEAR(std::sqrt(static_cast<double>(k) * variance), optimum.summary.objective, 1e-9 * known);
  EXPECT_NEAR(classSum(c, s), static_cast<double>(k), 1e-11 * static_cast<double>(k));
  for (Index i = 0; i < n; ++i) {
    if (options.norms == ColumnNorms::Equal) {
      EXPECT_NEAR(c.col(i).norm(), 1, 1e-12);
    }
    for (Index j = i + s; j < n; j += s) EXPECT_NEAR(c.col(i).dot(c.col(j)), 0, 1e-12) << i << ", " << j;
    for (Index j = 0; j < n; ++j) {
      if (j > i || i - j >= optimum.strategy.bands()) {
        EXPECT_EQ(c(i, j), 0);
      }
    }
  }
  EXPECT_LE(optimum.lowerBound, bound * (1 + rtol)) << "a bound above the optimum is none";
  if (objective == ErrorObjective::Mean) {
    EXPECT_GE(optimum.lowerBound, known * (1 - 1e-6));
  }
}

TEST(Dense, CertificatesHoldBeyondOneTile) {
  const Solution once = optimizeDense({Workload::prefix(), 256});
  EXPECT_LE(once.lowerBound, once.summary.objective * (1 + 1e-12));
  EXPECT_GE(once.lowerBound, once.summary.objective * (1 - 1e-6));
  const Solution often = optimizeDense({Workload::prefix(), 256, Participation::minSeparation(8, 32)});
  EXPECT_LE(often.lowerBound, often.summary.objective * (1 + 1e-12));
  EXPECT_GE(often.lowerBound, often.summary.objective * (1 - 1e-5));
}

TEST(Dense, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("dense_optimum")) {
    const Index n = c.at("n"), k = c.at("max_participations"), s = c.at("min_sep");
    SCOPED_TRACE("n " + c.at("n").dump() + " k " + c.at("max_participations").dump() + " " +
                 c.at("workload").at("type").dump());
    const Workload workload = workloadOf(c.at("workload"));
    const double rtol = c.at("rtol");
    DenseOptions options;
    options.gradientTolerance = 2e-6;
    const auto& equal = c.at("equal_column_norms");
    compare(workload, n, k, s, options, equal.at("mean_rmse"), equal.at("mean_rmse"), rtol);
    if (!c.contains("free_column_norms")) continue;
    options.norms = ColumnNorms::Free;
    const auto& free = c.at("free_column_norms");
    compare(workload, n, k, s, options, free.at("mean_rmse"), free.at("mean_rmse"), rtol);
    options.bands = s;
    const double freeBanded = c.at("banded_b_free_norms_mean_rmse");
    compare(workload, n, k, s, options, freeBanded, freeBanded, rtol);
    options.norms = ColumnNorms::Equal;
    const double equalBanded = c.at("banded_b_equal_norms_mean_rmse");
    compare(workload, n, k, s, options, equalBanded, equalBanded, rtol);
  }
}

TEST(Dense, ReferenceOptimaOfTheLargestError) {
  for (const auto& c : mechanismReference().at("dense_optimum_max")) {
    const Index n = c.at("n");
    SCOPED_TRACE("n " + c.at("n").dump() + " " + c.at("workload").at("type").dump());
    DenseOptions options;
    options.gradientTolerance = kFineWorst;
    const double known = c.at("max_err_single");
    compare(workloadOf(c.at("workload")), n, 1, n, options, known, known, c.at("rtol"), ErrorObjective::Max);
  }
}

TEST(Dense, LargestErrorOverSeveralEpochs) {
  const Participation participation = Participation::fixedEpochOrder(4, 16);
  const Solution optimum = optimizeDense({Workload::prefix(), 64, participation, ErrorObjective::Max});
  EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
  const double error = std::sqrt(4 * denseVariances(optimum.strategy, Workload::prefix()).maxCoeff());
  EXPECT_NEAR(error, optimum.summary.objective, 1e-9 * error);
  EXPECT_LE(optimum.lowerBound, error);
  EXPECT_GE(optimum.lowerBound, error * (1 - 2e-4)) << "as close as it says";
  // Between the best mean and what the best for the mean has at its worst.
  const Solution mean = optimizeDense({Workload::prefix(), 64, participation});
  EXPECT_GT(optimum.lowerBound, mean.lowerBound);
  EXPECT_LT(error, std::sqrt(4 * denseVariances(mean.strategy, Workload::prefix()).maxCoeff()));
}

TEST(Dense, AgreesWithTheBandedReference) {
  for (const auto& c : mechanismReference().at("banded_general_optimum")) {
    const Index n = c.at("n"), bands = c.at("bands");
    if (n > 128) continue;
    SCOPED_TRACE("n " + c.at("n").dump() + " bands " + c.at("bands").dump() + c.at("workload").at("type").dump());
    DenseOptions options;
    options.bands = bands;
    options.gradientTolerance = kFine;
    const double known = c.at("mean_rmse_single");
    compare(workloadOf(c.at("workload")), n, 1, n, options, known, known, c.at("rtol"));
  }
}

TEST(Dense, LastErrorIsWithinItsMeanShareOfTheBound) {
  const Solution optimum =
      optimizeDense({.workload = Workload::prefix(), .iterations = 64, .objective = ErrorObjective::Last});
  EXPECT_EQ(optimum.lowerBound, 1);
  EXPECT_GT(optimum.summary.objective, 1);
  EXPECT_LT(optimum.summary.objective, 1.05);
}

TEST(Dense, RaggedClassesAndFewerHitsThanSteps) {
  for (const auto& [n, k, s] : std::vector<std::array<Index, 3>>{{23, 3, 8}, {24, 2, 6}, {20, 9, 7}, {9, 4, 1}}) {
    const Participation participation = Participation::fixedEpochOrder(k, s);
    const Index hits = std::min(k, (n + s - 1) / s);
    double equal = 0;
    for (const ColumnNorms norms : {ColumnNorms::Equal, ColumnNorms::Free}) {
      DenseOptions options;
      options.norms = norms;
      const Solution optimum = optimizeDense({Workload::prefix(), n, participation}, options);
      const Eigen::MatrixXd c = denseOf(optimum.strategy);
      double squared = 0;
      for (Index from = 0; from < n; ++from) {
        Eigen::VectorXd sum = Eigen::VectorXd::Zero(n);
        double squares = 0;
        for (Index hit = 0; hit < hits && from + hit * s < n; ++hit) {
          sum += c.col(from + hit * s);
          squares += c.col(from + hit * s).squaredNorm();
        }
        EXPECT_NEAR(sum.squaredNorm(), squares, 1e-10) << "orthogonal";
        squared = std::max(squared, squares);
      }
      const double error = std::sqrt(squared * denseVariances(optimum.strategy, Workload::prefix()).mean());
      EXPECT_NEAR(error, optimum.summary.objective, 1e-8 * error);
      EXPECT_LE(optimum.lowerBound, error);
      if (norms == ColumnNorms::Equal) equal = error;
      EXPECT_LE(error, equal * (1 + 1e-7)) << "free norms are never worse";
    }
  }
}

TEST(Dense, BoundOfTheErrorIsFoundWithoutTheStrategy) {
  struct Case {
    Workload workload;
    Index n, k, s;
    ColumnNorms norms;
  };
  const Case cases[]{{Workload::prefix(), 60, 6, 10, ColumnNorms::Equal},
                     {Workload::prefix(), 61, 7, 10, ColumnNorms::Free},
                     {Workload::prefix(), 64, 3, 10, ColumnNorms::Equal},
                     {Workload::sgd(0.99, 0.9), 48, 12, 4, ColumnNorms::Equal},
                     {Workload::sgd(0.99, 0.5), 45, 15, 3, ColumnNorms::Free},
                     {Workload::prefix(), 120, 60, 2, ColumnNorms::Equal}};
  for (const auto& [workload, n, k, s, norms] : cases) {
    SCOPED_TRACE(n);
    const ErrorProblem problem{workload, n, Participation::fixedEpochOrder(k, s)};
    const double optimum = optimizeDense(problem, {norms, {}, kFine}).summary.objective;
    for (const double share : {0.5, 0.9, 0.99, 0.9999}) {
      const double bound = denseErrorBound(problem, norms, share * optimum);
      EXPECT_GT(bound, share * optimum);
      EXPECT_LE(bound, optimum * (1 + 1e-9));
    }
    // What no bound reaches is seen before the optimum is known.
    for (const double share : {1.0001, 1.5, 100.0}) {
      const double bound = denseErrorBound(problem, norms, share * optimum);
      EXPECT_GT(bound, 0.5 * optimum);
      EXPECT_LE(bound, optimum * (1 + 1e-9));
    }
  }
  const auto none = [](const ErrorProblem& problem, ColumnNorms norms) {
    return denseErrorBound(problem, norms, 1) == 0;
  };
  const Participation epochs = Participation::fixedEpochOrder(3, 10);
  EXPECT_TRUE(none({Workload::prefix(), 64, Participation::single()}, ColumnNorms::Equal));
  EXPECT_TRUE(none({Workload::prefix(), 64, epochs, ErrorObjective::Max}, ColumnNorms::Equal));
  EXPECT_TRUE(none({Workload::prefix(), 64, epochs}, ColumnNorms::Free)) << "7 steps of a class, 3 hits";
}

TEST(Dense, MultiplierIsMinusTheGradient) {
  std::mt19937_64 random(7);
  const Index n = 9;
  const Eigen::MatrixXd c = denseOf(Strategy(randomBanded(random, n, n)));
  const Eigen::MatrixXd x = c.transpose() * c;
  const std::vector<double> p{0.1, 0.3, 0.05, 0.2, 0.05, 0.1, 0.05, 0.05, 0.1};
  for (const Workload& workload : someWorkloads(n)) {
    DenseEvaluation evaluation(workload);
    ASSERT_TRUE(evaluation.reserve(n, {}));
    SquareMatrix at(n), multiplier(n);
    const auto value = [&](const Eigen::MatrixXd& point) {
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) at.row(i)[j] = point(i, j);
      }
      EXPECT_EQ(evaluation.variancesAt(at, {}), MatrixOutcome::Done);
      double sum = 0;
      for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * evaluation.variances()[i];
      return sum;
    };
    const double f = value(x);
    ASSERT_EQ(evaluation.multiplier(p, multiplier, {}), MatrixOutcome::Done);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        Eigen::MatrixXd up = x, down = x;
        const double step = 1e-5;
        up(i, j) += step, down(i, j) -= step;
        if (i != j) up(j, i) += step, down(j, i) -= step;
        const double slope = (value(up) - value(down)) / (2 * step) / (i == j ? 1 : 2);
        EXPECT_NEAR(-multiplier.row(i)[j], slope, 1e-6 * f);
      }
    }
  }
}

TEST(Dense, SameBitsWithAnyNumberOfThreads) {
  DenseOptions options;
  options.norms = ColumnNorms::Free;
  std::vector<double> blocks[2];
  for (const unsigned threads : {1U, 3U}) {
    setParallelThreads(threads);
    const Solution optimum = optimizeDense({Workload::prefix(), 400, Participation::fixedEpochOrder(4, 100)}, options);
    const auto block = optimum.strategy.as<DenseStrategy>()->block();
    blocks[threads == 1 ? 0 : 1].assign(block.begin(), block.end());
  }
  setParallelThreads(0);
  EXPECT_EQ(blocks[0], blocks[1]);
}

TEST(Dense, StopKeepsAValidStrategy) {
  for (const Index n : {Index{700}, Index{60}}) {
    std::stop_source source;
    int reports = 0;
    const RunControl control{source.get_token(), [&](const Progress&) {
                               if (++reports == 3) source.request_stop();
                             }};
    DenseOptions options;
    options.bands = n / 2;  // else the first point is the optimum
    const Solution optimum =
        optimizeDense({Workload::prefix(), n, Participation::fixedEpochOrder(4, n / 4)}, options, control);
    EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
    EXPECT_LT(optimum.summary.objective, optimum.summary.initialObjective);
    EXPECT_NEAR(2 * std::sqrt(errorOf(optimum.strategy, Workload::prefix()).variance.mean), optimum.summary.objective,
                1e-9 * optimum.summary.objective);
    EXPECT_EQ(optimum.lowerBound, 0);
  }
  const Solution optimum = optimizeDense({Workload::prefix(), 50}, {}, stoppedAtOnce());
  EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
  EXPECT_NEAR(optimum.summary.objective, std::sqrt(errorOf(optimum.strategy, Workload::prefix()).variance.mean), 1e-9);
}

// Two threads of 50 ms each; in the search for the multipliers of large classes, and in the optimiser after that.
TEST(Dense, ReturnsSoonAfterAStop) {
  for (const auto& [n, separation, objective] : std::vector<std::tuple<Index, Index, ErrorObjective>>{
           {1400, 7, ErrorObjective::Mean}, {700, 100, ErrorObjective::Max}}) {
    for (const int moment : {1, 20, 60, 150, 300}) {
      std::stop_source source;
      double asked = 0;
      std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(moment));
        asked = processorSeconds();
        source.request_stop();
      });
      DenseOptions options;
      options.gradientTolerance = 1e-8;
      const Solution optimum =
          optimizeDense({Workload::prefix(), n, Participation::fixedEpochOrder(n / separation, separation), objective},
                        options, {source.get_token(), {}});
      const double returned = processorSeconds();
      other.join();
      EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
      EXPECT_LE(returned - asked, 0.5);
      EXPECT_GT(optimum.strategy.columnNormSquared(0), 0);
    }
  }
}

// The dual start leaves the optimiser next to nothing to do, also where descent from the single-participation optimum
// takes hundreds of evaluations or ends before the optimum: large classes and strong momentum.
TEST(Dense, SeveralEpochsTakeFewEvaluations) {
  struct Case {
    Index n, epochs;
    double momentum;
    ColumnNorms norms;
  };
  for (const Case& c : std::vector<Case>{{256, 8, 0, ColumnNorms::Equal},
                                         {256, 8, 0, ColumnNorms::Free},
                                         {64, 4, 0.95, ColumnNorms::Equal},
                                         {64, 4, 0.9, ColumnNorms::Free},
                                         {128, 32, 0, ColumnNorms::Equal},
                                         {130, 8, 0.5, ColumnNorms::Equal}}) {
    SCOPED_TRACE(testing::Message() << "n " << c.n << " epochs " << c.epochs << " momentum " << c.momentum);
    DenseOptions options;
    options.norms = c.norms;
    const Workload workload = c.momentum > 0 ? Workload::sgd(1, c.momentum) : Workload::prefix();
    const Solution optimum =
        optimizeDense({workload, c.n, Participation::fixedEpochOrder(c.epochs, c.n / c.epochs)}, options);
    EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
    EXPECT_LE(optimum.summary.evaluations, 10);
    EXPECT_LE(optimum.lowerBound, optimum.summary.objective * (1 + 1e-12));
    EXPECT_GE(optimum.lowerBound, optimum.summary.objective * (1 - 1e-6));
  }
}

TEST(Dense, RefusesWhatItCannotSolve) {
  EXPECT_THROW(optimizeDense({Workload::prefix(), 0}), InvalidArgument);
  EXPECT_THROW(optimizeDense({Workload::prefix(), mostDenseIterations() + 1}), InvalidArgument);
  DenseOptions options;
  options.bands = 11;
  EXPECT_THROW(optimizeDense({Workload::prefix(), 10}, options), InvalidArgument);
  EXPECT_THROW(optimizeDense({Workload::learningRates({1, 1}, 0), 3}), InvalidArgument);
  EXPECT_THROW(optimizeDense({Workload::prefix(), 4, Participation::minSeparation(2, 0)}), InvalidArgument);
  EXPECT_EQ(optimizeDense({Workload::prefix(), 1}).summary.objective, 1);
}

TEST(Dense, KnownInverseIsKeptAndAWrongOneRefused) {
  const std::vector<double> c{2, 0, 1, 4}, inverse{0.5, 0, -0.125, 0.25};
  const DenseStrategy known(2, 2, c, inverse), found(2, 2, c);
  EXPECT_EQ(std::vector<double>(known.inverseBlock().begin(), known.inverseBlock().end()), inverse);
  for (const Index j : {0, 1}) EXPECT_EQ(known.columnNormSquared(j), found.columnNormSquared(j));
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    std::vector<double> wrong = inverse;
    wrong[i] += 1e-8;
    EXPECT_THROW(DenseStrategy(2, 2, c, wrong), InvalidArgument) << i;
  }
  EXPECT_THROW(DenseStrategy(2, 2, c, {1}), InvalidArgument);
}

TEST(Stamped, RepeatsTheOptimumOfItsBlock) {
  const Solution whole = optimizeDense({Workload::prefix(), 8});
  for (const auto& [n, stamps] : std::vector<std::pair<Index, Index>>{{32, 4}, {30, 4}, {8, 1}, {5, 5}}) {
    const Solution optimum = optimizeStamped({Workload::prefix(), n}, stamps);
    const Eigen::VectorXd v = denseVariances(optimum.strategy, Workload::prefix());
    EXPECT_NEAR(optimum.summary.objective, std::sqrt(v.mean()), 1e-10);
    if (n == 5) continue;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j)
        EXPECT_EQ(optimum.strategy.entry(i, j), i / 8 == j / 8 ? whole.strategy.entry(i % 8, j % 8) : 0);
    }
  }
  EXPECT_THROW(optimizeStamped({Workload::prefix(), 8}, 9), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
