#include <gtest/gtest.h>

#include <cmath>

#include "core/batching/list.h"
#include "core/error/lower_bound.h"
#include "core/mechanism/families.h"
#include "core/search/designer.h"
#include "core/search/mechanism_ranking.h"
#include "tests/core/dense.h"
#include "tests/core/error/column_error.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

constexpr Index kIterations = 96;

Scenario scenarioOf(const Mechanism* kind, const Batching* batching) {
  return Scenario(
      {.iterations = kIterations, .epochs = 4, .epsilon = 4, .delta = 1e-6, .mechanism = kind, .batching = batching});
}

std::string described(const Scenario& scenario) {
  return std::string(toString(scenario.mechanism)) + ", " + std::string(toString(scenario.batching)) + ", " +
         std::string(toString(scenario.objective)) + ", momentum " + std::to_string(scenario.workload.beta()) +
         ", rates " + std::to_string(scenario.workload.eta().size());
}

// What every design must satisfy, whatever the mechanism.
void examine(const Design& design) {
  const Scenario& scenario = design.scenario;
  const Strategy& strategy = design.strategy;
  if (scenario.mechanism != *mechanismFromName("best")) {
    EXPECT_EQ(design.mechanism, scenario.mechanism);
  }
  for (Index j = 0; j < kIterations; ++j) {
    const double diagonal = strategy.entry(strategy.ownRow(j), j);
    ASSERT_GT(diagonal, 0);
  }
  // The errors by the plain definition.
  const ErrorSummary plain = errorByColumns(strategy, scenario.workload);
  const double square = design.sensitivity.value * design.sensitivity.value;
  EXPECT_NEAR(design.loss.mean, square * plain.variance.mean, 1e-9 * design.loss.mean);
  EXPECT_NEAR(design.loss.max, square * plain.variance.max, 1e-9 * design.loss.max);
  EXPECT_NEAR(design.loss.last, square * plain.variance.last, 1e-9 * design.loss.last);
  // No mechanism is below the lower bounds.
  const double sigma = design.noiseMultiplier.value;
  const Participation participation = scenario.participation();
  const Workload& workload = scenario.workload;
  constexpr double kRounding = 1 - 1e-9;
  EXPECT_GE(design.error.mean, sigma * meanErrorLowerBound(workload, kIterations, participation) * kRounding);
  EXPECT_GE(design.error.max, sigma * maxErrorLowerBound(workload, kIterations, participation) * kRounding);
  EXPECT_GE(design.error.last, sigma * lastErrorLowerBound(workload, kIterations, participation) * kRounding);
  // The sensitivity is at least what the comb 0, s, 2s, ... with equal contributions reaches.
  std::vector<double> comb(kIterations, 0.0), image(static_cast<std::size_t>(strategy.rows()));
  const bool single = participation.schema == Participation::Schema::Single;
  for (Index hit = 0; hit < (single ? 1 : participation.participations); ++hit) {
    if (const Index at = hit * participation.separation; at < kIterations) comb[static_cast<std::size_t>(at)] = 1;
  }
  strategy.multiply(comb, image);
  double reached = 0;
  for (const double value : image) reached += value * value;
  EXPECT_GE(design.sensitivity.value, std::sqrt(reached) * kRounding);
}

TEST(Mechanism, EveryOneUnderEveryBatchingObjectiveAndWorkload) {
  int at = 0;
  for (const Mechanism* kind : allMechanisms()) {
    for (const Batching* batching :
         {&batchings::single, &batchings::fixedEpoch, &batchings::minSeparation, &batchings::cyclicPoisson}) {
      Scenario scenario = scenarioOf(kind, batching);
      if (batching == &batchings::cyclicPoisson && !scenario.mechanism->banded(scenario)) {
        if (kind != *mechanismFromName("dense")) {
          EXPECT_FALSE(scenario.problems().empty()) << described(scenario);
          continue;
        }
        scenario.bands = 12;
      }
      if (scenario.usesBands() && kind != *mechanismFromName("dense")) scenario.bands = 6;
      for (const Workload& workload : someWorkloads(kIterations)) {
        // The other objectives once, for momentum, where they differ most.
        const bool momentum = workload.isToeplitz() && workload.beta() == 0.9;
        for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
          if (objective != ErrorObjective::Mean && (!momentum || batching != &batchings::fixedEpoch)) continue;
          if (at++ % thorough(7, 1) != 0) continue;  // other ones for each mechanism and batching
          scenario = with(scenario, {.objective = objective, .workload = workload});
          SCOPED_TRACE(described(scenario));
          const auto result = design(scenario);
          ASSERT_TRUE(result);
          examine(*result);
        }
      }
    }
  }
}

TEST(Mechanism, EveryOneUnderWindowsAndGivenCoefficients) {
  int at = 0;
  for (const Mechanism* kind : allMechanisms()) {
    for (const Workload& workload : seriesWorkloads(kIterations)) {
      Scenario scenario = with(scenarioOf(kind, &batchings::fixedEpoch), {.workload = workload});
      if (scenario.usesBands() && kind != *mechanismFromName("dense")) scenario.bands = 6;
      SCOPED_TRACE(described(scenario));
      if (kind == *mechanismFromName("banded")) {
        ASSERT_FALSE(scenario.problems().empty());
        EXPECT_EQ(scenario.problems()[0].argument(), "mechanism");
        continue;
      }
      if (at++ % thorough(2, 1) != 0) continue;
      for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
        scenario.objective = objective;
        const auto result = design(scenario);
        ASSERT_TRUE(result);
        examine(*result);
      }
    }
  }
  // Where every column is made by itself, n has a limit.
  for (const char* name : {"tree", "recursive-blt"}) {
    Scenario scenario = scenarioOf(*mechanismFromName(name), &batchings::fixedEpoch);
    scenario.iterations = 20'000;
    EXPECT_TRUE(scenario.problems().empty());
    scenario.workload = Workload::prefix().withWindow(10);
    ASSERT_FALSE(scenario.problems().empty());
    EXPECT_EQ(scenario.problems()[0].argument(), "iterations");
  }
}

// Dense optima follow any matrix; what does not is refused by name.
TEST(Mechanism, MatricesThatAreGivenHaveDenseOptima) {
  std::vector<double> rows;
  for (Index i = 0; i < kIterations; ++i) {
    for (Index j = 0; j <= i; ++j) rows.push_back(i == j ? 1 : 1.0 / static_cast<double>(1 + (i * 7 + j * 3) % 11));
  }
  const Workload matrix = Workload::matrix(rows, "queries.csv");
  for (const Mechanism* kind : allMechanisms()) {
    Scenario scenario = with(scenarioOf(kind, &batchings::fixedEpoch), {.workload = matrix});
    SCOPED_TRACE(described(scenario));
    if (!kind->anyWorkload) {
      if (scenario.usesBands()) scenario.bands = 6;
      ASSERT_FALSE(scenario.problems().empty());
      EXPECT_EQ(scenario.problems()[0].argument(), "mechanism");
      continue;
    }
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max, ErrorObjective::Last}) {
      scenario.objective = objective;
      const auto result = design(scenario);
      ASSERT_TRUE(result);
      examine(*result);
    }
  }
  Scenario dense = with(scenarioOf(*mechanismFromName("dense"), &batchings::fixedEpoch), {.workload = matrix});
  const auto whole = design(dense);
  dense.workload = Workload::prefix();
  const auto sums = design(dense);
  const double other = sums->sensitivity.value * std::sqrt(errorOf(sums->strategy, matrix).variance.mean);
  EXPECT_LT(std::sqrt(whole->loss.mean), other * (1 + 1e-9));
  dense.workload = matrix;
  dense.bands = 6;
  const auto banded = design(dense);
  EXPECT_GT(banded->error.mean, whole->error.mean);
  dense.batching = &batchings::cyclicPoisson;
  EXPECT_TRUE(design(dense));
  dense.iterations = kIterations / 2;
  ASSERT_FALSE(dense.problems().empty());
  EXPECT_EQ(dense.problems()[0].argument(), "iterations");
}

// An optimum has no more error than other strategies of its class, and gains what the workload allows.
TEST(Mechanism, OptimaUnderWindowsAreBetterThanThoseOfRunningSums) {
  const Workload window = Workload::prefix().withWindow(20);
  for (const char* name : {"banded-toeplitz", "band-inv-mf", "blt", "dense", "bifr"}) {
    Scenario scenario = scenarioOf(*mechanismFromName(name), &batchings::single);
    if (scenario.usesBands() && std::string_view(name) != "dense") scenario.bands = 8;
    const auto sums = design(scenario);
    scenario.workload = window;
    const auto own = design(scenario);
    const double other = sums->sensitivity.value * std::sqrt(errorOf(sums->strategy, window).variance.mean);
    EXPECT_LT(std::sqrt(own->loss.mean), other * (1 + 1e-9)) << name;
    EXPECT_GE(std::sqrt(own->loss.mean),
              meanErrorLowerBound(window, scenario.iterations, scenario.participation()) * (1 - 1e-9))
        << name;
  }
}

TEST(Mechanism, TreeWithItsFullDecoderAndATaperedToeplitz) {
  Scenario tree = scenarioOf(*mechanismFromName("tree"), &batchings::fixedEpoch);
  const auto online = design(tree);
  tree.treeDecoder = TreeDecoder::Full;
  const auto full = design(tree);
  examine(*full);
  EXPECT_NEAR(full->sensitivity.value, online->sensitivity.value, 1e-10 * online->sensitivity.value);
  EXPECT_LT(full->error.mean, online->error.mean);
  tree.treeDecoder = TreeDecoder::OwnNode;
  const auto own = design(tree);
  examine(*own);
  EXPECT_EQ(own->strategy.as<TreeStrategy>()->estimate(), TreeEstimate::OwnNode);
  EXPECT_EQ(own->sensitivity.value, online->sensitivity.value);
  EXPECT_GT(own->error.mean, online->error.mean);

  Scenario robust = with(scenarioOf(*mechanismFromName("banded-toeplitz"), &batchings::minSeparation), {.bands = 24});
  const auto plain = design(robust);
  robust.robustFrom = 12;
  const auto tapered = design(robust);
  examine(*tapered);
  EXPECT_GT(tapered->error.mean, plain->error.mean);
  const auto atHalf = Participation::minSeparation(4, 12);
  EXPECT_LT(sensitivityOf(tapered->strategy, atHalf).value / tapered->sensitivity.value,
            sensitivityOf(plain->strategy, atHalf).value / plain->sensitivity.value);
}

TEST(Mechanism, BestBandsAreSearchedForWhereThereAreBands) {
  for (const Mechanism* kind : {*mechanismFromName("bsr"), *mechanismFromName("bisr"),
                                *mechanismFromName("band-inv-mf"), *mechanismFromName("reciprocal-toeplitz")}) {
    Scenario scenario = scenarioOf(kind, &batchings::fixedEpoch);
    const auto best = design(scenario);
    SCOPED_TRACE(described(scenario));
    EXPECT_GT(best->bands, 1);
    for (const Index bands : {1, 2, 4, 8, 16}) {
      scenario.bands = bands;
      EXPECT_LE(best->error.mean, design(scenario)->error.mean * (1 + 3e-5)) << bands;
    }
  }
}

TEST(Mechanism, ProgressNeverFalls) {
  for (const Mechanism* kind : allMechanisms()) {
    for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
      const Scenario scenario = with(scenarioOf(kind, &batchings::fixedEpoch), {.objective = objective});
      SCOPED_TRACE(described(scenario));
      double last = 0;
      design(scenario, {{}, [&](const Progress& progress) {
                          EXPECT_GE(progress.fraction, last) << progress.stage;
                          last = progress.fraction;
                        }});
      EXPECT_LE(last, 1);
    }
  }
}

TEST(Mechanism, ProblemsNameTheFieldThatStandsInTheWay) {
  const auto named = [](const Scenario& scenario) {
    const auto problems = scenario.problems();
    return problems.empty() ? std::string() : problems.front().argument();
  };
  for (const Mechanism* kind :
       {*mechanismFromName("tree"), *mechanismFromName("square-root"), *mechanismFromName("bisr"),
        *mechanismFromName("band-inv-mf"), *mechanismFromName("blt"), *mechanismFromName("dense")}) {
    EXPECT_EQ(named(scenarioOf(kind, &batchings::cyclicPoisson)), "mechanism");
  }
  Scenario stamped = scenarioOf(*mechanismFromName("stamped"), &batchings::cyclicPoisson);
  EXPECT_EQ(named(stamped), "");
  stamped.stamps = 3;  // blocks of 32 where n/k is 24
  EXPECT_EQ(named(stamped), "stamps");
  // One an epoch is too long where epochs do not divide the steps: then there are more.
  stamped.stamps.reset();
  stamped.iterations = 1172;
  stamped.epochs = 10;
  EXPECT_EQ(named(stamped), "");
  EXPECT_EQ(stamped.effectiveStamps(), 11);
  stamped.batching = &batchings::fixedEpoch;
  EXPECT_EQ(stamped.effectiveStamps(), 10);
  const Scenario dense = with(scenarioOf(*mechanismFromName("dense"), &batchings::single), {.iterations = 1'000'000});
  EXPECT_EQ(named(dense), "iterations");
  const Scenario blt = with(scenarioOf(*mechanismFromName("blt"), &batchings::fixedEpoch), {.buffers = 0});
  EXPECT_EQ(named(blt), "buffers");
  Scenario few = scenarioOf(*mechanismFromName("square-root"), &batchings::fixedEpoch);
  few.mostNoiseRows = 10;
  EXPECT_EQ(named(few), "most_noise_rows");
}

// As they stand in a window while they are typed.
TEST(Mechanism, LeavesCountsThatNoDesignHasToTheScenario) {
  for (const Mechanism* kind : allMechanisms()) {
    for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::ballsInBins, &batchings::fixedEpoch,
                                     &batchings::minSeparation, &batchings::single}) {
      for (const Index count : {Index{-3}, Index{0}, Index{1}, Index{7}, Index{1} << 53}) {
        for (const Index epochs : {Index{-1}, Index{0}, Index{1}, Index{9}, Index{1} << 53}) {
          Scenario scenario = with(scenarioOf(kind, batching),
                                   {.iterations = count, .epochs = static_cast<double>(epochs), .mostNoiseRows = 3});
          const bool counts = count >= 1 && epochs >= 1;
          EXPECT_TRUE(counts || !mechanismProblem(scenario)) << described(scenario);
          EXPECT_TRUE(counts || !scenario.problems().empty()) << described(scenario);
          for (const Index stamps : {-1, 0, 3}) {
            scenario.stamps = stamps;
            EXPECT_TRUE(counts || !mechanismProblem(scenario)) << described(scenario);
          }
        }
      }
    }
  }
}

TEST(MechanismRanking, OrdersWhatRunsAndSaysWhyTheRestDoesNot) {
  const Scenario scenario = scenarioOf(*mechanismFromName("best"), &batchings::cyclicPoisson);
  const auto ranking = rankMechanisms(scenario);
  ASSERT_EQ(ranking.size(), allMechanisms().size());
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    EXPECT_NE(ranking[i].design == nullptr, ranking[i].leftOut.empty());
    if (i > 0) {
      EXPECT_LE(ranking[i - 1].error(), ranking[i].error());
    }
  }
  EXPECT_EQ(ranking.front().mechanism, *mechanismFromName("banded"));
  const auto best = design(scenario);
  EXPECT_EQ(best->mechanism, *mechanismFromName("banded"));
  EXPECT_EQ(best->scenario.mechanism, *mechanismFromName("best"));
  EXPECT_EQ(best->error.mean, ranking.front().design->error.mean);
}

TEST(MechanismRanking, KeepsToTheNoiseRows) {
  Scenario scenario = with(scenarioOf(*mechanismFromName("best"), &batchings::fixedEpoch), {.mostNoiseRows = 3});
  for (const RankedMechanism& entry : rankMechanisms(scenario)) {
    if (entry.design) {
      EXPECT_LE(entry.design->strategy.noiseRows(), 3) << toString(entry.mechanism);
    }
  }
  scenario.mostNoiseRows = 1000;
  const auto free = design(scenario);
  scenario.mostNoiseRows = 3;
  EXPECT_GT(design(scenario)->error.mean, free->error.mean);
}

TEST(MechanismRanking, ATimeLimitLeavesOutWhatItNames) {
  Scenario scenario = with(scenarioOf(*mechanismFromName("best"), &batchings::fixedEpoch),
                           {.objective = ErrorObjective::Max, .workload = someWorkloads(kIterations)[3]});
  for (const RankedMechanism& entry : rankMechanisms(scenario)) EXPECT_FALSE(entry.forTime) << entry.leftOut.english();
  for (const double seconds : {0.005, 0.05}) {
    scenario.mostSeconds = seconds;
    for (const RankedMechanism& entry : rankMechanisms(scenario)) {
      EXPECT_NE(entry.design == nullptr, entry.leftOut.empty()) << toString(entry.mechanism);
      if (entry.design) examine(*entry.design);
    }
  }
  scenario.mostSeconds = 1e-9;
  EXPECT_THAT([&] { design(scenario); }, ThrowsMessage<InvalidArgument>(HasSubstr("most_seconds")));
}

// What is said of others is true of them: none is better than the first, whose numbers of bands were all tried.
TEST(MechanismRanking, IsTheBestOfAllThatRun) {
  for (const Batching* batching : {&batchings::cyclicPoissonRandom, &batchings::bMinSep, &batchings::fixedEpoch}) {
    const Scenario scenario = with(scenarioOf(*mechanismFromName("best"), batching), {.iterations = 60, .epochs = 3});
    const double least = design(scenario)->objectiveError();
    for (const Mechanism* mechanism : allMechanisms()) {
      const Scenario own = with(scenario, {.mechanism = mechanism});
      if (!own.problems().empty()) continue;
      EXPECT_LE(least, 1.005 * design(own)->objectiveError()) << toString(batching) << " " << toString(mechanism);
    }
  }
}

TEST(MechanismRanking, StopLeavesTheRestOut) {
  std::stop_source source;
  int designs = 0;
  const auto ranking = rankMechanisms(scenarioOf(*mechanismFromName("best"), &batchings::fixedEpoch),
                                      {source.get_token(), {}}, [&](const RankedMechanism&) {
                                        if (++designs == 3) source.request_stop();
                                      });
  EXPECT_EQ(designs, 3);
  EXPECT_TRUE(ranking.front().design);
  EXPECT_EQ(std::ranges::count_if(ranking, [](const RankedMechanism& each) { return each.design != nullptr; }), 3);
  EXPECT_TRUE(std::ranges::any_of(ranking, [](const RankedMechanism& each) { return each.leftOut == "stopped"; }));
}

// scaling-bandmf, section 4: the general banded optimum is never worse than the column-normalised Toeplitz one and at
// most 2 % better; BSR loses up to 25 %.
TEST(Mechanism, BandedClassesAreAsFarApartAsPublished) {
  double bsrLoses = 0;
  for (const auto& [n, b] :
       std::vector<std::pair<Index, Index>>{{64, 4}, {256, 8}, {1024, 16}, {1024, 64}, {4096, 8}}) {
    Scenario scenario({.iterations = n, .epochs = 1, .bands = b, .batching = &batchings::single});
    const auto rmse = [&](const Mechanism* kind) {
      scenario.mechanism = kind;
      return design(scenario)->error.mean;
    };
    const double banded = rmse(*mechanismFromName("banded")), toeplitz = rmse(*mechanismFromName("banded-toeplitz"));
    EXPECT_LE(banded, toeplitz) << n << " " << b;
    EXPECT_LE(toeplitz, 1.02 * banded) << n << " " << b;
    bsrLoses = std::max(bsrLoses, rmse(*mechanismFromName("bsr")) / toeplitz - 1);
  }
  EXPECT_GT(bsrLoses, 0.05);
  EXPECT_LT(bsrLoses, 0.25);
}

// The paper has "at most 0.25 %" for these; the general optimum found here is better than theirs: 0.258 % at b = 32.
TEST(Mechanism, BandedAndToeplitzMeetAtManyIterations) {
  Scenario scenario({.iterations = 16'384, .epochs = 1, .batching = &batchings::single});
  for (const Index bands : {8, 32}) {
    scenario = with(scenario, {.mechanism = *mechanismFromName("banded"), .bands = bands});
    const double banded = design(scenario)->error.mean;
    scenario.mechanism = *mechanismFromName("banded-toeplitz");
    const double toeplitz = design(scenario)->error.mean;
    EXPECT_LE(banded, toeplitz);
    EXPECT_LE(toeplitz, 1.0026 * banded) << bands;
  }
}

TEST(Mechanism, FamiliesHaveEachOnce) {
  std::vector<const Mechanism*> members;
  for (const MechanismFamily& family : mechanismFamilies()) {
    EXPECT_FALSE(family.name.empty());
    EXPECT_FALSE(family.members.empty()) << family.name.english();
    members.insert(members.end(), family.members.begin(), family.members.end());
  }
  EXPECT_THAT(members, UnorderedElementsAreArray(offeredMechanisms()));
}

}  // namespace
}  // namespace noiseloom
