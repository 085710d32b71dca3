// The objectives "curvature" and "curvature-last" of every mechanism: sums over the workloads of a spectrum.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/errors.h"
#include "core/batching/list.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/banded/loss.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/blt/loss.h"
#include "core/mechanism/dense.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/equivalent_workload.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

Spectrum randomSpectrum(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Curvature> curvatures;
  const auto count = std::uniform_int_distribution<int>(1, 5)(random);
  for (int k = 0; k < count; ++k) {
    // From 1e-4 to 1 evenly in the logarithm, now and then 0 or 1.
    const double step = unit(random) < 0.1 ? std::round(unit(random)) : std::pow(10, -4 * unit(random));
    curvatures.push_back({step, std::pow(10, 2 * unit(random) - 1)});
  }
  return Spectrum(std::move(curvatures));
}

Scenario scenarioOf(const Mechanism* mechanism, const Batching* batching, Index iterations, const Workload& workload,
                    Index bands = 5) {
  Scenario scenario({.iterations = iterations,
                     .epochs = batching->once ? 1.0 : 4.0,
                     .epsilon = 2,
                     .delta = 1e-6,
                     .mechanism = mechanism,
                     .batching = batching,
                     .tau = 2,
                     .failureProbability = 1e-3,
                     .workload = workload});
  if (scenario.searchesBands()) scenario.bands = bands;
  return scenario;
}

Scenario withObjective(const Scenario& scenario, ErrorObjective objective) {
  return with(scenario, {.objective = objective});
}

std::string described(const Scenario& scenario) {
  return std::string(scenario.mechanism->id) + " " + std::string(scenario.batching->id) + " " +
         toText(scenario.workload.spectrum());
}

constexpr ErrorObjective kObjectives[] = {ErrorObjective::Curvature, ErrorObjective::CurvatureLast};

// The largest difference of a gradient to central differences, of the largest entry.
template <class Loss>
void expectDifferences(const Loss& loss, const std::vector<double>& x, double tolerance) {
  std::vector<double> gradient(x.size()), none(x.size());
  loss(x, gradient);
  double most = 0;
  for (const double slope : gradient) most = std::max(most, std::abs(slope));
  for (std::size_t i = 0; i < x.size(); ++i) {
    constexpr double kStep = 1e-5;
    std::vector<double> up = x, down = x;
    up[i] += kStep;
    down[i] -= kStep;
    EXPECT_NEAR(gradient[i], (loss(up, none) - loss(down, none)) / (2 * kStep), tolerance * most) << i;
  }
}

TEST(Curvature, GradientsOfBandedAndBufferedLossesAreDifferences) {
  const Workload workload = Workload::prefix().withSpectrum(Spectrum({{0, 1}, {0.05, 2}, {0.7, 1}}));
  constexpr Index n = 12, kBands = 3;
  std::mt19937_64 random(2);
  std::vector<double> theta(n * kBands, 0.0);
  std::uniform_real_distribution<double> entry(0.3, 1);
  for (Index i = 0; i < n; ++i) {
    for (Index p = std::max<Index>(0, kBands - 1 - i); p < kBands; ++p)
      theta[static_cast<std::size_t>(i * kBands + p)] = entry(random) + (p == kBands - 1 ? 1 : 0);
  }
  for (const ErrorObjective objective : kObjectives) {
    BandedLoss banded(workload, n, kBands, objective);
    const ErrorSummary error = errorOf(columnNormalized(n, kBands, theta), workload);
    const double expected =
        objective == ErrorObjective::Curvature
            ? error.variance.curvature
            : (1 - kMeanShareOfLast) * error.variance.curvatureLast + kMeanShareOfLast * error.variance.curvature;
    EXPECT_NEAR(banded(theta, {}), expected, 1e-12);
    std::vector<double> gradient(theta.size());
    banded(theta, gradient);
    for (std::size_t i = kBands * kBands; i < theta.size(); i += 5) {
      std::vector<double> up = theta, down = theta;
      up[i] += 1e-6;
      down[i] -= 1e-6;
      EXPECT_NEAR(gradient[i], (banded(up, {}) - banded(down, {})) / 2e-6, 1e-7);
    }
    BltLoss blt(workload, 500, Participation::minSeparation(3, 100), 2, objective);
    expectDifferences([&](std::span<const double> x, std::span<double> out) { return blt(x, out); },
                      blt.evenStart(0, 5), 1e-6);
  }
}

TEST(Curvature, TheEquivalentWorkloadHasTheErrorOfIndependentNoise) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20; ++i) {
    const Workload workload = Workload::prefix().withSpectrum(randomSpectrum(random));
    const ErrorSummary error = errorOf(IdentityStrategy(300), workload);
    for (const ErrorObjective objective : kObjectives) {
      const double expected = error.variance[objective];
      const Workload equivalent = equivalentWorkload(workload, 300, objective);
      EXPECT_NEAR(errorOf(IdentityStrategy(300), equivalent).variance[ofComponent(objective)], expected,
                  1e-9 * expected);
    }
  }
  for (const ErrorObjective objective : kObjectives) {
    const auto equivalent = [&](double step) {
      return equivalentWorkload(Workload::prefix().withSpectrum(Spectrum({{step, 2}})), 50, objective);
    };
    EXPECT_EQ(equivalent(0), Workload::prefix());
    EXPECT_EQ(equivalent(1), Workload::identity());
  }
}

// A scenario of each mechanism that optimises for curvatures.
std::vector<Scenario> scenariosOver(const Spectrum& spectrum) {
  std::vector<Scenario> scenarios;
  for (const std::string_view name :
       {"banded-toeplitz", "banded", "dense", "blt", "band-inv-mf", "reciprocal-toeplitz", "bifr", "lambda-cgd"}) {
    scenarios.push_back(
        scenarioOf(*mechanismFromName(name), &batchings::fixedEpoch, 48, Workload::prefix().withSpectrum(spectrum)));
    if (name == "blt") scenarios.back().buffers = 2;
  }
  return scenarios;
}

// What is minimised for the curvatures is never worse in their measure than what is minimised for the mean.
TEST(Curvature, IsNeverWorseThanTheMeanInItsOwnMeasure) {
  std::mt19937_64 random(16);
  for (int i = 0; i < thorough(6, 40); ++i) {
    for (const Scenario& scenario : scenariosOver(randomSpectrum(random))) {
      const auto mean = design(scenario);
      const auto curved = design(withObjective(scenario, ErrorObjective::Curvature));
      ASSERT_TRUE(mean && curved);
      EXPECT_LE(curved->error.curvature, mean->error.curvature * (1 + 1e-7)) << described(scenario);
      EXPECT_GE(curved->error.curvature * (1 + 1e-12), curved->lowerBound) << described(scenario);
      EXPECT_GE(curved->error.mean, mean->error.mean * (1 - 1e-7)) << described(scenario);
    }
  }
}

// Likewise for the last step, against what is minimised for anything else. Toeplitz strategies have their last error as
// the largest one; a share of the objective is on the mean where columns may become dependent.
TEST(Curvature, OfTheLastStepIsNeverWorseThanOthersInItsOwnMeasure) {
  std::mt19937_64 random(17);
  for (int i = 0; i < thorough(6, 40); ++i) {
    for (const Scenario& scenario : scenariosOver(randomSpectrum(random))) {
      const auto last = design(withObjective(scenario, ErrorObjective::CurvatureLast));
      ASSERT_TRUE(last);
      EXPECT_EQ(last->objectiveError(), last->error.curvatureLast);
      EXPECT_GE(last->error.curvatureLast * (1 + 1e-12), last->lowerBound) << described(scenario);
      EXPECT_LT(last->lossErrorBound, 1e-6) << "with all its digits";
      for (const ErrorObjective other : {ErrorObjective::Mean, ErrorObjective::Last, ErrorObjective::Curvature}) {
        const auto design = noiseloom::design(withObjective(scenario, other));
        ASSERT_TRUE(design);
        EXPECT_LE(last->error.curvatureLast, design->error.curvatureLast * (1 + 1e-3))
            << described(scenario) << " " << toString(other);
      }
    }
  }
}

TEST(Curvature, OneCurvatureOfZeroIsTheLastError) {
  for (const Mechanism* mechanism : allMechanisms()) {
    const Scenario scenario =
        scenarioOf(mechanism, &batchings::fixedEpoch, 64, Workload::prefix().withSpectrum(Spectrum({{0, 3}})));
    const auto last = design(withObjective(scenario, ErrorObjective::Last));
    const auto curved = design(withObjective(scenario, ErrorObjective::CurvatureLast));
    ASSERT_TRUE(last && curved);
    // Dense solvers come to it by two routes, each to its tolerance.
    const double tolerance = mechanism->bytes ? 1e-6 : 1e-9;
    EXPECT_NEAR(curved->error.curvatureLast, last->error.last, tolerance * last->error.last) << mechanism->id;
    EXPECT_NEAR(curved->lowerBound, last->lowerBound, 1e-9 * last->lowerBound) << mechanism->id;
  }
}

TEST(Curvature, OneCurvatureOfZeroIsTheMean) {
  for (const Mechanism* mechanism : allMechanisms()) {
    const Scenario scenario =
        scenarioOf(mechanism, &batchings::fixedEpoch, 64, Workload::prefix().withSpectrum(Spectrum({{0, 3}})));
    const auto mean = design(scenario);
    const auto curved = design(withObjective(scenario, ErrorObjective::Curvature));
    ASSERT_TRUE(mean && curved);
    EXPECT_NEAR(curved->error.curvature, mean->error.mean, 1e-9 * mean->error.mean) << mechanism->id;
    EXPECT_NEAR(curved->error.mean, mean->error.mean, 1e-9 * mean->error.mean) << mechanism->id;
    EXPECT_NEAR(curved->lowerBound, mean->lowerBound, 1e-9 * mean->lowerBound) << mechanism->id;
  }
}

// One curvature alone is the mean under a weight decay, which is solved by other routes at some places.
TEST(Curvature, OneCurvatureIsTheMeanUnderWeightDecay) {
  for (const char* name : {"banded-toeplitz", "banded", "dense", "blt", "band-inv-mf", "reciprocal-toeplitz"}) {
    Scenario scenario = scenarioOf(*mechanismFromName(name), &batchings::fixedEpoch, 64, Workload::sgd(0.9, 0));
    if (std::string_view(name) == "blt") scenario.buffers = 2;
    const auto decayed = design(scenario);
    const auto curved = design(with(scenario, {.objective = ErrorObjective::Curvature,
                                               .workload = Workload::prefix().withSpectrum(Spectrum({{0.1, 1}}))}));
    EXPECT_NEAR(curved->error.curvature, decayed->error.mean, 1e-6 * decayed->error.mean) << name;
  }
}

TEST(Curvature, EveryMechanismUnderEveryBatching) {
  int at = 0;
  for (const Mechanism* mechanism : allMechanisms()) {
    for (const Batching* batching : allBatchings()) {
      Scenario scenario = scenarioOf(mechanism, batching, 48,
                                     Workload::prefix().withSpectrum(Spectrum({{0.001, 5}, {0.01, 1}, {0.2, 2}})), 4);
      const auto refused = scenario.problems();
      for (const ErrorObjective objective : kObjectives) {
        scenario.objective = objective;
        SCOPED_TRACE(described(scenario) + " " + std::string(toString(objective)));
        ASSERT_EQ(scenario.problems().size(), refused.size()) << "the objective itself is refused nowhere";
        if (!refused.empty() || at++ % thorough(5, 1) != 0) continue;
        // Dense optima have entries below 0, for which balls-in-bins is not accounted, whatever the objective.
        if (batching->ofStrategy() && mechanism == *mechanismFromName("dense")) {
          EXPECT_THROW(design(scenario), InvalidArgument);
          continue;
        }
        const auto result = design(scenario);
        ASSERT_TRUE(result);
        const ErrorSummary error = errorOf(result->strategy, scenario.workload);
        const double scale = result->noiseMultiplier.value * result->sensitivity.value;
        EXPECT_NEAR(result->error.curvature, scale * std::sqrt(error.variance.curvature),
                    1e-9 * result->error.curvature);
        EXPECT_NEAR(result->error.curvatureLast, scale * std::sqrt(error.variance.curvatureLast),
                    1e-9 * result->error.curvatureLast);
        EXPECT_LE(result->lowerBound, result->objectiveError() * (1 + 1e-12));
        EXPECT_EQ(result->objectiveError(),
                  objective == ErrorObjective::Curvature ? result->error.curvature : result->error.curvatureLast);
      }
    }
  }
}

TEST(Curvature, DenseBoundsAreBelowWithinAPart) {
  const Workload workload = Workload::prefix().withSpectrum(Spectrum({{0.001, 1}, {0.05, 1}, {0.4, 4}}));
  for (const Participation& participation : {Participation::single(), Participation::fixedEpochOrder(4, 16)}) {
    const Solution solution = optimizeDense({workload, 64, participation, ErrorObjective::Curvature});
    EXPECT_EQ(solution.summary.termination, Termination::Converged);
    EXPECT_GT(solution.lowerBound, 0);
    EXPECT_LE(solution.lowerBound, solution.summary.objective * (1 + 1e-12));
    EXPECT_GE(solution.lowerBound, solution.summary.objective * (1 - 1e-6)) << "a certificate of the optimum";
    const double error = sensitivityOf(solution.strategy, participation).value *
                         std::sqrt(errorOf(solution.strategy, workload).variance.curvature);
    EXPECT_NEAR(solution.summary.objective, error, 1e-9 * error);
  }
}

// Of dense strategies of several curvatures: converged, above the bound of each one's own, near it for one alone.
TEST(Curvature, DenseStrategiesForTheLastStepKeepTheirDigits) {
  for (const Participation& participation : {Participation::single(), Participation::fixedEpochOrder(4, 16)}) {
    const Workload workload = Workload::prefix().withSpectrum(Spectrum({{0.001, 1}, {0.05, 1}, {0.4, 4}}));
    const Solution solution = optimizeDense({workload, 64, participation, ErrorObjective::CurvatureLast});
    EXPECT_EQ(solution.summary.termination, Termination::Converged);
    const ErrorSummary error = errorOf(solution.strategy, workload);
    EXPECT_LT(error.relativeErrorBound, 1e-9);
    const double scaled =
        sensitivityOf(solution.strategy, participation).value * std::sqrt(error.variance.curvatureLast);
    EXPECT_NEAR(solution.summary.objective, scaled, 1e-9 * scaled);
    EXPECT_GT(solution.lowerBound, 0);
    EXPECT_LE(solution.lowerBound, scaled * (1 + 1e-12));
  }
  const Workload one = Workload::prefix().withSpectrum(Spectrum({{0.05, 1}}));
  const Solution solution =
      optimizeDense({.workload = one, .iterations = 64, .objective = ErrorObjective::CurvatureLast});
  const double bound = curvatureLastErrorLowerBound(one, 64, Participation::single());
  EXPECT_GE(solution.summary.objective, bound * (1 - 1e-12));
  EXPECT_LE(solution.summary.objective, bound * 1.05);
}

TEST(Curvature, NeedsASpectrumAndRunningSums) {
  Scenario scenario = scenarioOf(*mechanismFromName("banded-toeplitz"), &batchings::fixedEpoch, 48, Workload::prefix());
  for (const ErrorObjective objective : kObjectives) {
    scenario.objective = objective;
    const auto named = [&] {
      const auto problems = scenario.problems();
      return problems.empty() ? std::string() : problems.front().argument();
    };
    EXPECT_EQ(named(), "spectrum");
    const Spectrum spectrum({{0.1, 1}});
    scenario.workload = Workload::prefix().withSpectrum(spectrum);
    EXPECT_EQ(named(), "");
    for (const Workload& workload : {Workload::identity(), Workload::sgd(1, 0.9), Workload::sgd(0.9, 0),
                                     Workload::learningRates(std::vector<double>(48, 0.5), 0)}) {
      scenario.workload = workload.withSpectrum(spectrum);
      EXPECT_EQ(named(), "objective");
      EXPECT_THROW(design(scenario), InvalidArgument);
    }
    scenario.objective = ErrorObjective::Mean;
    EXPECT_EQ(named(), "");
    EXPECT_EQ(design(scenario)->error.curvature, 0);
    EXPECT_EQ(design(scenario)->error.curvatureLast, 0);
    scenario.workload = Workload::prefix();
  }
}

}  // namespace
}  // namespace noiseloom
