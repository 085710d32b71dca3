#include "core/recommend/recommendation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/batching/list.h"
#include "core/design/cost.h"
#include "core/mechanism/list.h"
#include "core/recommend/recommendation_text.h"
#include "core/search/band_search.h"
#include "core/search/curve_solver.h"
#include "core/search/designer.h"
#include "core/search/job_designer.h"
#include "core/search/job_search.h"
#include "tests/core/scenarios.h"
#include "tests/thorough.h"

namespace noiseloom {
namespace {

Scenario jobOf(Index iterations, Index epochs, double epsilon) {
  return Scenario({.iterations = iterations, .epochs = static_cast<double>(epochs), .epsilon = epsilon, .delta = 1e-6});
}

double errorOf(const RecommendedDesign& each) {
  return each.design->objectiveError();
}

TEST(Recommendation, IsTheBestOfEveryMechanismUnderEveryBatching) {
  int at = 0;
  for (const auto& [epochs, epsilon] : {std::pair<Index, double>{1, 8.0}, {5, 0.5}, {5, 8.0}}) {
    if (at++ == thorough(2, 3)) break;
    RecommendRequest request{jobOf(thorough(48, 120), epochs, epsilon)};
    request.ways = {{&batchings::cyclicPoisson}, {&batchings::fixedEpoch}, {&batchings::minSeparation}};
    const Recommendation found = recommend(request);
    ASSERT_FALSE(found.designs.empty());
    EXPECT_TRUE(std::ranges::is_sorted(found.designs, {}, errorOf));
    EXPECT_FALSE(found.sentences.empty());
    double least = errorOf(found.designs.front());
    for (const BatchingWay& way : request.ways) {
      for (const Mechanism* mechanism : allMechanisms()) {
        const Scenario scenario = with(way.applied(request.job), {.mechanism = mechanism});
        if (!scenario.problems().empty()) continue;
        EXPECT_LE(least, (1 + 1e-3) * design(scenario)->objectiveError()) << way.id() << " " << mechanism->id;
      }
    }
  }
}

TEST(Recommendation, DropsNothingThatIsBetter) {
  RecommendRequest request{jobOf(thorough(40, 240), 4, 3)};
  request.ways = {
      {&batchings::bMinSep}, {&batchings::ballsInBins}, {&batchings::minSeparation}, {&batchings::fixedEpoch}};
  const JobLimits limits(request, std::nullopt);
  JobSearch search(limits, {}, {});
  for (const BatchingWay& way : request.ways) {
    for (const Mechanism* mechanism : allMechanisms()) search.add(way, mechanism);
  }
  search.run();
  const double best = search.leastError();
  CurveSolver solver(kMostSearchSeconds, true);
  int dropped = 0;
  for (const Candidate& each : search.candidates()) {
    if (!each.leftOut.empty() || each.knowledge >= Knowledge::Estimated) continue;
    try {
      const double error = solver.solve(each.scenario, {}).error.mean;
      EXPECT_GT(error, (1 - kSettled) * best) << each.way.id() << " " << each.mechanism()->id;
      EXPECT_GT(error, (1 - kSettled) * each.bound) << each.way.id() << " " << each.mechanism()->id;
      ++dropped;
    } catch (const InvalidArgument&) {
      // It does not run there.
    }
  }
  EXPECT_GT(dropped, 5);
}

TEST(Recommendation, IsTheSameAgain) {
  RecommendRequest request{jobOf(thorough(48, 200), 4, 2)};
  request.ways = {{&batchings::bMinSep}, {&batchings::ballsInBins}, {&batchings::cyclicPoisson}};
  const Recommendation first = recommend(request);
  const Recommendation second = recommend(request);
  ASSERT_EQ(first.designs.size(), second.designs.size());
  for (std::size_t i = 0; i < first.designs.size(); ++i) {
    EXPECT_EQ(first.designs[i].design->mechanism, second.designs[i].design->mechanism);
    EXPECT_EQ(errorOf(first.designs[i]), errorOf(second.designs[i]));
  }
  for (const LeftOutMechanism& each : first.leftOut) EXPECT_FALSE(each.forTime) << each.why.english();
}

TEST(Recommendation, ShowsOrLeavesOutEachOnceWithAReason) {
  RecommendRequest request{jobOf(100, 5, 2)};
  request.ways = {{&batchings::cyclicPoisson}, {&batchings::fixedEpoch}};
  const Recommendation found = recommend(request);
  std::multiset<std::pair<std::string_view, std::string_view>> named;
  for (const RecommendedDesign& each : found.designs) {
    EXPECT_FALSE(each.design->estimated);
    if (!each.narrower) named.emplace(each.design->mechanism->id, each.way.id());
  }
  for (const LeftOutMechanism& each : found.leftOut) {
    EXPECT_FALSE(each.why.english().empty());
    named.emplace(each.mechanism->id, each.way.id());
  }
  EXPECT_EQ(named.size(), request.ways.size() * allMechanisms().size());
  for (const BatchingWay& way : request.ways) {
    for (const Mechanism* mechanism : allMechanisms())
      EXPECT_EQ(named.count({mechanism->id, way.id()}), 1U) << way.id() << " " << mechanism->id;
  }
}

TEST(Recommendation, AsksForTheSameDesignAgain) {
  RecommendRequest request{jobOf(100, 5, 2)};
  request.ways = {{&batchings::fixedEpoch}};
  for (const RecommendedDesign& each : recommend(request).designs) {
    const auto again = design(each.design->scenario);
    EXPECT_NEAR(again->objectiveError(), errorOf(each), 1e-6 * errorOf(each)) << each.design->mechanism->id;
    EXPECT_EQ(again->strategy.noiseRows(), each.design->strategy.noiseRows());
  }
}

TEST(Recommendation, FitsTheMemory) {
  RecommendRequest request{jobOf(200, 4, 8)};
  request.ways = {{&batchings::cyclicPoisson}, {&batchings::fixedEpoch}};
  request.job.deployment.parameters = 1000;
  double before = 0;
  for (const Index rows : {40, 4, 1, 0}) {
    request.job.deployment.memoryPerMachine = std::max<Index>(1, 4000 * rows);
    const Recommendation found = recommend(request);
    ASSERT_FALSE(found.designs.empty());
    for (const RecommendedDesign& each : found.designs) EXPECT_LE(each.design->strategy.noiseRows(), rows);
    EXPECT_GE(errorOf(found.designs.front()), before * (1 - 1e-9)) << "less memory is no help";
    before = errorOf(found.designs.front());
  }
}

TEST(Recommendation, SaysTheFewestBandsThatLoseLittle) {
  RecommendRequest request{jobOf(300, 1, 8)};
  request.job.mostNoiseRows = 60;
  request.ways = {{&batchings::single}};
  const Recommendation found = recommend(request);
  const auto narrow = std::ranges::find(found.designs, true, &RecommendedDesign::narrower);
  ASSERT_NE(narrow, found.designs.end());
  EXPECT_EQ(narrow->design->mechanism, found.designs.front().design->mechanism);
  EXPECT_LE(errorOf(*narrow), (1 + kNarrowerLoss) * (1 + 1e-3) * errorOf(found.designs.front()));
  EXPECT_LE(2 * narrow->design->strategy.noiseRows(), found.designs.front().design->strategy.noiseRows());
}

TEST(Recommendation, NamesWhatMoreFreedomWouldGain) {
  RecommendRequest request{jobOf(200, 4, 2)};
  request.ways = {{&batchings::fixedEpoch}};
  request.job.deployment.memoryPerMachine = 8'000'000'000;
  const std::vector<Text> sentences = recommend(request).sentences;
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(sentences,
                               [&](const Text& each) { return each.english().find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says("If the data loader could form batches by cyclic Poisson"));
  EXPECT_TRUE(says("wice the memory"));
  EXPECT_TRUE(says("Batches twice as large"));
  EXPECT_FALSE(says("there was no time for it"));
}

// The best DP-SGD of the job, also where it is under a batching that was not asked about.
TEST(Recommendation, HasOneYardstickWhateverTheLoaderDoes) {
  RecommendRequest request{jobOf(48, 4, 3)};
  double least = std::numeric_limits<double>::infinity();
  for (const BatchingWay& way : allWays(4)) {
    const Scenario scenario = with(way.applied(request.job), {.mechanism = &baselineMechanism()});
    least = std::min(least, design(scenario)->objectiveError());
  }
  for (const char* name : {"shuffled-each-epoch", "poisson"}) {
    SCOPED_TRACE(name);
    request.ways = {*wayFromName(name, request.job)};
    const Recommendation found = recommend(request);
    ASSERT_TRUE(found.facts.bestBaseline);
    // Sampled certificates take up to a tenth more noise than the estimates that are compared here.
    EXPECT_LE(found.facts.bestBaseline->error, (1 + 1e-6) * least);
    EXPECT_GE(found.facts.bestBaseline->error, 0.9 * least);
    const bool unamplified = std::ranges::any_of(
        found.sentences, [](const Text& each) { return each.english().starts_with("Unamplified"); });
    EXPECT_EQ(unamplified, name == std::string_view("shuffled-each-epoch"));
  }
}

TEST(Recommendation, OffersFreeNormsWhereEqualOnesAreBestInTheirClass) {
  const auto offers = [](const BatchingWay& way, Index epochs, bool columnNormalize) {
    RecommendRequest request{jobOf(60, epochs, 2)};
    request.ways = {way};
    request.job.columnNormalize = columnNormalize;
    const Recommendation found = recommend(request);
    EXPECT_EQ(found.designs.front().design->mechanism->id, "dense");
    return std::ranges::any_of(found.sentences, [](const Text& each) {
      return each.english().find("free norms (Dense, without equal column norms)") != std::string::npos;
    });
  };
  EXPECT_TRUE(offers({&batchings::fixedEpoch}, 4, true));
  EXPECT_FALSE(offers({&batchings::fixedEpoch}, 4, false));
  EXPECT_FALSE(offers({&batchings::single}, 1, true)) << "there equal norms are best";
}

TEST(Recommendation, KeepsToItsTime) {
  for (const auto& [iterations, epochs, delta] : {std::tuple<Index, Index, double>{780, 9, 1e-9}, {1874, 45, 1e-7}}) {
    RecommendRequest request{jobOf(iterations, epochs, 1.9)};
    request.job.delta = delta;
    request.seconds = 3;
    const Recommendation found = recommend(request);
    EXPECT_FALSE(found.designs.empty());
    // A stop is seen within 50 ms; ten times that, since neighbours on the machine take caches.
    EXPECT_LT(found.seconds, *request.seconds + 0.5) << iterations;
  }
}

TEST(Recommendation, ItsProgressRisesWithinEachCertificate) {
  RecommendRequest request{jobOf(48, 4, 4)};
  request.ways = {{&batchings::cyclicPoisson}, {&batchings::ballsInBins}};
  std::vector<Progress> reports;
  RunControl control;
  control.onProgress = [&](const Progress& now) { reports.push_back(now); };
  recommend(request, control);
  ASSERT_FALSE(reports.empty());
  EXPECT_TRUE(std::ranges::is_sorted(reports, {}, &Progress::fraction));
  EXPECT_LE(reports.back().fraction, 1);
  EXPECT_GT(reports.back().fraction, 0.95) << "what other batchings would gain comes last";
  // Certificates from draws take the most of the time, and report on their way.
  std::map<std::string, std::set<double>> certificates;
  for (const Progress& now : reports) {
    const std::string stage = now.stage.english();
    if (stage.starts_with("certifying") && stage.find("balls-in-bins") != stage.npos)
      certificates[stage].insert(now.fraction);
  }
  ASSERT_FALSE(certificates.empty());
  for (const auto& [stage, fractions] : certificates) EXPECT_GE(fractions.size(), 3U) << stage;
}

TEST(Recommendation, HasNoErrorForWhatAStopInterrupts) {
  std::stop_source stopped;
  stopped.request_stop();
  RecommendRequest request{jobOf(780, 9, 1.9)};
  const JobLimits limits(request, std::nullopt);
  JobSearch search(limits, {}, stopped.get_token());
  for (const BatchingWay& way : allWays(9)) {
    for (const Mechanism* mechanism : {&mechanisms::bandedToeplitz, &mechanisms::banded, &mechanisms::blt}) {
      search.add(way, mechanism);
    }
  }
  for (Candidate& each : search.candidates()) {
    if (!each.leftOut.empty()) continue;
    search.estimateAt(each, 12);
    EXPECT_TRUE(std::isinf(each.error)) << each.way.id() << ' ' << each.mechanism()->id;
  }
}

TEST(Recommendation, SaysUnderWhichBatchingAMechanismStandsAsItIs) {
  RecommendRequest request{jobOf(40, 4, 2)};
  request.ways = {{&batchings::fixedEpoch}};
  Recommendation found = recommend(request);
  ASSERT_FALSE(found.designs.empty());
  found.facts = {};
  const Mechanism* const mechanism = *mechanismFromName("banded-toeplitz");
  for (const Batching* batching : {&batchings::cyclicPoissonRandom, &batchings::bMinSep})
    found.facts.apart.push_back({mechanism, {batching}, 5.4});
  std::set<std::string> said;
  for (const Text& each : recommendationSentences(found, request.job)) {
    EXPECT_TRUE(said.insert(each.english()).second) << each.english();
  }
  EXPECT_TRUE(
      said.contains("Banded Toeplitz under b-min-sep sampling stands as it is best without amplification: "
                    "optimising it together with its noise would take about 5.4 s."));
}

TEST(Recommendation, NamesNoPercentageOfNextToNothing) {
  RecommendRequest request{jobOf(40, 4, 2)};
  request.ways = {{&batchings::fixedEpoch}};
  Recommendation found = recommend(request);
  ASSERT_FALSE(found.designs.empty());
  ASSERT_TRUE(found.facts.bestBaseline);
  const double error = found.designs.front().design->error.mean;
  for (const auto& [least, said] : {std::pair(error / (1 - 4e-4), ", hardly less than the best DP-SGD"),
                                    {error / (1 + 4e-4), ", hardly more than the best DP-SGD"},
                                    {error / (1 - 6e-4), ", 0.1 % less than the best DP-SGD"}}) {
    found.facts.bestBaseline->error = least;
    const std::string sentence = recommendationSentences(found, request.job).front().english();
    EXPECT_NE(sentence.find(said), std::string::npos) << sentence;
  }
}

TEST(Recommendation, HoldsRowsThatAreNotChosenAgainstTheLimit) {
  RecommendRequest request{jobOf(4000, 4, 2)};
  request.ways = {{&batchings::ballsInBins}};
  for (const auto& [rows, fits] : {std::pair<Index, bool>{20, true}, {2, false}}) {
    request.job.mostNoiseRows = rows;
    const Candidate tree = JobLimits(request, std::nullopt).candidate(request.ways.front(), *mechanismFromName("tree"));
    EXPECT_EQ(tree.leftOut.empty(), fits) << tree.leftOut.english();
  }
}

TEST(Recommendation, StatesErrorsInTheUnitAskedFor) {
  RecommendRequest request{jobOf(thorough(20, 100), 5, 2)};
  request.job.datasetSize = 1000;
  request.ways = {{&batchings::cyclicPoisson}, {&batchings::fixedEpoch}};
  for (const ErrorUnitInfo& info : errorUnits()) {
    request.unit = info.unit;
    const Recommendation found = recommend(request);
    EXPECT_EQ(found.unit, info.unit);
    for (const RecommendedDesign& each : found.designs) {
      const ErrorScale scale(info.unit, each.design->scenario);
      EXPECT_NEAR(each.error / scale.in(ErrorObjective::Mean, each.design->error.mean), 1, 1e-9) << toString(info.unit);
    }
    // "%1 clip norms on the mean gradient", without its number.
    const std::string amount = Text(info.amount).english();
    const std::string sentence = found.sentences.front().english();
    EXPECT_NE(sentence.find(amount.substr(amount.find("%1") == 0 ? 2 : 0, 12)), std::string::npos) << sentence;
  }
}

TEST(Recommendation, KeepsToAStopAndRefusesWhatNoBatchingCanRun) {
  std::stop_source stop;
  stop.request_stop();
  const Recommendation stopped = recommend({jobOf(100, 5, 2)}, {stop.get_token(), {}});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_TRUE(stopped.designs.empty());
  EXPECT_EQ(stopped.leftOut.size(), allWays(5).size() * allMechanisms().size());
  const auto refused = [](const RecommendRequest& request) -> std::string {
    try {
      recommend(request);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return "";
  };
  EXPECT_EQ(refused({jobOf(0, 1, 2)}), "iterations");
  EXPECT_EQ(refused({jobOf(10, 11, 2)}), "epochs");
  EXPECT_EQ(refused({jobOf(10, 1, -2)}), "epsilon");
  EXPECT_EQ(refused({{.job = jobOf(10, 1, 2), .seconds = 0.0}}), "seconds");
  EXPECT_EQ(refused({{.job = jobOf(10, 1, 2)}, ErrorUnit::Mean}), "error_unit");
  EXPECT_EQ(refused({{.job = jobOf(10, 1, 2), .stepSeconds = -1.0}}), "step_seconds");
}

TEST(BatchingWay, IsNamedByBatchingOrByWhatTheJobDoes) {
  const Scenario job = jobOf(100, 5, 2);
  EXPECT_EQ(wayFromName("fixed-epoch", job)->batching, &batchings::fixedEpoch);
  EXPECT_EQ(wayFromName("fixed-epoch", job)->job, &standardJobBatching());
  const auto shuffled = wayFromName("shuffled-once", job);
  EXPECT_EQ(shuffled->batching, &batchings::fixedEpoch);
  EXPECT_EQ(shuffled->id(), "shuffled-once");
  const auto anew = wayFromName("shuffled-each-epoch", job);
  EXPECT_EQ(anew->batching, &batchings::shuffledEachEpoch);
  EXPECT_EQ(wayFromName("poisson", job)->batching, &batchings::cyclicPoisson);
  EXPECT_FALSE(wayFromName("as-accounted", job));
  EXPECT_FALSE(wayFromName("nothing", job));
  EXPECT_EQ(wayFromName("fixed-size-samples", job)->batching, &batchings::fixedSize);
  EXPECT_THROW(wayFromName("truncated-poisson", job), InvalidArgument);
  for (const std::string_view name : wayNames()) {
    EXPECT_NE(name, "as-accounted");
    try {
      EXPECT_TRUE(wayFromName(name, job)) << name;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.argument(), "batchings");
    }
  }
}

// Whose job samples all the data, and not by parts.
TEST(BatchingWay, OfPoissonSamplingHasOneBand) {
  RecommendRequest request{jobOf(100, 5, 2)};
  request.job = with(request.job, {.datasetSize = 5000, .largestBatch = 300});
  for (const char* name : {"poisson", "truncated-poisson", "fixed-size-samples", "cyclic-fixed-size-samples"}) {
    SCOPED_TRACE(name);
    request.ways = {*wayFromName(name, request.job)};
    const Recommendation found = recommend(request);
    ASSERT_FALSE(found.designs.empty());
    const bool parts = name == std::string_view("cyclic-fixed-size-samples");
    EXPECT_EQ(found.designs.front().design->bands > 1, parts);
    for (const RecommendedDesign& each : found.designs) {
      if (!parts) {
        EXPECT_EQ(each.design->bands, 1);
      }
      EXPECT_NE(coverageOf(each.design->scenario, each.design->bands).status, AssumptionStatus::Violated);
    }
  }
}

}  // namespace
}  // namespace noiseloom
