#include "core/mechanism/band_inv_mf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/balls_in_bins/bin_gram.h"
#include "core/base/errors.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/parts/noising_loss.h"
#include "core/participation/comb_energy.h"
#include "tests/calls.h"
#include "tests/core/dense.h"
#include "tests/core/reference.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

double errorOfNoising(const std::vector<double>& g, Index n, const Workload& workload, ErrorObjective objective) {
  return errorOf(InverseToeplitzStrategy(n, g), workload).variance[objective];
}

double sensitivityOfNoising(const std::vector<double>& g, Index n, const Participation& participation) {
  const InverseToeplitzStrategy strategy(n, g);
  return combSensitivity(strategy.strategyCoefficients(), n, participation).value;
}

Participation participationOf(const nlohmann::json& c) {
  return Participation::minSeparation(c.at("max_participations"), c.at("min_sep"));
}

TEST(BandInvMf, ReferenceOptima) {
  for (const auto& c : mechanismReference().at("bandinvmf_optimum")) {
    const Index n = c.at("n"), bands = c.at("bands");
    SCOPED_TRACE("n " + c.at("n").dump() + " bands " + c.at("bands").dump() + c.at("workload").dump());
    const Workload workload = workloadOf(c.at("workload"));
    const Solution optimum = optimizeBandInvMf({workload, n, participationOf(c)}, bands);
    EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
    const Sensitivity sensitivity = sensitivityOf(optimum.strategy, participationOf(c));
    EXPECT_EQ(sensitivity.kind, BoundKind::Exact);
    const double rtol = c.at("rtol"), sens = c.at("comb_sens"), rmse = c.at("mean_rmse_with_comb_sens");
    EXPECT_NEAR(optimum.summary.objective, rmse, rtol * rmse);
    EXPECT_NEAR(optimum.summary.initialObjective, c.at("bisr_same_bands_mean_rmse").get<double>(), rtol * 100);
    EXPECT_NEAR(sensitivity.value, sens, c.at("rtol_coefs").get<double>() * sens);
    const double mean = std::sqrt(errorOfNoising(optimum.coefficients, n, workload, ErrorObjective::Mean));
    EXPECT_NEAR(mean * sensitivity.value, optimum.summary.objective, 1e-12 * rmse);
    const auto known = c.at("noising_coefs").get<std::vector<double>>();
    ASSERT_EQ(optimum.coefficients.size(), known.size());
    for (std::size_t l = 0; l < known.size(); ++l)
      EXPECT_NEAR(optimum.coefficients[l], known[l], c.at("rtol_coefs").get<double>());
  }
}

// Where the optimum of the published objective has negative entries in C, the comb understates the sensitivity. Ours is
// valid, better than the constrained optimum C >= 0 of the reference, and worse than the unsound one.
TEST(BandInvMf, NeverClaimsTheUnsoundObjective) {
  for (const auto& c : mechanismReference().at("bandinvmf_objective_unsound")) {
    const Index n = c.at("n");
    SCOPED_TRACE(n);
    const Workload workload = workloadOf(c.at("workload"));
    const Participation participation = participationOf(c);
    const Solution optimum = optimizeBandInvMf({workload, n, participation}, c.at("bands"));
    EXPECT_EQ(optimum.summary.termination, Termination::Converged);
    EXPECT_GT(optimum.summary.objective, c.at("mean_rmse_with_comb_sens").get<double>());
    const auto& constrained = c.at("nonnegative_strategy_variant");
    EXPECT_LT(optimum.summary.objective, constrained.at("mean_rmse").get<double>());
    EXPECT_LT(optimum.summary.objective, c.at("bisr_same_bands_mean_rmse").get<double>());
    // The published optimum itself: not below what the sum of magnitudes reaches in fixed epoch order.
    const auto unsound = c.at("noising_coefs").get<std::vector<double>>();
    EXPECT_GE(sensitivityOfNoising(unsound, n, participation), c.at("epoch_sum_abs_gram_sens").get<double>());
  }
}

TEST(BandInvMf, SensitivityIsValidByEnumeration) {
  int at = 0;
  for (const Index n : {5, 9, 12}) {
    for (const Workload& workload : someWorkloads(n)) {
      for (const Index bands : {2, 3, 5}) {
        for (const auto& [k, s] : std::vector<std::pair<Index, Index>>{{1, 1}, {2, 2}, {3, 4}, {12, 1}}) {
          for (const Participation& participation :
               {Participation::minSeparation(k, s), Participation::fixedEpochOrder(k, s)}) {
            if (at++ % thorough(11, 1) != 0) continue;  // a prime that divides none of the counts
            const Solution optimum = optimizeBandInvMf({workload, n, participation}, bands);
            const double worst = enumeratedSensitivity(InverseToeplitzStrategy(n, optimum.coefficients), participation);
            const Sensitivity sensitivity = sensitivityOf(optimum.strategy, participation);
            EXPECT_GE(sensitivity.value, worst * (1 - 1e-12));
            if (sensitivity.kind == BoundKind::Exact) {
              EXPECT_NEAR(sensitivity.value, worst, 1e-9 * worst);
            }
            EXPECT_LE(sensitivity.value, worst * 1.2);
            EXPECT_LE(optimum.summary.objective, optimum.summary.initialObjective);
          }
        }
      }
    }
  }
}

// Found by critics: "converged" at 6.382. The least over a fine grid of (g_1, g_2), refined, with the sensitivity from
// the 8 x 8 matrices by enumeration, is 6.30364.
// Where negative entries are refused, the optimum without them is no worse than the start, and a small way from the
// free one's error.
TEST(BandInvMf, HasNoNegativeEntryWhereThatIsRefused) {
  for (const auto& [n, bands, k] : {std::tuple<Index, Index, Index>{400, 75, 4}, {600, 150, 2}, {1200, 20, 30}}) {
    SCOPED_TRACE(n);
    ErrorProblem problem{.iterations = n, .participation = Participation::minSeparation(k, n / k)};
    const auto leastOf = [](const Solution& solution) {
      const auto c = solution.strategy.as<InverseToeplitzStrategy>()->strategyCoefficients();
      return *std::min_element(c.begin(), c.end());
    };
    const Solution free = optimizeBandInvMf(problem, bands);
    problem.nonNegative = true;
    const Solution without = optimizeBandInvMf(problem, bands);
    EXPECT_LT(leastOf(free), -1e-9);
    EXPECT_GE(leastOf(without), -kEntryRounding);
    EXPECT_LT(without.summary.objective, without.summary.initialObjective);
    EXPECT_LT(without.summary.objective, 1.02 * free.summary.objective);
  }
}

TEST(BandInvMf, SeveralStartsFindTheLeastMinimum) {
  const Workload workload = Workload::sgd(1, 0.9);
  const Participation participation = Participation::fixedEpochOrder(2, 4);
  const Solution optimum = optimizeBandInvMf({workload, 8, participation}, 3);
  const double rmse = sensitivityOf(optimum.strategy, participation).value *
                      std::sqrt(errorOf(optimum.strategy, workload).variance.mean);
  EXPECT_NEAR(rmse, 6.30364, 2e-4);
  EXPECT_NEAR(rmse, optimum.summary.objective, 1e-9 * rmse);
}

// Rates that fall call for g(1) <= 0, a C that grows. The least losses by Nelder and Mead's simplices from the best
// places of a grid over (g_1, g_2), with sensitivity and errors from the 8 x 8 matrices by enumeration.
TEST(BandInvMf, FallingRatesMayCallForAStrategyThatGrows) {
  const std::vector<double> down{1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125};
  const std::vector<double> less{1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};
  std::vector<double> inverse;
  for (int i = 1; i <= 8; ++i) inverse.push_back(1.0 / i);
  struct Case {
    std::vector<double> rates;
    double last, mean, max;
  };
  for (const Case& c : {Case{down, 6.35469, 6.57378, 7.47792}, Case{less, 7.92457, 7.30033, 8.93388},
                        Case{inverse, 4.27213, 3.78135, 4.27213}}) {
    const Workload workload = Workload::learningRates(c.rates, 0.5);
    const Participation participation = Participation::fixedEpochOrder(2, 4);
    const auto leastIs = [&](ErrorObjective objective, double least) {
      const Solution optimum = optimizeBandInvMf({workload, 8, participation, objective}, 3);
      const double rmse = enumeratedSensitivity(optimum.strategy, participation) *
                          std::sqrt(errorOf(optimum.strategy, workload).variance[objective]);
      EXPECT_NEAR(rmse * rmse, least, 5e-5 * least) << c.rates[1] << ' ' << static_cast<int>(objective);
    };
    leastIs(ErrorObjective::Last, c.last);
    leastIs(ErrorObjective::Mean, c.mean);
    leastIs(ErrorObjective::Max, c.max);
  }
}

TEST(BandInvMf, OtherStartsNeverBreakASolve) {
  for (const Index n : {2, 5, 9, 16, 33}) {
    for (const double momentum : {0.0, 0.5, 0.95}) {
      for (const Index bands : {2, 3, 5, 8}) {
        if (bands > n) continue;
        for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
          const Workload workload = Workload::sgd(1, momentum);
          const Participation participation = Participation::fixedEpochOrder(2, (n + 1) / 2);
          const Solution optimum = optimizeBandInvMf({workload, n, participation, objective}, bands);
          const auto objectiveOf = [&](const Strategy& strategy) {
            return sensitivityOf(strategy, participation).value *
                   std::sqrt(errorOf(strategy, workload).variance[objective]);
          };
          const double found = objectiveOf(optimum.strategy);
          EXPECT_TRUE(std::isfinite(found));
          EXPECT_LE(found, objectiveOf(InverseToeplitzStrategy(n, bisrCoefficients(workload, bands))) * (1 + 1e-9))
              << n << ' ' << momentum << ' ' << bands;
        }
      }
    }
  }
}

TEST(BandInvMf, GradientMatchesCentralDifferences) {
  for (const auto& [n, s] : std::vector<std::pair<Index, Index>>{{30, 5}, {2000, 500}}) {
    for (const Workload& workload : someWorkloads(n)) {
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
        for (const double smoothing : {0.0, 1e-2}) {
          const RunControl control;
          NoisingError error(workload, n, 4, objective, control);
          NoisingLoss loss(n, 4, 4, s, error, control);
          std::vector<double> g{1, -0.9, 0.3, -0.2};
          std::vector<double> gradient(g.size()), unused(g.size());
          const double value = loss(g, smoothing, gradient);
          ASSERT_TRUE(std::isfinite(value));
          for (std::size_t l = 1; l < g.size(); ++l) {
            const double kept = g[l], step = 1e-5;
            g[l] = kept + step;
            const double above = loss(g, smoothing, unused);
            g[l] = kept - step;
            const double below = loss(g, smoothing, unused);
            g[l] = kept;
            EXPECT_NEAR(gradient[l], (above - below) / (2 * step), 1e-6 * value) << n << " " << l;
          }
        }
      }
    }
  }
}

TEST(BandInvMf, ClosedEnergyAgreesWithTheComb) {
  const RunControl control;
  const Workload workload = Workload::prefix();
  const Index n = 2000;
  NoisingError error(workload, n, 3, ErrorObjective::Mean, control);
  NoisingLoss loss(n, 3, 4, 500, error, control);
  const std::vector<double> g{1, -0.5, -0.2};
  std::vector<double> gradient(g.size());
  const InverseToeplitzStrategy strategy(n, g);
  const double known =
      combEnergy(strategy.strategyCoefficients(), n, 4, 500) * errorOfNoising(g, n, workload, ErrorObjective::Mean);
  EXPECT_NEAR(loss(g, 0, gradient), known, 1e-12 * known);
}

// A line search may step so far that the last variable's exponent is beyond all doubles: no point, but no end either.
TEST(BandInvMf, TheLossOfAnEntryThatIsNoNumberIsInfinite) {
  const RunControl control;
  const Workload workload = Workload::prefix();
  for (const double none : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    NoisingError error(workload, 100, 3, ErrorObjective::Mean, control);
    NoisingLoss loss(100, 3, 4, 25, error, control);
    std::vector<double> gradient(3, 7);
    EXPECT_EQ(loss(std::vector<double>{1, -0.5, none}, 0, gradient), std::numeric_limits<double>::infinity());
    EXPECT_EQ(gradient, std::vector<double>(3, 0));
    EXPECT_TRUE(std::isfinite(loss(std::vector<double>{1, -0.5, -0.1}, 0, gradient)));
  }
}

// No small change of any coefficient helps, for every objective and workload.
TEST(BandInvMf, OptimaAreLocalMinimaForEveryObjective) {
  const Index n = 40, bands = 4;
  const Participation participation = Participation::minSeparation(4, 10);
  int at = 0;
  for (const Workload& workload : someWorkloads(n)) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      if (at++ % thorough(4, 1) != 0) continue;
      // There C rises over many steps, and the comb that is minimised is not the worst pattern of its C >= 0.
      if (!workload.isToeplitz() && objective == ErrorObjective::Last) continue;
      const Solution optimum = optimizeBandInvMf({workload, n, participation, objective}, bands);
      EXPECT_EQ(optimum.summary.termination, Termination::Converged) << optimum.summary.message;
      if (workload.name() == "identity") {
        EXPECT_EQ(optimum.summary.objective, optimum.summary.initialObjective);  // independent noise
      } else {
        EXPECT_LT(optimum.summary.objective, optimum.summary.initialObjective);
      }
      for (std::size_t l = 1; l < optimum.coefficients.size(); ++l) {
        for (const double step : {-1e-2, 1e-2}) {
          std::vector<double> g = optimum.coefficients;
          g[l] += step;
          const double sens = sensitivityOfNoising(g, n, participation);
          EXPECT_GT(sens * std::sqrt(errorOfNoising(g, n, workload, objective)), optimum.summary.objective);
        }
      }
    }
  }
}

TEST(BandInvMf, LargeProblemsConvergeAndEvaluationsDoNotGrow) {
  for (const auto& [n, k] : std::vector<std::pair<Index, Index>>{{100'000, 1}, {1'000'000, 1}, {100'000, 20}}) {
    const Solution optimum = optimizeBandInvMf({Workload::prefix(), n, Participation::minSeparation(k, n / k)}, 16);
    EXPECT_EQ(optimum.summary.termination, Termination::Converged) << n;
    EXPECT_LT(optimum.summary.evaluations, 300) << n;
    EXPECT_LT(optimum.summary.objective, optimum.summary.initialObjective / 3);
  }
}

TEST(BandInvMf, StopsAndRefuses) {
  const RunControl stopped = stoppedAtOnce();
  for (const Workload& workload : {Workload::prefix(), Workload::learningRates(std::vector<double>(100'000, 1), 0.9)}) {
    const Solution optimum = optimizeBandInvMf({workload, 100'000, Participation::minSeparation(2, 1000)}, 4, stopped);
    EXPECT_EQ(optimum.summary.termination, Termination::Stopped);
    EXPECT_EQ(optimum.coefficients, bisrCoefficients(workload, 4));
    EXPECT_TRUE(std::isfinite(optimum.summary.objective));
    EXPECT_GT(sensitivityOf(optimum.strategy, Participation::minSeparation(2, 1000)).value, 1);
  }
  EXPECT_THROW(optimizeBandInvMf({Workload::prefix(), 4}, 5), InvalidArgument);
  EXPECT_THROW(optimizeBandInvMf({Workload::prefix(), 0}, 1), InvalidArgument);
  EXPECT_THROW(optimizeBandInvMf({Workload::prefix(), 4, Participation::minSeparation(0, 1)}, 2), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
