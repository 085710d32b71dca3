#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/step_range.h"
#include "app/cli/text_table.h"
#include "core/answer/answer.h"
#include "core/answer/arguments.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/batch_file.h"
#include "core/io/key_file.h"
#include "core/io/or_null.h"
#include "core/io/strategy_file.h"
#include "core/owners/contributions.h"
#include "core/owners/owner_table_file.h"
#include "core/owners/parts.h"
#include "core/sampling/batch_sampler.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/cautions.h"

namespace noiseloom::cli {
namespace {

// Examples that have owners, as the batches take them.
struct Owned {
  Index examples = 0;
  OwnerOrder order = OwnerOrder::Random;
  Index seed = 0;
  Index without = 0;  // owners of none that is kept
  std::vector<Index> kept = {};
  std::vector<Index> numbers = {};  // the example at each number that the sampler draws
};

// What was written.
struct Formed {
  const Scenario& scenario;
  const BatchSampler& sampler;
  StepRange steps;
  BatchFileSummary summary;
  const Owned* owned;  // nullptr: without owners
};

/// `batches`: the batches of a training run, as the accounting of its strategy file assumes them.
class BatchesCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Owned owned(const StrategyFile& file, const RunControl& control) const;
  Index examplesOf(const Scenario& scenario) const;
  Outcome outcome(const Formed& formed) const;

  std::string m_file;
  std::string m_keyFile;
  std::string m_out;
  std::optional<std::string> m_datasetSize;
  std::optional<std::string> m_steps;
  std::optional<std::string> m_owners, m_order, m_seed;
};

void BatchesCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file")->type_name("FILE.npz")->required();
  command
      .add_option("--key-file", m_keyFile,
                  "the run's secret key: 32 bytes or 64 hexadecimal digits, readable by its owner alone")
      ->type_name("FILE")
      ->required();
  command.add_option("--out", m_out, "where the indices and offsets go; secret like the key")
      ->type_name("FILE.npz")
      ->required();
  command
      .add_option("--dataset-size", m_datasetSize,
                  "examples in the data set [the strategy file's; with --owners the lines of the table]")
      ->type_name("N");
  command.add_option("--steps", m_steps, "from a step, the first being 0, up to but not including another [all]")
      ->type_name("FROM:TO");
  command
      .add_option("--owners", m_owners,
                  "of a design for users: whose the examples are, a line an example, or pairs below the line "
                  "example,owner; of each owner as many are kept as the design says that a user has")
      ->type_name("FILE");
  command
      .add_option("--order", m_order, "with --owners, which examples come first: random [the default] or fewest-owners")
      ->type_name("NAME");
  command.add_option("--seed", m_seed, "with --owners, of the order; it is public [0]")->type_name("S");
  declareJson(command);
}

// Whether users are meant by what is counted here, where the strategy file leaves it open; else empty.
std::string questionOf(Scenario scenario, Index examples) {
  scenario.datasetSize = examples;
  for (const Caution& caution : cautionsOf(scenario)) {
    if (caution.field == Field::ExamplesPerUser) return caution.text.english();
  }
  return {};
}

Json ownersJson(const Owned& owned, const Scenario& scenario) {
  return {{"examples", owned.examples},
          {"per_owner", scenario.examplesOfMember()},
          {"order", toString(owned.order)},
          {"seed", owned.seed},
          {"kept_examples", std::ssize(owned.kept)},
          {"dropped_examples", owned.examples - std::ssize(owned.kept)},
          {"owners_without", owned.without}};
}

void addOwners(TextTable& table, const Owned& owned, const Scenario& scenario) {
  table.row({"Examples", std::to_string(owned.examples)});
  table.row({"Kept examples", std::to_string(owned.kept.size()),
             "at most " + std::to_string(scenario.examplesOfMember()) + " of each owner"});
  if (owned.without > 0) table.row({"Owners left out", std::to_string(owned.without)});
}

// The least and the most N that the claim is for, where it is a range.
Json sizesJson(const Scenario& scenario) {
  if (!scenario.datasetSizeAtMost) return nullptr;
  return {*scenario.datasetSize, *scenario.datasetSizeAtMost};
}

// The same for people.
std::string rangeOf(const Scenario& scenario) {
  if (!scenario.datasetSizeAtMost) return "";
  return "of the design's " + std::to_string(*scenario.datasetSize) + " to " +
         std::to_string(*scenario.datasetSizeAtMost);
}

Owned BatchesCommand::owned(const StrategyFile& file, const RunControl& control) const {
  const Scenario& scenario = file.scenario;
  if (scenario.unit != PrivacyUnit::User) {
    throw InvalidArgument("owners", *m_owners,
                          "a design with --unit user --examples-per-user: this one is for one " +
                              std::string(displayName(scenario.unit).english()));
  }
  const auto stated = m_datasetSize ? std::optional(parseCount("dataset_size", *m_datasetSize)) : std::nullopt;
  const OwnerTable table = readOwnerTable(*m_owners, stated);
  const OwnerOrder order = m_order ? parseName<OwnerOrder>("order", *m_order) : OwnerOrder::Random;
  const Index seed = m_seed ? parseCount("seed", *m_seed) : 0;
  checkInteger("seed", seed, 0, kNoLimit);
  Owned owned{.examples = table.examples(), .order = order, .seed = seed};
  owned.kept = boundContributions(table, scenario.examplesOfMember(), order, static_cast<std::uint64_t>(seed), control);
  owned.without = ownerCounts(table, owned.kept).without;
  owned.numbers = owned.kept;
  if (control.stopRequested()) return owned;
  const std::optional<Index> room = mostExamplesOf(scenario);
  if (needsMembersInParts(scenario, file.strategy)) {
    try {
      owned.numbers = examplesInParts(table, owned.kept, file.strategy.bands(), room);
    } catch (const InvalidArgument& problem) {  // whose number is the design's
      throw InvalidArgument("owners", *m_owners,
                            "it with a design whose --dataset-size is not " + problem.value().english() + " but " +
                                problem.allowed().english());
    }
  } else if (!allowsDatasetSize(scenario, std::ssize(owned.kept))) {
    throw InvalidArgument("owners", *m_owners,
                          "it with a design whose --dataset-size is the " + std::to_string(owned.kept.size()) +
                              " examples that are kept, not " + std::to_string(*room));
  }
  return owned;
}

Index BatchesCommand::examplesOf(const Scenario& scenario) const {
  if (!m_datasetSize && (!scenario.datasetSize || scenario.datasetSizeAtMost)) {
    throw InvalidArgument("dataset_size", std::string("none"),
                          scenario.datasetSizeAtMost
                              ? std::string("the number of examples, of which the strategy file states a range")
                              : std::string("the number of examples, which the strategy file does not state"));
  }
  return m_datasetSize ? parseCount("dataset_size", *m_datasetSize) : *scenario.datasetSize;
}

Outcome BatchesCommand::run(const std::stop_token& stop) const {
  checkOutputs({{"file", m_file}, {"key_file", m_keyFile}, {"owners", m_owners}}, {{"out", m_out}});
  if (!m_owners) refuseTyped({{"order", m_order}, {"seed", m_seed}}, "--owners with it");
  const StrategyFile file = readStrategyFile(m_file);
  const Scenario& scenario = file.scenario;
  const bool inParts = needsMembersInParts(scenario, file.strategy);
  if (inParts && !m_owners) {
    throw InvalidArgument("owners", std::string("none"),
                          "a table of whose the examples are: with " + std::to_string(file.strategy.bands()) +
                              " bands all examples of a user have to be in one of as many parts");
  }
  const StepRange steps = parseSteps(m_steps, scenario.iterations);
  const SecretKey key = readKeyFile(m_keyFile);
  std::optional<Owned> owned;
  std::shared_ptr<const BatchSampler> sampler;
  const BatchFileSummary summary = withProgress(stop, [&](const RunControl& control) -> BatchFileSummary {
    if (m_owners) owned = this->owned(file, control);
    if (control.stopRequested()) return {};
    const Index examples = owned ? std::ssize(owned->numbers) : examplesOf(scenario);
    sampler = batchSampler(scenario, file.strategy, examples, key, inParts);
    return writeBatchFile(m_out, *sampler, steps.from, steps.to, control,
                          owned ? std::span<const Index>(owned->numbers) : std::span<const Index>());
  });
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: nothing was written"};
  return outcome({scenario, *sampler, steps, summary, owned ? &*owned : nullptr});
}

Outcome BatchesCommand::outcome(const Formed& formed) const {
  const auto& [scenario, sampler, steps, summary, owned] = formed;
  const Sampling sampling = samplingOf(scenario, sampler.bands());
  // Where N is a range, sums are divided by what does not tell it.
  const double expected = scenario.datasetSizeAtMost ? batchSizeOf(scenario).value() : sampler.expectedBatch();
  const std::string question = questionOf(scenario, sampler.datasetSize());
  if (m_json) {
    Json answer{{"file", m_file},
                {"out", m_out},
                {"batching", toString(scenario.batching)},
                {"iterations", scenario.iterations},
                {"steps", {steps.from, steps.to}},
                {"dataset_size", sampler.datasetSize()},
                {"claimed_dataset_sizes", sizesJson(scenario)},
                {"bands", sampler.bands()},
                {"sampling_probability", orNull(sampling.probability)},
                {"largest_allowed", orNull(scenario.largestBatch)},
                {"expected_batch", expected},
                {"smallest_batch", summary.smallestBatch},
                {"largest_batch", summary.largestBatch},
                {"participations", summary.participations},
                {"owners", owned ? ownersJson(*owned, scenario) : Json(nullptr)}};
    return {kExitSuccess, printedJson(answer), question};
  }
  TextTable table;
  table.row({"Batching", std::string(scenario.batching->name.english())});
  table.row({"Steps", std::to_string(steps.from) + " to " + std::to_string(steps.to - 1),
             "of " + std::to_string(scenario.iterations)});
  if (owned) addOwners(table, *owned, scenario);
  const std::string members = scenario.contributor() == PrivacyUnit::User ? "Users" : "Examples";
  table.row({owned ? "N of the claim" : members, std::to_string(sampler.datasetSize()), rangeOf(scenario)});
  if (sampling.probability) table.row({"Sampling probability", readableUp(*sampling.probability, 9)});
  table.row({"Batches", std::to_string(summary.smallestBatch) + " to " + std::to_string(summary.largestBatch),
             readable(expected) + " expected"});
  table.row({"Participations", std::to_string(summary.participations)});
  return {kExitSuccess,
          table.text() + "\n" + m_out +
              " is written. Batches and their sizes are secret: keep it like the key, and "
              "divide sums by the expected size.\n",
          question};
}

}  // namespace

std::unique_ptr<Command> batchesCommand() {
  return std::make_unique<BatchesCommand>();
}

}  // namespace noiseloom::cli
