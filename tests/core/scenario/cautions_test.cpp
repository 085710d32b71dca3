#include "core/scenario/cautions.h"

#include <gtest/gtest.h>

#include <tuple>

#include "core/batching/list.h"
#include "core/claim/claim.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

// What is said beside a field; empty where nothing is.
std::string beside(const Scenario& scenario, Field field) {
  for (const Caution& caution : cautionsOf(scenario)) {
    if (caution.field == field) return caution.text.english();
  }
  return {};
}

TEST(Cautions, DeltaAgainstTheNumberOfExamples) {
  Scenario scenario({.delta = 1e-5});
  EXPECT_TRUE(cautionsOf(scenario).empty());
  scenario.datasetSize = 10'000;
  EXPECT_TRUE(cautionsOf(scenario).empty());  // 0.1 / N itself
  scenario.datasetSize = 10'001;
  EXPECT_THAT(beside(scenario, Field::Delta), HasSubstr("Above 0.1 / N"));
  scenario.datasetSize = 99'999;
  EXPECT_THAT(beside(scenario, Field::Delta), HasSubstr("Above 0.1 / N"));
  scenario.datasetSize = 100'000;
  EXPECT_THAT(beside(scenario, Field::Delta), HasSubstr("At least 1 / N = 1e-5"));
  scenario.datasetSize = 60'000;
  EXPECT_THAT(beside(scenario, Field::Delta), HasSubstr("Above 0.1 / N = 1.6e-6:"));
  scenario.unit = PrivacyUnit::User;  // of whom there are fewer, nobody knows how many
  EXPECT_EQ(beside(scenario, Field::Delta), "");
}

TEST(Cautions, ANumberOfUsersMayBeMeantForExamples) {
  Scenario scenario({.unit = PrivacyUnit::User});
  EXPECT_TRUE(cautionsOf(scenario).empty());  // nothing is counted
  scenario.datasetSize = 10'000;
  EXPECT_THAT(beside(scenario, Field::ExamplesPerUser), HasSubstr("N and B count users"));
  scenario.examplesPerUser = 1;
  EXPECT_TRUE(cautionsOf(scenario).empty());
  scenario = with(scenario, {.unit = PrivacyUnit::Device, .examplesPerUser = std::nullopt});
  EXPECT_TRUE(cautionsOf(scenario).empty());
}

TEST(Cautions, EpsilonAboveTwenty) {
  Scenario scenario({.epsilon = 20});
  EXPECT_TRUE(cautionsOf(scenario).empty());
  scenario.epsilon = 20.5;
  EXPECT_THAT(beside(scenario, Field::Epsilon), HasSubstr("Above 20"));
}

TEST(Cautions, SolvesThatTakeMinutesOrMuchMemory) {
  Scenario scenario({.epochs = 8, .batching = &batchings::fixedEpoch});
  for (const auto& [mechanism, decoder, large, said] :
       {std::tuple{"dense", TreeDecoder::Online, 10'000, "about 5.5 min and up to 9.6 GB"},
        {"dense", TreeDecoder::Online, 6000, "about 1.2 min and up to 3.5 GB"},
        {"tree", TreeDecoder::Full, 10'000, ""},
        {"tree", TreeDecoder::Online, 10'000, ""},
        {"dense", TreeDecoder::Online, 2048, ""}}) {
    scenario =
        with(scenario, {.iterations = large, .mechanism = *mechanismFromName(mechanism), .treeDecoder = decoder});
    ASSERT_TRUE(scenario.problems().empty());
    if (*said == 0) {
      EXPECT_TRUE(cautionsOf(scenario).empty()) << mechanism << large;
      continue;
    }
    EXPECT_THAT(beside(scenario, Field::Iterations), HasSubstr(said));
    EXPECT_TRUE(cautionsOf(scenario).front().beforehand);
  }
  // The claim of a design says nothing of how long it took to find.
  scenario = with(scenario, {.iterations = 64, .mechanism = *mechanismFromName("dp-sgd")});
  auto found = std::make_shared<Design>(*design(scenario));
  EXPECT_TRUE(claimOf(*found).cautions.empty());
  found->scenario = with(found->scenario, {.iterations = 9000, .mechanism = *mechanismFromName("dense")});
  EXPECT_FALSE(cautionsOf(found->scenario).empty());
  EXPECT_TRUE(claimOf(*found).cautions.empty());
}

TEST(Cautions, ParticipationsThatDoNotFit) {
  Scenario scenario({.iterations = 2000, .epochs = 20, .minSeparation = 400});
  EXPECT_TRUE(cautionsOf(scenario).empty());  // cyclic Poisson knows no separation
  scenario.batching = &batchings::minSeparation;
  EXPECT_EQ(
      beside(scenario, Field::Epochs),
      "Only 5 participations fit into 2000 steps with at least 400 from one to the next: the claim counts no more.");
  scenario.epochs = 5;
  EXPECT_TRUE(cautionsOf(scenario).empty());
  scenario = with(scenario, {.epochs = 2, .minSeparation = 2000});
  EXPECT_THAT(beside(scenario, Field::Epochs), HasSubstr("Only 1 participation fits"));
}

TEST(Cautions, AreInTheClaimWhichNamesTheSeparation) {
  Scenario scenario({.iterations = 40,
                     .epochs = 4,
                     .epsilon = 30,
                     .bands = 3,
                     .batching = &batchings::minSeparation,
                     .minSeparation = 20});
  const auto found = design(scenario);
  EXPECT_THAT(claimSentence(*found).english(), HasSubstr("min-separation of 20 steps"));
  Design older = *found;
  older.gaussianMethod = GaussianMethod::Radius53;
  EXPECT_EQ(claimOf(*found).cautions.size(), 2u);
  const PrivacyClaim claim = claimOf(older);
  ASSERT_EQ(claim.cautions.size(), 3u);
  EXPECT_THAT(claimText(claim), HasSubstr("Caution: Only 2 participations fit into 40 steps"));
  EXPECT_THAT(claimText(claim), HasSubstr("Caution: Above 20"));
  EXPECT_THAT(claimText(claim), HasSubstr("Caution: Generated normals end at 8.57"));
}

}  // namespace
}  // namespace noiseloom
