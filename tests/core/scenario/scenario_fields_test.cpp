#include "core/scenario/scenario_fields.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

#include "core/io/scenario_json.h"
#include "core/search/comparable.h"
#include "core/snippet/copied_command.h"

namespace noiseloom {
namespace {

// Another value than there is, one that a file can hold.
Scenario changed(const FieldInfo& field, Scenario scenario) {
  const auto change = [&](const auto& place) {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Place<Index>>) {
      ++place.in(scenario);
    } else if constexpr (std::is_same_v<Kind,
                                        Place<std::optional<Index>>>) {  // NOLINT(bugprone-branch-clone): other types
      place.in(scenario) = place.of(scenario).value_or(2) + 1;
    } else if constexpr (std::is_same_v<Kind, Place<double>>) {
      place.in(scenario) *= 1.5;
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<double>>>) {
      place.in(scenario) = place.of(scenario).value_or(2) + 1;
    } else if constexpr (std::is_same_v<Kind, Place<bool>>) {
      place.in(scenario) = !place.of(scenario);
    } else if constexpr (std::is_same_v<Kind, Choice>) {
      const std::string_view before = place.of(scenario);
      for (const std::string_view name : place.names()) {
        if (name != before) place.set(scenario, name);
      }
    } else if constexpr (std::is_same_v<Kind, Place<Workload>>) {
      place.in(scenario) = Workload::sgd(0.9, 0.5);
    } else if constexpr (std::is_same_v<Kind, Place<LearningRateSchedule>>) {
      place.in(scenario).warmup = 0.25;
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<ImportedStrategy>>>) {
      place.in(scenario) = ImportedStrategy("c.npy", "dense", std::string(64, 'a'), IdentityStrategy(3));
    }
  };
  std::visit(change, field.place);
  return scenario;
}

bool isDerived(const FieldInfo& field) {
  return std::holds_alternative<Derived>(field.place);
}

// One in which every field of mechanisms means something, or as many as can at once.
Scenario best() {
  return Scenario({.mechanism = *mechanismFromName("best")});
}

TEST(ScenarioFields, EveryFieldStandsOnceUnderAName) {
  std::set<std::string_view> names;
  for (const FieldInfo& field : scenarioFields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_EQ(&infoOf(field.field), &field) << field.name;
    EXPECT_EQ(fieldOfArgument(field.name), field.field);
    EXPECT_FALSE(field.label.empty());
  }
  EXPECT_EQ(names.size(), kFieldCount);
  EXPECT_FALSE(fieldOfArgument("magic"));
}

TEST(ScenarioFields, AChangeOfOneFieldIsSeenInItAlone) {
  const Scenario standard;
  for (const FieldInfo& field : scenarioFields()) {
    if (isDerived(field)) continue;
    const Scenario other = changed(field, standard);
    EXPECT_NE(other, standard) << field.name;
    for (const FieldInfo& each : scenarioFields())
      EXPECT_EQ(sameField(each, other, standard), &each != &field) << field.name << ", " << each.name;
    Scenario back = other;
    copyField(field, standard, back);
    EXPECT_EQ(back, standard) << field.name;
  }
}

// No member of Scenario is outside the table: what a copy of every field leaves as it was would be found here.
TEST(ScenarioFields, TogetherTheyAreTheScenario) {
  Scenario other;
  for (const FieldInfo& field : scenarioFields()) other = changed(field, other);
  Scenario copy;
  for (const FieldInfo& field : scenarioFields()) copyField(field, other, copy);
  EXPECT_EQ(copy, other);
}

TEST(ScenarioFields, FilesKeepEachOfThem) {
  for (const FieldInfo& field : scenarioFields()) {
    // A schedule stands beside its rates only, and an imported strategy where it is the mechanism's.
    if (isDerived(field) || field.field == Field::Schedule || field.field == Field::Imported) continue;
    const Scenario other = changed(field, {});
    EXPECT_EQ(parseScenario(scenarioText(other), "test"), other) << field.name;
  }
}

TEST(ScenarioFields, WhoReadsAFieldDecidesWhatDiffersByIt) {
  for (const FieldInfo& field : scenarioFields()) {
    if (isDerived(field)) continue;
    const Concerns& of = field.concerns;
    for (const Scenario& before : {Scenario(), best()}) {
      const Scenario after = changed(field, before);
      const bool counts = matters(field, before) || matters(field, after);
      EXPECT_EQ(sameDesign(before, after), !counts || !(of.strategy || of.noise || of.error || of.scale)) << field.name;
      const bool asked = matters(field, before) && matters(field, after) && of.question;
      // A batching may let nobody take part twice, and is another training by that.
      const bool sameCount = before.effectiveParticipations() == after.effectiveParticipations();
      EXPECT_EQ(claimDifferences(before, after).empty(), !asked || (of.job && sameCount)) << field.name;
      EXPECT_EQ(jobDifferences(before, after).empty(), !asked || !of.job) << field.name;
    }
  }
}

TEST(ScenarioFields, ACopiedCommandNamesWhatMatters) {
  for (const FieldInfo& field : scenarioFields()) {
    if (field.option.name.empty() || isDerived(field)) continue;
    for (const Scenario& before : {Scenario(), best()}) {
      const Scenario after = changed(field, before);
      const std::string option = " --" + std::string(field.option.name) + " ";
      EXPECT_EQ(commandLine(after).find(option) != std::string::npos, matters(field, after)) << commandLine(after);
    }
  }
}

TEST(ScenarioFields, WhatIsIdleIsLeftOut) {
  Scenario scenario({.mechanism = *mechanismFromName("tree"), .bands = 3, .treeDecoder = TreeDecoder::Full, .tau = 3});
  const Scenario left = withoutIdleFields(scenario);
  EXPECT_FALSE(left.bands);
  EXPECT_EQ(left.tau, Scenario().tau);
  EXPECT_EQ(left.treeDecoder, TreeDecoder::Full);
}

}  // namespace
}  // namespace noiseloom
