#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/step_range.h"
#include "app/cli/text_table.h"
#include "core/answer/answer.h"
#include "core/answer/arguments.h"
#include "core/answer/readable.h"
#include "core/base/errors.h"
#include "core/io/batch_file.h"
#include "core/io/key_file.h"
#include "core/io/or_null.h"
#include "core/io/strategy_file.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/cautions.h"

namespace noiseloom::cli {
namespace {

/// `batches`: the batches of a training run, as the accounting of its strategy file assumes them.
class BatchesCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  std::string m_file;
  std::string m_keyFile;
  std::string m_out;
  std::optional<std::string> m_datasetSize;
  std::optional<std::string> m_steps;
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
  command.add_option("--dataset-size", m_datasetSize, "examples in the data set [the strategy file's]")->type_name("N");
  command.add_option("--steps", m_steps, "from a step, the first being 0, up to but not including another [all]")
      ->type_name("FROM:TO");
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

Outcome BatchesCommand::run(const std::stop_token& stop) const {
  checkOutputs({{"file", m_file}, {"key_file", m_keyFile}}, {{"out", m_out}});
  const StrategyFile file = readStrategyFile(m_file);
  const Scenario& scenario = file.scenario;
  if (!m_datasetSize && (!scenario.datasetSize || scenario.datasetSizeAtMost)) {
    throw InvalidArgument("dataset_size", std::string("none"),
                          scenario.datasetSizeAtMost
                              ? std::string("the number of examples, of which the strategy file states a range")
                              : std::string("the number of examples, which the strategy file does not state"));
  }
  const Index examples = m_datasetSize ? parseCount("dataset_size", *m_datasetSize) : *scenario.datasetSize;
  const StepRange steps = parseSteps(m_steps, scenario.iterations);
  const auto sampler = batchSampler(scenario, file.strategy, examples, readKeyFile(m_keyFile));
  const BatchFileSummary summary = withProgress(
      stop, [&](const RunControl& control) { return writeBatchFile(m_out, *sampler, steps.from, steps.to, control); });
  if (stop.stop_requested()) return {kExitCancelled, "", "cancelled: nothing was written"};

  const Sampling sampling = samplingOf(scenario, sampler->bands());
  // Where N is a range, sums are divided by what does not tell it.
  const double expected = scenario.datasetSizeAtMost ? batchSizeOf(scenario).value() : sampler->expectedBatch();
  const std::string question = questionOf(scenario, examples);
  if (m_json) {
    Json answer{{"file", m_file},
                {"out", m_out},
                {"batching", toString(scenario.batching)},
                {"iterations", scenario.iterations},
                {"steps", {steps.from, steps.to}},
                {"dataset_size", examples},
                {"bands", sampler->bands()},
                {"sampling_probability", orNull(sampling.probability)},
                {"largest_allowed", orNull(scenario.largestBatch)},
                {"expected_batch", expected},
                {"smallest_batch", summary.smallestBatch},
                {"largest_batch", summary.largestBatch},
                {"participations", summary.participations}};
    return {kExitSuccess, printedJson(answer), question};
  }
  TextTable table;
  table.row({"Batching", std::string(scenario.batching->name.english())});
  table.row({"Steps", std::to_string(steps.from) + " to " + std::to_string(steps.to - 1),
             "of " + std::to_string(scenario.iterations)});
  table.row({scenario.contributor() == PrivacyUnit::User ? "Users" : "Examples", std::to_string(examples)});
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
