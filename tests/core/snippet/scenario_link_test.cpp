// Links: what they hold, that they come back the same, and that what somebody else made is refused by name.
#include "core/snippet/scenario_link.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/errors.h"
#include "core/scenario/field_value.h"
#include "core/scenario/scenario_fields.h"
#include "tests/calls.h"

namespace noiseloom {
namespace {

constexpr char kPlain[] = "noiseloom://scenario/1?iterations=2000&epochs=20&epsilon=8&delta=1e-5";

bool means(const Scenario& left, const Scenario& right) {
  return agree(left, right, [](const Concerns&) { return true; });
}

// The argument of the refusal, or "" if the link is read.
std::string refused(const std::string& link) {
  try {
    (void)scenarioOfLink(link);
  } catch (const InvalidArgument& problem) {
    EXPECT_FALSE(problem.value().english().empty()) << link;
    EXPECT_FALSE(problem.allowed().english().empty()) << link;
    EXPECT_LT(std::string(problem.what()).size(), 500U);
    return problem.argument();
  }
  return {};
}

// A scenario whose every field may be anything; most have problems.
Scenario anyScenario(std::mt19937_64& random) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  Scenario scenario;
  for (const FieldInfo& field : scenarioFields()) {
    if (below(3) != 0) continue;
    const auto set = [&](const auto& place) {
      using Kind = std::remove_cvref_t<decltype(place)>;
      if constexpr (std::is_same_v<Kind, Choice>) {
        const auto names = place.names();
        place.set(scenario, names[below(names.size())]);
      } else if constexpr (std::is_same_v<Kind, Place<bool>>) {
        place.in(scenario) = below(2) == 0;
      } else if constexpr (std::is_same_v<Kind, Place<Index>> || std::is_same_v<Kind, Place<std::optional<Index>>>) {
        place.in(scenario) = std::vector<Index>{1, 2, 3, 8, 17, 100, 2048, 50'000, 7'000'000'000}[below(9)];
      } else if constexpr (std::is_same_v<Kind, Place<double>> || std::is_same_v<Kind, Place<std::optional<double>>>) {
        place.in(scenario) = std::vector<double>{1e-300, 1e-10, 0.1, 1.0 / 3, 1, 2.5, 20.48, 1e6, 3.2e22}[below(9)];
      }
    };
    std::visit(set, field.place);
  }
  if (below(3) == 0) scenario.workload = Workload::sgd(0.999, std::vector<double>{0, 0.9, 1.0 / 3}[below(3)]);
  if (below(9) == 0) scenario.workload = Workload::identity();
  const bool small = scenario.iterations <= 2048 && scenario.workload.name() != "identity";
  if (small && below(3) == 0)
    scenario = withSchedule(scenario, {below(2) == 0 ? ScheduleKind::Linear : ScheduleKind::Cosine, 0.15, 0, {}});
  if (below(5) == 0) scenario.workload = scenario.workload.withSpectrum(parseSpectrum("0.001:5, 0.01, 0.1:0.3"));
  return scenario;
}

TEST(ScenarioLink, HoldsOnlyWhatDiffersFromTheDefaults) {
  EXPECT_EQ(scenarioLink({}), kPlain);
  EXPECT_TRUE(scenarioOfLink(kPlain) == Scenario());
  Scenario scenario(
      {.bands = 8, .columnNormalize = false, .workload = Workload::prefix().withMomentum(0.9), .datasetSize = 50'000});
  scenario.stamps = 3;  // means nothing beside this mechanism
  const std::string link = scenarioLink(scenario);
  EXPECT_EQ(link, std::string(kPlain) + "&bands=8&column-normalize=off&workload=sgd&momentum=0.9&dataset-size=50000");
  const std::string averaged = std::string(kPlain) + "&workload=sgd&averaging=0.99&schedule=cosine";
  EXPECT_EQ(scenarioOfLink(averaged).workload.averaging(), 0.99);
  const std::string all = std::string(kPlain) + "&workload=sgd&averaging=1";
  EXPECT_EQ(scenarioOfLink(all).workload, Workload::prefix().withAveraging(1));
  EXPECT_EQ(scenarioLink(scenarioOfLink(all)), all);
  const std::string window = std::string(kPlain) + "&workload=sgd&averaging-window=50";
  EXPECT_EQ(scenarioOfLink(window).workload, Workload::prefix().withWindow(50));
  EXPECT_EQ(scenarioOfLink(scenarioLink(scenarioOfLink(window))).workload.window(), 50);
  scenario.stamps.reset();
  EXPECT_TRUE(scenarioOfLink(link) == scenario);
}

TEST(ScenarioLink, AnyScenarioComesBackTheSame) {
  std::mt19937_64 random(20260);
  std::set<std::string_view> mechanisms, batchings;
  int held = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Scenario scenario = anyScenario(random);
    if (!scenario.problems().empty() || (scenario.imported && scenario.mechanism == &importedMechanism())) continue;
    const std::string link = scenarioLink(scenario);
    const Scenario back = scenarioOfLink(link);
    ASSERT_TRUE(means(back, scenario)) << link;
    ASSERT_EQ(scenarioLink(back), link);
    ASSERT_LE(link.size(), kMostLinkBytes);
    for (const char c : link) ASSERT_TRUE(c > ' ' && c <= '~' && c != '+' && c != '"' && c != '\'') << link;
    ++held;
    mechanisms.insert(scenario.mechanism->id);
    batchings.insert(scenario.batching->id);
  }
  EXPECT_GT(held, 400);
  EXPECT_GT(mechanisms.size(), 10U);
  EXPECT_GT(batchings.size(), 8U);
}

TEST(ScenarioLink, WhatNoLinkHoldsIsRefusedByName) {
  const auto argumentOf = [](const Scenario& scenario) {
    return refusedArgument([&] { (void)scenarioLink(scenario); });
  };
  Scenario impossible({.delta = 2});
  EXPECT_EQ(argumentOf(impossible), "delta");
  Scenario rates({.iterations = 3, .epochs = 1});
  rates = withRates(rates, {1, 0.5, 0.3}, "rates.txt");
  EXPECT_EQ(argumentOf(rates), "learning_rates");
}

TEST(ScenarioLink, RefusesWhatSomebodyElseMadeByItsName) {
  const std::string plain = kPlain;
  for (const auto& [link, argument] : std::vector<std::pair<std::string, std::string>>{
           {"", "link"},
           {"noiseloom:", "link"},
           {"https://scenario/1?epsilon=8", "link"},
           {"noiseloom://scenario/2?epsilon=8", "link"},
           {"noiseloom://scenario/1", "link"},
           {"noiseloom://scenario/1?", "link"},
           {plain + "&", "link"},
           {plain + "&=3", "link"},
           {plain + "&bands", "link"},
           {plain + "&bands=", "link"},
           {plain + "&bands=8&bands=9", "link"},
           {plain + "&bands=%3", "link"},
           {plain + "&bands=%zz", "link"},
           {plain + "&bands=%00", "link"},
           {plain + "&bands=%E2%80%AE8", "link"},
           {plain + " &bands=8", "link"},
           {plain + "&b\xC3\xA4nder=8", "link"},
           {plain + "&out=/etc/passwd", "link"},
           {plain + "&strategy=/etc/passwd", "link"},
           {plain + "&learning-rates=/etc/passwd", "link"},
           {plain + "&bands=" + std::string(3000, '1'), "link"},
           {plain + "&bands=x", "bands"},
           {plain + "&bands=2.5", "bands"},
           {plain + "&bands=0", "bands"},
           {plain + "&bands=-1", "bands"},
           {plain + "&bands=1e300", "bands"},
           {plain + "&bands=nan", "bands"},
           {plain + "&bands=0x10", "bands"},
           {plain + "&buffers=3", "buffers"},
           {plain + "&mechanism=rm%20-rf", "mechanism"},
           {plain + "&mechanism=imported", "mechanism"},
           {plain + "&column-normalize=1", "column_normalize"},
           {plain + "&workload=prefix", "workload"},
           {plain + "&workload=sgd&momentum=2", "momentum"},
           {plain + "&workload=sgd&schedule=file", "schedule"},
           {plain + "&momentum=0.9", "link"},
           {plain + "&spectrum=1e999", "spectrum"},
           {"noiseloom://scenario/1?iterations=2000&epochs=20&epsilon=8", "delta"},
           {"noiseloom://scenario/1?iterations=2000&epsilon=8&delta=1e-5", "epochs"},
           {"noiseloom://scenario/1?iterations=9e18&epochs=20&epsilon=8&delta=1e-5", "iterations"},
           {"noiseloom://scenario/1?iterations=2000&epochs=20&epsilon=8&delta=2", "delta"}})
    EXPECT_EQ(refused(link), argument) << link;
}

// Every iteration is a number that the text claims: nothing may be allocated for it.
TEST(ScenarioLink, ALinkThatClaimsManyRatesIsRefused) {
  EXPECT_EQ(refused("noiseloom://scenario/1?iterations=4e15&epochs=20&epsilon=8&delta=1e-5&workload=sgd"
                    "&schedule=cosine"),
            "iterations");
}

// Changes of sound links, as mail programs and people make them: they are refused, or mean what their own link says.
TEST(ScenarioLink, BrokenLinksAreRefusedOrCanonical) {
  std::mt19937_64 random(7);
  const std::vector<std::string> links{
      kPlain, std::string(kPlain) + "&bands=8&workload=sgd&momentum=0.9&schedule=linear&warmup=0.15&dataset-size=50000",
      std::string(kPlain) + "&mechanism=blt&buffers=3&batching=min-sep&min-sep=50&clip-norm=0.5&machines=4"};
  const std::string_view marks = "0123456789abc%&=?/.-+:, \n\xE2";
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string link = links[random() % links.size()];
    for (std::size_t changes = 1 + random() % 3; changes > 0 && !link.empty(); --changes) {
      const std::size_t at = random() % link.size();
      if (const std::size_t kind = random() % 4; kind == 0) {
        link.erase(at, 1 + random() % 9);
      } else if (kind == 1) {
        link.resize(at);
      } else if (kind == 2) {
        link.insert(at, link.substr(random() % link.size(), random() % 12));
      } else {
        link[at] = marks[random() % marks.size()];
      }
    }
    try {
      const Scenario scenario = scenarioOfLink(link);
      ASSERT_TRUE(means(scenarioOfLink(scenarioLink(scenario)), scenario)) << link;
      ++read;
    } catch (const InvalidArgument&) {
      // As most of them.
    }
  }
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace noiseloom
