// What claims say of jobs, against jobs that are small enough to be enumerated: under every accounting, each job that
// it covers has no more delta than it certifies, and some that it does not cover have many times as much.
// docs/formats.md has the table of who covers whom.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "core/batching/list.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"
#include "tests/property/concrete_jobs.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 4;
constexpr Index kExamples = 8;

Strategy strategyOf(Index bands) {
  if (bands == 1) return IdentityStrategy(kSteps);
  return ToeplitzStrategy(kSteps, {1, 0.9});
}

Scenario scenarioOf(const Batching* batching, Index epochs, double epsilon, double delta) {
  Scenario scenario({.iterations = kSteps,
                     .epochs = static_cast<double>(epochs),
                     .epsilon = epsilon,
                     .delta = delta,
                     .batching = batching,
                     .datasetSize = kExamples});
  // Certificates by draws, quick ones.
  return with(scenario, {.tau = 2, .failureProbability = 1e-3});
}

// The standard deviation that a design has, for the scenario's guarantee.
double certifiedStddev(const Scenario& scenario, const Strategy& strategy) {
  const Sensitivity sensitivity = sensitivityOf(strategy, scenario.participation());
  return accountingOf(scenario, strategy, sensitivity)->calibrate({}).noiseMultiplier.value * sensitivity.value;
}

// The least K that costs no more than half of delta, where it costs any; a tight one where it is in the pair.
Index largestBatchOf(Scenario scenario, Index bands) {
  Index most = static_cast<Index>(scenario.epochs) * *scenario.datasetSize / kSteps;
  if (scenario.batching->noiseBy == NoiseBy::Composition) return most;
  for (;; ++most) {
    scenario.largestBatch = most;
    if (capReached(scenario, bands) <= 0.5 * scenario.delta) return most;
  }
}

bool isOffered(const Scenario& scenario, Index bands) {
  if (scenario.adjacency == Adjacency::ReplaceOne && !scenario.batching->replaceOne) return false;
  if (scenario.batching->banded && bands > scenario.mostParts()) return false;
  return !scenario.batching->bandsAtMost || scenario.batching->bandsAtMost(scenario, bands) == bands;
}

// Fewer where there are many sums.
Index drawsFor(const std::vector<Worlds>& worlds, Index most) {
  return std::clamp<Index>(most * 100 / static_cast<Index>(worlds.front().with.size()), 400, most);
}

class CoveredJobs : public ::testing::TestWithParam<const Batching*> {};

TEST_P(CoveredJobs, StayWithinTheCertificate) {
  const Batching* batching = GetParam();
  constexpr double kEpsilon = 1, kDelta = 0.05;
  const Index draws = thorough<Index>(4'000, 40'000);
  Index judged = 0;
  for (const auto& [epochs, bands, cut, adjacency] : [] {
         std::vector<std::tuple<Index, Index, bool, Adjacency>> all;
         for (const Index k : {1, 2}) {
           for (const Index b : {1, 2}) {
             for (const bool isCut : {false, true}) {
               for (const Adjacency each : valuesOf<Adjacency>()) all.emplace_back(k, b, isCut, each);
             }
           }
         }
         return all;
       }()) {
    Scenario scenario = with(scenarioOf(batching, epochs, kEpsilon, kDelta), {.adjacency = adjacency});
    if (!isOffered(scenario, bands) || (cut && !batching->batchLaw)) continue;
    if (cut) {
      scenario.datasetSize = kExamples / 2;  // all ways to fill a batch are enumerated
      scenario.largestBatch = largestBatchOf(scenario, bands);
    }
    const Strategy strategy = strategyOf(bands);
    std::optional<double> stddev;
    std::vector<std::vector<Worlds>> judgedWorlds;  // some jobs are the same under other names
    for (const JobBatching* job : allJobBatchings()) {
      if (job == &jobs::asAccounted || job == &jobs::drawn) continue;
      scenario.jobBatching = job;
      if (coverageOf(scenario, bands).status == AssumptionStatus::Violated) continue;
      if (!stddev) stddev = certifiedStddev(scenario, strategy);
      Scenario done = scenario;
      done.epochs = static_cast<double>(scenario.effectiveParticipations());  // it stops after one pass
      for (const int others : {0, -1}) {
        SCOPED_TRACE(std::string(job->id) + ", " + std::to_string(epochs) + " epochs, " + std::to_string(bands) +
                     " bands, " + (cut ? "cut, " : "") + std::string(toString(adjacency)) + ", others " +
                     std::to_string(others));
        ++judged;
        const auto worlds = worldsOf(done, bands, others);
        if (std::ranges::find(judgedWorlds, worlds) != judgedWorlds.end()) continue;
        judgedWorlds.push_back(worlds);
        const Estimate delta = worstDelta(worlds, denseOf(strategy), *stddev, kEpsilon, drawsFor(worlds, draws));
        EXPECT_LE(delta.value - 4 * delta.error, kDelta);
      }
    }
  }
  EXPECT_GT(judged, 0);
}

INSTANTIATE_TEST_SUITE_P(OfEachAccounting, CoveredJobs, ::testing::ValuesIn(batchings::kOffered),
                         [](const auto& batching) {
                           std::string name(batching.param->id);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

struct Uncovered {
  const Batching* batching;
  const JobBatching* job;
  Index epochs, bands;
  Adjacency adjacency;
  bool cut;
  double epsilon, delta;
  double times;  // as much delta, at least, as is certified
};

class UncoveredJobs : public ::testing::TestWithParam<Uncovered> {};

TEST_P(UncoveredJobs, HaveMoreThanIsCertified) {
  const Uncovered& given = GetParam();
  Scenario scenario = with(scenarioOf(given.batching, given.epochs, given.epsilon, given.delta),
                           {.jobBatching = given.job, .adjacency = given.adjacency, .tau = 1.1});
  if (given.cut) scenario.largestBatch = given.epochs * kExamples / kSteps + 1;
  EXPECT_EQ(coverageOf(scenario, given.bands).status, AssumptionStatus::Violated);
  const Strategy strategy = strategyOf(given.bands);
  const double stddev = certifiedStddev(scenario, strategy);
  double worst = 0;
  for (const int others : {0, -1}) {
    const auto worlds = worldsOf(scenario, given.bands, others);
    const Estimate delta = worstDelta(worlds, denseOf(strategy), stddev, given.epsilon,
                                      drawsFor(worlds, thorough<Index>(60'000, 600'000)));
    worst = std::max(worst, delta.value - 4 * delta.error);
  }
  RecordProperty("times", std::to_string(worst / given.delta));
  EXPECT_GE(worst, given.times * given.delta);
}

constexpr auto kRemoved = Adjacency::AddRemove;
INSTANTIATE_TEST_SUITE_P(
    Some, UncoveredJobs,
    ::testing::Values(
        Uncovered{&batchings::cyclicPoisson, &jobs::cyclicPoissonRandom, 2, 2, kRemoved, true, 12, 1e-5, 10},
        Uncovered{&batchings::cyclicPoisson, &jobs::poisson, 2, 2, kRemoved, false, 12, 1e-5, 100},
        Uncovered{&batchings::cyclicPoisson, &jobs::truncatedPoisson, 2, 2, kRemoved, true, 12, 1e-5, 100},
        Uncovered{&batchings::cyclicPoisson, &jobs::fixedSizeSamples, 2, 1, kRemoved, false, 12, 1e-5, 100},
        Uncovered{&batchings::cyclicPoisson, &jobs::shuffledOnce, 1, 1, kRemoved, false, 2, 1e-3, 3},
        Uncovered{&batchings::cyclicPoissonRandom, &jobs::cyclicPoisson, 1, 2, kRemoved, false, 12, 1e-3, 1.4},
        Uncovered{&batchings::bMinSep, &jobs::cyclicPoisson, 1, 2, kRemoved, false, 12, 1e-3, 2.5},
        Uncovered{&batchings::bMinSep, &jobs::minSeparation, 2, 2, kRemoved, false, 12, 1e-3, 1.7},
        Uncovered{&batchings::ballsInBins, &jobs::shuffledOnce, 1, 1, kRemoved, false, 4, 1e-3, 3},
        Uncovered{&batchings::ballsInBins, &jobs::randomAllocation, 2, 2, kRemoved, false, 12, 1e-3, 3},
        Uncovered{&batchings::ballsInBins, &jobs::balancedIterations, 2, 2, kRemoved, false, 12, 1e-3, 3},
        Uncovered{&batchings::cyclicAllocation, &jobs::randomAllocation, 2, 2, kRemoved, false, 12, 1e-3, 1.4},
        Uncovered{&batchings::fixedSize, &jobs::fixedSizeSamples, 2, 2, kRemoved, false, 12, 1e-5, 100},
        Uncovered{&batchings::fixedSize, &jobs::fixedSizeSamples, 2, 2, Adjacency::ReplaceOne, false, 12, 1e-5, 100},
        Uncovered{&batchings::fixedEpoch, &jobs::shuffledEachEpoch, 2, 2, kRemoved, false, 12, 1e-5, 5},
        Uncovered{&batchings::fixedEpoch, &jobs::poisson, 2, 1, kRemoved, false, 12, 1e-3, 1.8},
        Uncovered{&batchings::minSeparation, &jobs::bMinSep, 1, 2, kRemoved, false, 12, 1e-3, 2}),
    [](const auto& job) {
      std::string name = std::string(job.param.job->id) + "_as_" + std::string(job.param.batching->id) + "_" +
                         std::string(toString(job.param.adjacency)) + "_" + std::to_string(job.param.bands);
      std::ranges::replace(name, '-', '_');
      return name;
    });

// A job of which each group draws itself, with the noise of parts of equal size: what it makes of delta. Strategies of
// next to no correlation, so that the steps of the example's group are all that counts; b k = n, so that a group is
// taken whole. Given how many others are in it, each step is a coin: whether the example stays.
double deltaOfRandomGroups(Index steps, Index examples, Index largestBatch, double epsilon, double stddev) {
  struct Case {
    double weight, stays;
    double without, elsewhere;  // sums of the others of both groups, each -1, without the example
  };
  std::vector<Case> cases;
  double chance = std::exp2(-static_cast<double>(examples - 1));
  for (Index others = 0; others < examples; ++others) {
    const double kept = static_cast<double>(std::min(others, largestBatch));
    const bool full = others >= largestBatch;
    cases.push_back({chance, full ? static_cast<double>(largestBatch) / static_cast<double>(others + 1) : 1, -kept,
                     -static_cast<double>(std::min(examples - 1 - others, largestBatch))});
    chance *= static_cast<double>(examples - 1 - others) / static_cast<double>(others + 1);
  }
  const Index rounds = steps / 2;
  const auto full = [&](const Case& each) { return each.without <= -static_cast<double>(largestBatch); };
  std::mt19937_64 random(7);
  const auto uniform = [&] { return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53; };
  const auto normal = [&] { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); };
  double sum = 0;
  const Index draws = 40'000;
  std::vector<double> y(static_cast<std::size_t>(rounds));
  for (Index draw = 0; draw < draws; ++draw) {
    double u = uniform();
    std::size_t at = 0;
    while (at + 1 < cases.size() && u > cases[at].weight) u -= cases[at++].weight;
    const Case& own = cases[at];
    for (double& each : y) {
      const bool there = uniform() < own.stays;
      each = own.without + (there ? (full(own) ? 2.0 : 1.0) : 0.0) + stddev * normal();
    }
    const double meanElsewhere = own.elsewhere + stddev / std::sqrt(static_cast<double>(rounds)) * normal();
    double with = 0, without = 0;  // densities, up to what both have
    for (const Case& each : cases) {
      const double apart = meanElsewhere - each.elsewhere;
      const double told = std::exp(-apart * apart * static_cast<double>(rounds) / (2 * stddev * stddev));
      double p = each.weight * told, q = p;
      for (const double value : y) {
        const auto density = [&](double mean) {
          return std::exp(-(value - mean) * (value - mean) / (2 * stddev * stddev));
        };
        const double moved = each.without + (full(each) ? 2 : 1);
        p *= each.stays * density(moved) + (1 - each.stays) * density(each.without);
        q *= density(each.without);
      }
      with += p;
      without += q;
    }
    if (with > 0) sum += std::max(0.0, 1 - std::exp(epsilon) * without / with);
  }
  return sum / static_cast<double>(draws);
}

TEST(RandomGroups, AreCutMoreOftenThanPartsOfEqualSize) {
  struct Case {
    Index steps, epochs, examples, largestBatch;
    double epsilon, delta;
  };
  for (const Case& each : {Case{16, 8, 40, 21, 10, 1e-5}, Case{32, 16, 20, 11, 8, 1e-6}}) {
    Scenario scenario = with(scenarioOf(&batchings::cyclicPoisson, each.epochs, each.epsilon, each.delta),
                             {.iterations = each.steps,
                              .jobBatching = &jobs::cyclicPoissonRandom,
                              .datasetSize = each.examples,
                              .largestBatch = each.largestBatch});
    EXPECT_EQ(coverageOf(scenario, 2).status, AssumptionStatus::Violated);
    const double stddev = certifiedStddev(scenario, ToeplitzStrategy(each.steps, {1, 1e-7}));
    const double times =
        deltaOfRandomGroups(each.steps, each.examples, each.largestBatch, each.epsilon, stddev) / each.delta;
    RecordProperty("times" + std::to_string(each.steps), std::to_string(times));
    EXPECT_GT(times, 100);
    // What such groups cost is known to their own accounting.
    scenario.batching = &batchings::cyclicPoissonRandom;
    EXPECT_NE(coverageOf(scenario, 2).status, AssumptionStatus::Violated);
  }
}

}  // namespace
}  // namespace noiseloom
