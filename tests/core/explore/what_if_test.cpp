#include "core/explore/what_if.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/batching/list.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"

namespace noiseloom::test {
namespace {

using Kind = JobChange::Kind;

Scenario smallJob() {
  return Scenario({.iterations = 240, .epochs = 6, .datasetSize = 8000});
}

double errorOf(const Scenario& scenario) {
  return design(scenario)->error[scenario.objective];
}

std::map<Kind, JobChange> byKind(const std::vector<JobChange>& changes) {
  std::map<Kind, JobChange> found;
  for (const JobChange& change : changes) found.emplace(change.kind, change);
  return found;
}

TEST(WhatIfs, ChangeOneThingOfTheJob) {
  const Scenario job = smallJob();
  const std::map<Kind, JobChange> changes = byKind(jobChanges(job, 12));
  ASSERT_EQ(changes.size(), 5u);
  EXPECT_EQ(changes.at(Kind::Batch).scenario.iterations, 120);
  EXPECT_EQ(changes.at(Kind::Batch).scenario.epochs, 6);
  EXPECT_EQ(changes.at(Kind::Epochs).scenario.iterations, 280);
  EXPECT_EQ(changes.at(Kind::Epochs).scenario.epochs, 7);
  EXPECT_EQ(changes.at(Kind::LargerEpsilon).scenario.epsilon, 9);
  EXPECT_EQ(changes.at(Kind::SmallerEpsilon).scenario.epsilon, 7);
  EXPECT_EQ(changes.at(Kind::Memory).scenario.bands, 6);
  for (const auto& [kind, change] : changes) EXPECT_TRUE(change.scenario.problems().empty()) << change.name;
}

TEST(WhatIfs, OfferWhatTheJobAllows) {
  Scenario job = with(smallJob(), {.epsilon = 1, .mechanism = &baselineMechanism()});
  std::map<Kind, JobChange> changes = byKind(jobChanges(job, 1));
  EXPECT_EQ(changes.at(Kind::LargerEpsilon).scenario.epsilon, 2);
  EXPECT_EQ(changes.at(Kind::SmallerEpsilon).scenario.epsilon, 0.5);
  EXPECT_FALSE(changes.contains(Kind::Memory));
  job.workload = Workload::learningRates(std::vector<double>(240, 0.5), 0);
  changes = byKind(jobChanges(job, 1));
  EXPECT_FALSE(changes.contains(Kind::Batch)) << "the rates are those of 240 steps";
  EXPECT_FALSE(changes.contains(Kind::Epochs));
}

// Against the certified designs themselves.
TEST(WhatIfs, SayWhatDesignsWillShow) {
  const Scenario job = smallJob();
  std::vector<Kind> seen;
  const std::shared_ptr<const Design> own = design(job);
  const std::vector<WhatIf> answers = whatIf(job, *own, {}, [&](const WhatIf& answer) { seen.push_back(answer.kind); });
  ASSERT_EQ(answers.size(), 6u);
  EXPECT_EQ(seen.size(), 6u);
  EXPECT_TRUE(std::ranges::is_sorted(answers, {}, &WhatIf::kind));
  for (const WhatIf& answer : answers) {
    const double ratio = errorOf(answer.scenario) / own->error.mean;
    // The strategy of a loader is not optimised for it.
    if (answer.kind == Kind::Loader) {
      EXPECT_GT(answer.ratio, ratio - 0.01);
      EXPECT_LT(answer.ratio, ratio + 0.1);
    } else {
      EXPECT_NEAR(answer.ratio, ratio, 0.003) << answer.name;
    }
    EXPECT_NEAR(answer.ratioOfMean, answer.ratio * (answer.kind == Kind::Batch ? 0.5 : 1), 1e-9) << answer.name;
  }
}

// The present design was optimised for its batching, what it is compared with by estimates was not.
TEST(WhatIfs, SetALoaderAgainstTheDesignItself) {
  const Scenario job = with(smallJob(), {.batching = &batchings::bMinSep});
  const std::shared_ptr<const Design> own = design(job);
  const std::vector<WhatIf> answers = whatIf(job, *own);
  ASSERT_EQ(answers.front().kind, Kind::Loader);
  EXPECT_NEAR(answers.front().ratio, errorOf(answers.front().scenario) / own->error.mean, 0.04);
}

TEST(WhatIfs, CompareEveryOtherBatching) {
  const Scenario job = with(smallJob(), {.mechanism = &baselineMechanism(), .batching = &standardBatching()});
  const std::vector<WhatIf> answers = whatIf(job, *design(job));
  ASSERT_FALSE(answers.empty());
  const WhatIf& loader = answers.front();
  ASSERT_EQ(loader.kind, Kind::Loader);
  EXPECT_EQ(loader.leftOut, 0);
  const double best = errorOf(loader.scenario);
  for (const Batching* batching : allBatchings()) {
    const Scenario other = with(job, {.batching = batching});
    if (batching == job.batching || batching->once || !other.problems().empty()) continue;
    EXPECT_GE(errorOf(other), 0.97 * best) << batching->id;
  }
}

TEST(WhatIfs, LeaveOutWhatTakesLong) {
  const Scenario job = with(smallJob(), {.iterations = 6000, .mechanism = &baselineMechanism()});
  const std::vector<WhatIf> answers = whatIf(job, *design(job));
  ASSERT_EQ(answers.front().kind, Kind::Loader);
  EXPECT_GT(answers.front().leftOut, 0);
}

TEST(WhatIfs, StandForTheBestByItsMechanism) {
  Scenario job = smallJob();
  const std::shared_ptr<const Design> own = design(job);
  job.mechanism = &bestMechanism();
  const std::vector<WhatIf> answers = whatIf(job, *own);
  EXPECT_EQ(answers.size(), 5u) << "bands are not asked for beside the best mechanism";
  for (const WhatIf& answer : answers) EXPECT_TRUE(answer.scenario.asksForBest()) << answer.name;
}

TEST(WhatIfs, HalveTheBandsOfTheDesignAndNotThoseOfAnEstimate) {
  const Scenario job = smallJob();
  const std::shared_ptr<const Design> own = design(with(job, {.bands = 30}));
  const std::vector<WhatIf> answers = whatIf(job, *own);
  ASSERT_EQ(answers.back().kind, Kind::Memory);
  EXPECT_EQ(answers.back().scenario.bands, 15);
  EXPECT_NEAR(answers.back().ratio, errorOf(answers.back().scenario) / own->error.mean, 0.003);
}

TEST(WhatIfs, CertifyFewerBandsWhereNoiseIsOfTheStrategy) {
  const Scenario job = with(smallJob(), {.batching = &batchings::bMinSep});
  const std::shared_ptr<const Design> own = design(job);
  const std::vector<WhatIf> answers = whatIf(job, *own);
  ASSERT_EQ(answers.back().kind, Kind::Memory);
  EXPECT_EQ(answers.back().scenario.bands, own->bands / 2);
  EXPECT_NEAR(answers.back().ratio, errorOf(answers.back().scenario) / own->error.mean, 1e-9);
}

TEST(WhatIfs, EndWhenStopped) {
  std::stop_source stop;
  int known = 0;
  const std::vector<WhatIf> answers = whatIf(smallJob(), *design(smallJob()), {stop.get_token()}, [&](const WhatIf&) {
    ++known;
    stop.request_stop();
  });
  EXPECT_EQ(known, 1);
  EXPECT_EQ(answers.size(), 1u);
}

}  // namespace
}  // namespace noiseloom::test
