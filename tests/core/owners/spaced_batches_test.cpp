#include "core/owners/spaced_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/owners/contributions.h"
#include "core/train/seeded_numbers.h"
#include "tests/calls.h"
#include "tests/core/owners/owners_fixture.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

// The same by its definition: at each step all examples are gone through in turn, and each is held against all that
// were taken before.
Schedule slowly(const OwnerTable& table, const std::vector<Index>& examples, const SpacedRequest& request) {
  const std::vector<Index> order = seededOrder(request.seed, SeedUse::Schedule, std::ssize(examples));
  std::vector<std::tuple<Index, std::size_t, Index>> turns;  // times taken, rank, example
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    turns.emplace_back(0, rank, examples[static_cast<std::size_t>(order[rank])]);
  Schedule schedule;
  std::vector<std::pair<Index, Index>> taken;  // step and example
  for (Index step = 0; step < request.iterations; ++step) {
    std::ranges::sort(turns);
    std::vector<Index> batch;
    for (auto& [times, rank, example] : turns) {
      if (std::ssize(batch) == request.batchSize) break;
      if (times == request.epochs) continue;
      bool allowed = true;
      for (const std::uint32_t owner : table.of(example)) {
        Index steps = 0;
        for (const auto& [before, other] : taken) {
          if (std::ranges::count(table.of(other), owner) == 0) continue;
          ++steps;
          if (step - before < request.separation) allowed = false;
        }
        if (steps >= request.participations) allowed = false;
      }
      if (!allowed) continue;
      ++times;
      taken.emplace_back(step, example);
      batch.push_back(example);
    }
    std::ranges::sort(batch);
    schedule.indices.insert(schedule.indices.end(), batch.begin(), batch.end());
    schedule.offsets.push_back(std::ssize(schedule.indices));
  }
  return schedule;
}

// The claim's numbers, by going through all pairs of steps and examples.
Spacing slowSpacing(const OwnerTable& table, const Schedule& schedule) {
  Spacing spacing{.separation = schedule.iterations()};
  for (Index owner = 0; owner < table.owners(); ++owner) {
    std::vector<Index> steps;
    for (Index step = 0; step < schedule.iterations(); ++step) {
      const Index here = std::ranges::count_if(schedule.batch(step), [&](Index example) {
        return std::ranges::count(table.of(example), static_cast<std::uint32_t>(owner)) > 0;
      });
      spacing.perStep = std::max(spacing.perStep, here);
      if (here > 0) steps.push_back(step);
    }
    spacing.participations = std::max(spacing.participations, std::ssize(steps));
    for (std::size_t i = 1; i < steps.size(); ++i)
      spacing.separation = std::min(spacing.separation, steps[i] - steps[i - 1]);
  }
  return spacing;
}

TEST(SpacedBatches, AreThoseOfTheDefinition) {
  std::mt19937 random(3);
  for (int round = 0; round < 150; ++round) {
    const OwnerTable table = randomOwners(random, 1 + random() % 30, 1 + random() % 10);
    const std::vector<Index> kept =
        boundContributions(table, 1 + random() % 9, OwnerOrder::Random, static_cast<std::uint64_t>(round));
    SpacedRequest request{.iterations = static_cast<Index>(1 + random() % 14),
                          .batchSize = static_cast<Index>(1 + random() % 6),
                          .seed = static_cast<std::uint64_t>(round)};
    request.separation = static_cast<Index>(1 + random() % request.iterations);
    if (random() % 2 == 0) request.participations = static_cast<Index>(1 + random() % 3);
    if (random() % 2 == 0) request.epochs = static_cast<Index>(1 + random() % 3);
    const Schedule schedule = spacedBatches(table, kept, request);
    const Schedule expected = slowly(table, kept, request);
    ASSERT_EQ(schedule.offsets, expected.offsets) << round;
    ASSERT_EQ(schedule.indices, expected.indices) << round;
    const Spacing spacing = spacingOf(table, schedule);
    const Spacing slow = slowSpacing(table, schedule);
    EXPECT_EQ(spacing.participations, slow.participations);
    EXPECT_EQ(spacing.separation, slow.separation);
    EXPECT_EQ(spacing.perStep, slow.perStep);
    EXPECT_LE(spacing.participations, request.participations);
    EXPECT_GE(spacing.separation, request.separation);
    EXPECT_LE(spacing.perStep, 1);
  }
}

// Whatever is in the batches, also what no schedule of this project's has.
TEST(Spacing, IsThatOfAnyBatches) {
  std::mt19937 random(5);
  bool several = false;
  for (int round = 0; round < 60; ++round) {
    const OwnerTable table = randomOwners(random, 12, 5);
    Schedule schedule;
    for (int step = 0; step < 8; ++step) {
      for (Index example = 0; example < 12; ++example) {
        if (random() % 5 == 0) schedule.indices.push_back(example);
      }
      schedule.offsets.push_back(std::ssize(schedule.indices));
    }
    const Spacing spacing = spacingOf(table, schedule);
    const Spacing slow = slowSpacing(table, schedule);
    EXPECT_EQ(spacing.participations, slow.participations);
    EXPECT_EQ(spacing.separation, slow.separation);
    EXPECT_EQ(spacing.perStep, slow.perStep);
    several |= spacing.perStep > 1;
  }
  EXPECT_TRUE(several);
  const OwnerTable table(2, 1, {{0, 0}});
  const auto refusal = [&](const Schedule& schedule) {
    return messageOf<InvalidArgument>([&] { spacingOf(table, schedule); });
  };
  EXPECT_THAT(refusal({{0, 1}, {2}}), HasSubstr("example 2"));
  EXPECT_THAT(refusal({{0, 1}, {-1}}), HasSubstr("example -1"));
  EXPECT_THAT(refusal({{0}, {}}), HasSubstr("one step"));
  EXPECT_THAT(refusal({{0, 1}, {}}), HasSubstr("offsets"));
  EXPECT_THAT(refusal({{0, 2, 1}, {0}}), HasSubstr("offsets"));
  const Spacing once = spacingOf(table, {{0, 1, 1, 1}, {0}});
  EXPECT_EQ(once.participations, 1);
  EXPECT_EQ(once.separation, 3);  // nobody takes part twice
}

// One owner of nearly everything must not cost a pass over all its examples at each step.
TEST(SpacedBatches, ManyExamplesOfOneOwnerWaitTogether) {
  std::vector<Ownership> entries;
  for (std::uint32_t example = 0; example < 200'000; ++example)
    entries.push_back({example, example % 50 == 0 ? 1U : 0U});
  const OwnerTable table(200'000, 2, std::move(entries));
  const std::vector<Index> all = allExamples(200'000);
  const Schedule schedule = spacedBatches(table, all, {.iterations = 20'000, .batchSize = 10, .separation = 2});
  EXPECT_EQ(schedule.indices.size(), 20'000U);  // both owners at every other step
  EXPECT_EQ(spacingOf(table, schedule).separation, 2);
}

TEST(SpacedBatches, RefusesByName) {
  const OwnerTable table(2, 1, {{0, 0}});
  const std::vector<Index> all = allExamples(2);
  const auto argument = [&](const SpacedRequest& request) {
    return refusedArgument([&] { spacedBatches(table, all, request); });
  };
  EXPECT_EQ(argument({.iterations = 0}), "iterations");
  EXPECT_EQ(argument({.iterations = 1 << 20, .batchSize = 1 << 10}), "iterations");
  EXPECT_EQ(argument({.batchSize = 0}), "batch_size");
  EXPECT_EQ(argument({.iterations = 3, .separation = 4}), "min_sep");
  EXPECT_EQ(argument({.separation = 0}), "min_sep");
  EXPECT_EQ(argument({.participations = 0}), "participations");
  EXPECT_EQ(argument({.epochs = 0}), "epochs");
  EXPECT_EQ(argument({}), "nothing was refused");
}

TEST(SpacedBatches, Stops) {
  const OwnerTable table(2, 1, {{0, 0}});
  EXPECT_EQ(spacedBatches(table, allExamples(2), {.iterations = 5}, stoppedAtOnce()).iterations(), 0);
}

}  // namespace
}  // namespace noiseloom::test
