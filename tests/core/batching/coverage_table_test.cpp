// The table of docs/formats.md that says which accounting covers which job.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/batching/families.h"
#include "core/batching/list.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"
#include "tests/reference_file.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 60, kEpochs = 4, kStepsOfAnEpoch = 15;

Scenario scenarioOf(const Batching* batching, const JobBatching* job, Index epochs, bool cut) {
  Scenario scenario(
      {.iterations = kSteps, .epochs = static_cast<double>(epochs), .batching = batching, .jobBatching = job});
  if (cut) {
    scenario = with(scenario, {.datasetSize = 600, .largestBatch = 100});
  }
  return scenario;
}

std::string wordOf(const JobCoverage& coverage) {
  if (coverage.status == AssumptionStatus::Violated) return "no";
  const std::string word = coverage.reason == CoverageReason::Proof ? "proof" : "containment";
  return coverage.status == AssumptionStatus::ToBeEnsured ? word + "\\*" : word;
}

// Of a pair at so many bands, over all epochs and separations.
std::string cellOf(const Batching* batching, const JobBatching* job, Index bands, bool cut) {
  if (cut && !batching->batchLaw) return "";
  const auto at = [&](Index epochs, std::optional<Index> separation = {}) {
    const Scenario scenario = with(scenarioOf(batching, job, epochs, cut), {.minSeparation = separation});
    if (scenario.bandsAtMost(bands) != bands) return std::string();
    return wordOf(coverageOf(scenario, bands));
  };
  std::string cell = at(kEpochs);
  if (batching->uses(Field::MinSeparation) && at(kEpochs, kStepsOfAnEpoch + 1) != at(kEpochs, 1)) {
    cell = at(kEpochs, 1) + (at(kEpochs, kStepsOfAnEpoch) == at(kEpochs, 1) ? " while s <= ceil(n/k)" : " with s = 1");
  }
  const std::string once = at(1);
  if (once == cell || cell.starts_with(once)) return cell;
  return cell == "no" ? once + " in one pass" : cell + ", " + once + " in one pass";
}

constexpr std::array kColumns{"one band", "one band, cut", "more bands", "more bands, cut"};

std::string table() {
  std::string text = "| accounted as | the job |";
  for (const char* column : kColumns) text += std::string(" ") + column + " |";
  text += "\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Batching* batching : allBatchings()) {
    std::vector<std::pair<std::string, std::string>> rows;  // jobs with the same cells
    std::string nobody = "| no |";
    for (const JobBatching* job : allJobBatchings()) {
      if (job == &jobs::asAccounted || job == &jobs::drawn) continue;
      std::string cells;
      bool covered = false;
      for (const Index bands : {1, 3}) {
        for (const bool cut : {false, true}) {
          const std::string cell = cellOf(batching, job, bands, cut);
          covered = covered || (!cell.empty() && cell != "no");
          cells += " " + cell + (cell.empty() ? "|" : " |");
        }
      }
      if (!covered) continue;
      const std::string name = "`" + std::string(job->id) + "`";
      const auto same = std::ranges::find(rows, cells, &std::pair<std::string, std::string>::second);
      if (same == rows.end()) {
        rows.emplace_back(name, cells);
      } else {
        same->first += ", " + name;
      }
    }
    for (const auto& [names, cells] : rows)
      text.append("| `").append(batching->id).append("` | ").append(names).append(" |").append(cells).append("\n");
  }
  return text;
}

TEST(CoverageTable, IsThatOfTheProgram) {
  const std::string expected = table();
  EXPECT_NE(projectText("docs/formats.md").find("\n\n" + expected + "\n"), std::string::npos)
      << "docs/formats.md has another table of who covers whom; this is the program's:\n"
      << expected;
}

// It has no column for these.
TEST(CoverageTable, DoesNotDependOnUnitAndAdjacency) {
  for (const Batching* batching : allBatchings()) {
    for (const JobBatching* job : allJobBatchings()) {
      for (const Index bands : {1, 2, 3}) {
        for (const bool cut : {false, true}) {
          Scenario scenario = scenarioOf(batching, job, kEpochs, cut);
          const JobCoverage coverage = coverageOf(scenario, bands);
          EXPECT_EQ(coverage.reason == CoverageReason::None, coverage.status == AssumptionStatus::Violated);
          for (const PrivacyUnit unit : valuesOf<PrivacyUnit>()) {
            for (const Adjacency adjacency : valuesOf<Adjacency>()) {
              scenario = with(scenario, {.adjacency = adjacency, .unit = unit});
              EXPECT_EQ(coverageOf(scenario, bands).status, coverage.status);
              EXPECT_EQ(coverageOf(scenario, bands).reason, coverage.reason);
            }
          }
        }
      }
    }
  }
}

TEST(BatchingFamilies, HaveEachOnce) {
  std::vector<const Batching*> batchings;
  std::vector<const JobBatching*> jobs;
  for (const BatchingFamily& family : batchingFamilies()) {
    EXPECT_FALSE(family.name.empty());
    batchings.insert(batchings.end(), family.members.begin(), family.members.end());
    jobs.insert(jobs.end(), family.jobs.begin(), family.jobs.end());
  }
  EXPECT_THAT(batchings, UnorderedElementsAreArray(allBatchings()));
  EXPECT_THAT(jobs, UnorderedElementsAreArray(allJobBatchings()));
}

// Whoever may take part again counts as often in the sensitivity, where no accounting of its own composes the steps.
TEST(Batchings, ThatComposeNothingSayWhoTakesPartAgain) {
  int found = 0;
  for (const Batching* batching : allBatchings()) {
    if (batching->accounting != gaussianAccounting || batching->once) continue;
    const Scenario scenario({.iterations = kSteps, .epochs = kEpochs, .batching = batching});
    EXPECT_NE(batching->participation(scenario).schema, Participation::Schema::Single) << batching->id;
    ++found;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace noiseloom
