#include "core/mechanism/blt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/error/blt_error.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/blt/loss.h"
#include "core/mechanism/list.h"
#include "core/participation/blt_sensitivity.h"
#include "core/scenario/scenario.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

const BltStrategy& bltOf(const Solution& solution) {
  return *solution.strategy.as<BltStrategy>();
}

double rootLoss(const BltStrategy& strategy, const Workload& workload, const Participation& participation,
                ErrorObjective objective) {
  return std::sqrt(bltError(strategy, workload).variance[objective]) * bltSensitivity(strategy, participation).value;
}

void expectInterlaced(const BltStrategy& strategy) {
  const BltParameters& p = strategy.parameters();
  for (std::size_t i = 0; i < p.theta.size(); ++i) {
    EXPECT_LT(p.theta[i], i == 0 ? 1 : p.inverseTheta[i - 1]);
    EXPECT_LT(p.inverseTheta[i], p.theta[i]);
    EXPECT_GT(p.inverseTheta[i], 0);
  }
}

TEST(Blt, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("blt_optimum")) {
    SCOPED_TRACE("n " + c.at("n").dump() + " buffers " + c.at("buffers").dump() + " " + c.at("objective").dump() +
                 " participations " + c.at("max_participations").dump());
    const ErrorObjective objective = c.at("objective") == "max" ? ErrorObjective::Max : ErrorObjective::Mean;
    const Participation participation = c.at("min_sep").is_null()
                                            ? Participation::single()
                                            : Participation::minSeparation(c.at("max_participations"), c.at("min_sep"));
    const Solution optimum =
        optimizeBlt({Workload::prefix(), c.at("n"), participation, objective}, {.buffers = c.at("buffers")});
    const double known = c.at("root_loss"), rtol = c.at("rtol");
    EXPECT_NEAR(optimum.summary.objective, known, rtol * known);
    EXPECT_NEAR(optimum.summary.objective, rootLoss(bltOf(optimum), Workload::prefix(), participation, objective),
                1e-14 * known);
    expectInterlaced(bltOf(optimum));
    if (!c.contains("rtol_parameters")) continue;
    EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
    const auto theta = c.at("theta").get<std::vector<double>>(), inverse = c.at("theta_hat").get<std::vector<double>>();
    const double rtolParameters = c.at("rtol_parameters");
    for (std::size_t i = 0; i < theta.size(); ++i) {
      EXPECT_NEAR(1 - bltOf(optimum).parameters().theta[i], 1 - theta[i], rtolParameters * (1 - theta[i]));
      EXPECT_NEAR(1 - bltOf(optimum).parameters().inverseTheta[i], 1 - inverse[i], rtolParameters * (1 - inverse[i]));
    }
  }
}

TEST(Blt, MaxErrorAgainstTheOptimalGrowth) {
  struct Case {
    Index n, buffers;
    double most;
  };
  for (const Case& c :
       {Case{10, 1, 1.04}, Case{100, 2, 1.03}, Case{10'000, 1, 1.45}, Case{100'000, 4, 1.03}, Case{1'000'000, 5, 1.05},
        Case{10'000'000, 6, 1.06}, Case{100'000'000, 7, 1.05}, Case{1'000'000'000'000, 10, 1.02}}) {
    const Solution optimum = optimizeBlt(
        {.workload = Workload::prefix(), .iterations = c.n, .objective = ErrorObjective::Max}, {.buffers = c.buffers});
    EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
    const double ratio = optimum.summary.objective / (1 + std::log(static_cast<double>(c.n)) / std::numbers::pi);
    EXPECT_LE(ratio, c.most) << c.n;
    EXPECT_GE(ratio, 1) << c.n;
  }
}

TEST(Blt, NearTheOptimalToeplitzAlsoWithMomentumAndWeightDecay) {
  // The square-root factorisation has the smallest max error of all Toeplitz strategies.
  int compared = 0;
  for (const auto& c : mechanismReference().at("sqrt_full")) {
    const Workload workload = workloadOf(c.at("workload"));
    const Solution optimum =
        optimizeBlt({.workload = workload, .iterations = c.at("n"), .objective = ErrorObjective::Max});
    const double best = c.at("max_err_single");
    EXPECT_GE(optimum.summary.objective, best * (1 - 1e-9));
    if (c.at("n") >= 64) {
      EXPECT_LE(optimum.summary.objective, 1.02 * best) << c.at("n") << " " << c.at("workload");
      ++compared;
    }
  }
  EXPECT_GT(compared, 10);
}

TEST(Blt, NeverBelowTheDenseOptimumOrTheLowerBound) {
  int compared = 0;
  for (const auto& c : mechanismReference().at("dense_optimum")) {
    if (c.at("max_participations") != 1) continue;
    const Workload workload = workloadOf(c.at("workload"));
    const Solution optimum = optimizeBlt({workload, c.at("n")}, {.buffers = 3});
    EXPECT_GE(optimum.summary.objective, c.at("equal_column_norms").at("certified_lower_bound").get<double>());
    ++compared;
  }
  EXPECT_GT(compared, 5);
  for (const Index n : {1, 2, 3, 40}) {
    for (const Workload& workload : someWorkloads(n)) {
      for (const Participation& participation :
           {Participation::single(), Participation::minSeparation(4, 10), Participation::fixedEpochOrder(3, 7)}) {
        const Solution optimum = optimizeBlt({workload, n, participation}, {.buffers = 2});
        EXPECT_GE(optimum.summary.objective, meanErrorLowerBound(workload, n, participation) * (1 - 1e-12));
        expectInterlaced(bltOf(optimum));
      }
    }
  }
}

TEST(Blt, LossIsThatOfItsStrategyByDenseAlgebra) {
  for (const Index n : {30, 200}) {
    for (const Workload& workload : someWorkloads(n)) {
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
        const Participation participation = Participation::minSeparation(4, n / 5);
        const Solution optimum = optimizeBlt({workload, n, participation, objective}, {.buffers = 2});
        const Eigen::VectorXd v = denseVariances(optimum.strategy, workload);
        const double variance = objective == ErrorObjective::Mean  ? v.mean()
                                : objective == ErrorObjective::Max ? v.maxCoeff()
                                                                   : v[n - 1];
        const Eigen::MatrixXd c = denseOf(optimum.strategy);
        Eigen::VectorXd hits = Eigen::VectorXd::Zero(n);
        for (Index j = 0; j < 4; ++j) hits[j * (n / 5)] = 1;
        const double known = std::sqrt(variance) * (c * hits).norm();
        EXPECT_NEAR(optimum.summary.objective, known, 1e-10 * known);
        // No neighbour is better: the optimum in these decays, not only a point with a small gradient.
        for (const double factor : {0.98, 1.02}) {
          std::vector<double> theta = bltOf(optimum).parameters().theta;
          std::vector<double> inverse = bltOf(optimum).parameters().inverseTheta;
          theta[0] = 1 - (1 - theta[0]) * factor;
          if (theta[0] <= inverse[0]) continue;
          EXPECT_GE(rootLoss({n, theta, inverse}, workload, participation, objective), known * (1 - 1e-7));
        }
      }
    }
  }
}

TEST(Blt, GradientMatchesCentralDifferences) {
  constexpr Index n = 50;
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const Workload& workload : someWorkloads(n)) {
    for (const Participation& participation :
         {Participation::single(), Participation::minSeparation(4, 12), Participation::minSeparation(50, 1)}) {
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
        BltLoss loss(workload, n, participation, 3, objective);
        std::vector<double> x = loss.evenStart(-1, 5), gradient(6), unused(6);
        for (double& value : x) value += 0.2 * normal(random);
        const double f = loss(x, gradient);
        for (std::size_t k = 0; k < x.size(); ++k) {
          const double kept = x[k], step = 1e-5;
          x[k] = kept + step;
          const double above = loss(x, unused);
          x[k] = kept - step;
          const double below = loss(x, unused);
          x[k] = kept;
          EXPECT_NEAR(gradient[k], (above - below) / (2 * step), 1e-8 * f);
        }
        const bool smoothed = !workload.isToeplitz() && objective == ErrorObjective::Max;
        if (smoothed) continue;
        EXPECT_NEAR(f, rootLoss(bltAt(n, x), workload, participation, objective), 1e-12 * f);
      }
    }
  }
}

TEST(Blt, BuffersAreAddedWhileTheyHelp) {
  const auto objective = [](Index n, std::optional<Index> buffers) {
    return optimizeBlt({Workload::prefix(), n}, {.buffers = buffers});
  };
  for (const Index n : {Index{1}, Index{10}, Index{1000}, Index{10'000'000}}) {
    const Solution found = objective(n, std::nullopt);
    const Index buffers = bltOf(found).buffers();
    EXPECT_EQ(found.summary.objective, objective(n, buffers).summary.objective);
    const double more = objective(n, buffers + 1).summary.objective / found.summary.objective;
    EXPECT_GE(more * more, 0.99);
    if (buffers == 1) continue;
    const double fewer = objective(n, buffers - 1).summary.objective / found.summary.objective;
    EXPECT_GT(fewer * fewer, 1.01);
  }
  EXPECT_EQ(bltOf(objective(1, std::nullopt)).buffers(), 1);
  EXPECT_EQ(bltOf(objective(10'000'000, std::nullopt)).buffers(), 6);
}

TEST(Blt, KeepsNoMoreRowsThanItMay) {
  Scenario scenario(
      {.iterations = 2000, .epochs = 10, .mechanism = *mechanismFromName("blt"), .batching = &batchings::fixedEpoch});
  const auto rows = [&] { return solveMechanism(scenario, 1, {}, {}).strategy.noiseRows(); };
  EXPECT_GT(rows(), 1);
  scenario.mostNoiseRows = 1;
  EXPECT_EQ(rows(), 1);
  // Optimised together with its noise, too.
  scenario = with(scenario, {.iterations = 200, .epochs = 2, .batching = &batchings::ballsInBins});
  EXPECT_EQ(rows(), 1);
  scenario.mostNoiseRows.reset();
  EXPECT_GT(rows(), 1);
}

TEST(Blt, MaxUnderAScheduleBeatsTheMeanOptimumThere) {
  constexpr Index n = 150;
  std::vector<double> eta;
  for (Index i = 0; i < n; ++i) eta.push_back(1 - 0.95 * static_cast<double>(i) / n);
  const Workload workload = Workload::learningRates(eta, 0.5);
  const Solution most =
      optimizeBlt({.workload = workload, .iterations = n, .objective = ErrorObjective::Max}, {.buffers = 2});
  const Solution mean = optimizeBlt({workload, n}, {.buffers = 2});
  EXPECT_LT(most.summary.objective,
            0.99 * rootLoss(bltOf(mean), workload, Participation::single(), ErrorObjective::Max));
  EXPECT_LT(mean.summary.objective,
            0.99 * rootLoss(bltOf(most), workload, Participation::single(), ErrorObjective::Mean));
}

TEST(Blt, RationalApproximationOfTheReference) {
  for (const auto& c : mechanismReference().at("blt_rational")) {
    const double rtol = c.at("rtol_parameters");
    for (const auto& loss : c.at("losses")) {
      const BltStrategy strategy = rationalBlt(loss.at("n"), c.at("degree"), c.at("step_scale"), c.at("index_shift"));
      const BltParameters& found = strategy.parameters();
      const auto near = [&](const std::vector<double>& values, const char* name) {
        const auto known = c.at(name).get<std::vector<double>>();
        ASSERT_EQ(values.size(), known.size());
        for (std::size_t i = 0; i < known.size(); ++i)
          EXPECT_NEAR(values[i], known[i], rtol * std::abs(known[i])) << name;
      };
      near(found.theta, "theta");
      near(found.omega, "omega");
      near(found.inverseTheta, "theta_hat");
      near(found.inverseOmega, "omega_hat");
      const double known = loss.at("root_max_loss");
      EXPECT_NEAR(rootLoss(strategy, Workload::prefix(), Participation::single(), ErrorObjective::Max), known,
                  c.at("rtol").get<double>() * known);
    }
  }
}

TEST(Blt, StopKeepsAValidStrategy) {
  const Workload schedule = Workload::learningRates(std::vector<double>(2000, 0.5), 0.9);
  for (const double when : {0.0, 0.3}) {
    for (const Workload& workload : {Workload::prefix(), schedule}) {
      std::stop_source source;
      if (when == 0) source.request_stop();
      RunControl control{source.get_token(), [&](const Progress& progress) {
                           if (progress.fraction > when) source.request_stop();
                         }};
      const Solution optimum = optimizeBlt({workload, 2000}, {.buffers = 3}, control);
      EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
      expectInterlaced(bltOf(optimum));
      EXPECT_TRUE(bltError(bltOf(optimum), workload).valid);
    }
  }
}

TEST(Blt, RefusesWhatItCannotSolve) {
  const auto solve = [](const Workload& workload, Index n, std::optional<Index> buffers) {
    return optimizeBlt({workload, n}, {.buffers = buffers});
  };
  EXPECT_THROW(solve(Workload::prefix(), 0, 1), InvalidArgument);
  EXPECT_THROW(solve(Workload::prefix(), 10, 0), InvalidArgument);
  EXPECT_THROW(solve(Workload::prefix(), 10, kMostBltBuffers + 1), InvalidArgument);
  EXPECT_THROW(solve(Workload::learningRates({1, 1}, 0), 3, 1), InvalidArgument);
  EXPECT_THROW(optimizeBlt({Workload::prefix(), 10, Participation::minSeparation(2, 0)}, {.buffers = 1}),
               InvalidArgument);
  EXPECT_THROW(rationalBlt(10, 0), InvalidArgument);
  EXPECT_THROW(rationalBlt(10, 3, -1), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
